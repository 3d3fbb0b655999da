import Foundation
import Harness
import Testing

@testable import DragSystem

/// What becomes of a log that is no longer what was on the disk.
@Suite struct LogWitnessTests {
  private static let records: [[UInt8]] = [[1], [2, 2], [3, 3, 3]]

  private func bytes(_ folder: TemporaryFolder, _ name: String = "log") throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
  }

  /// Durable records, and those that need not survive; then the bytes of both files, and where the durable ones end.
  private func make(
    _ folder: TemporaryFolder
  ) throws -> (log: [UInt8], witness: [UInt8], durableEnd: Int) {
    let user = try User(folder)
    for record in Self.records { try user.append([record]) }
    // A mark of 32 bytes says that all before it is on the disk.
    let durableEnd = try bytes(folder).count - 32
    try user.append([[4], [5]], isDurable: false)
    return (try bytes(folder), try bytes(folder, "log.end"), durableEnd)
  }

  /// Expects the log to be unreadable for every user, and that none writes to it.
  private func expectDamage(
    _ folder: TemporaryFolder, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = ["log", "log.end"].map { try? bytes(folder, $0) }
    for _ in 0..<2 {
      switch try User(folder).failure([[9]]) {
      case .unreadable: break
      case let other:
        Issue.record("\(what): \(String(describing: other))", sourceLocation: sourceLocation)
      }
    }
    #expect(
      ["log", "log.end"].map { try? bytes(folder, $0) } == before, "\(what)",
      sourceLocation: sourceLocation)
  }

  @Test func aLogThatIsCutOffAnywhereBeforeItsDurableEndIsDamaged() throws {
    try withRecordsFolder { folder in
      let (log, witness, durableEnd) = try make(folder)
      for size in 0..<durableEnd {
        try folder.write("log", log.prefix(size))
        try expectDamage(folder, "\(size) bytes")
      }
      // Behind it a crash may have torn off anything.
      for size in durableEnd...log.count {
        try folder.write("log", log.prefix(size))
        try folder.write("log.end", witness)
        #expect(try User(folder).append().prefix(3) == Self.records[...], "\(size) bytes")
      }
    }
  }

  @Test func aLogOfWhichTheEndIsZeroedAnywhereBeforeItsDurableEndIsDamaged() throws {
    try withRecordsFolder { folder in
      let (log, witness, durableEnd) = try make(folder)
      for start in 0..<log.count {
        try folder.write("log.end", witness)
        let zeroed = log.prefix(start) + Array(repeating: 0, count: log.count - start)
        // Where the last bytes are zeros anyway nothing has changed.
        guard Array(zeroed.prefix(durableEnd)) != Array(log.prefix(durableEnd)) else {
          try folder.write("log", zeroed)
          #expect(try User(folder).append().prefix(3) == Self.records[...], "from \(start)")
          continue
        }
        try folder.write("log", zeroed)
        try expectDamage(folder, "from \(start)")
      }
    }
  }

  @Test func aLogThatIsMissingIsDamagedAndSoIsOneWithoutItsWitness() throws {
    try withRecordsFolder { folder in
      let (log, witness, _) = try make(folder)
      unlink(folder.path("log"))
      try expectDamage(folder, "no log")
      try folder.write("log", log)
      unlink(folder.path("log.end"))
      try expectDamage(folder, "no witness")
      for damaged in [[], Array(witness.prefix(79)), Array(repeating: 0, count: 1_024)] {
        try folder.write("log.end", damaged as [UInt8])
        try expectDamage(folder, "a witness of \(damaged.count) bytes")
      }
      try folder.write("log.end", witness)
      #expect(try User(folder).append() == Self.records + [[4], [5]])
    }
  }

  @Test func anOlderCopyOfALogOrAnotherLogIsDamage() throws {
    try withRecordsFolder { folder in
      let user = try User(folder)
      try user.append([[1]])
      let (older, olderWitness) = (try bytes(folder), try bytes(folder, "log.end"))
      try user.append([[2]])
      let (log, witness) = (try bytes(folder), try bytes(folder, "log.end"))
      try folder.write("log", older)
      try expectDamage(folder, "an older copy")
      // Other records in its place, as many bytes, with right checksums.
      try withRecordsFolder { other in
        let user = try User(other)
        for record in [[7], [8]] as [[UInt8]] { try user.append([record]) }
        try folder.write("log", try bytes(other))
        try expectDamage(folder, "another log")
      }
      // Both of the same moment are as good as new; and with an older witness nothing of the log is missing.
      try folder.write("log", older)
      try folder.write("log.end", olderWitness)
      #expect(try User(folder).append() == [[1]])
      try folder.write("log", log)
      try folder.write("log.end", olderWitness)
      #expect(try User(folder).append() == [[1], [2]])
      try folder.write("log", older)
      try folder.write("log.end", witness)
      try expectDamage(folder, "a newer witness")
    }
  }

  @Test func aUserThatHasTheLogOpenSeesWhatBecameOfItAndOfItsWitness() throws {
    try withRecordsFolder { folder in
      let user = try User(folder)
      try user.append([[1]])
      let older = try bytes(folder)
      let other = try User(folder)
      try other.append()
      try other.append([[2]])
      #expect(try user.append() == [[1], [2]])
      try folder.write("log", older)
      for one in [user, other] {
        switch one.failure() {
        case .unreadable: break
        case let failure: Issue.record("\(String(describing: failure))")
        }
      }
    }
    try withRecordsFolder { folder in
      let user = try User(folder)
      try user.append([[1]])
      unlink(folder.path("log.end"))
      #expect(
        user.failure() == .unreadable("its witness log.end was removed while it was in use"))
    }
  }

  @Test func theIdentityStaysAsLongAsTheRecordsDo() throws {
    try withRecordsFolder { folder in
      let user = try User(folder)
      #expect(user.identity == nil)
      try user.append([[1]])
      let identity = try #require(user.identity)
      #expect(identity.count == 17)
      for round in 0..<30 as Range<UInt8> {
        try user.append([[UInt8](repeating: round, count: 300)])
      }
      #expect(user.identity == identity)
      let other = try User(folder)
      try other.append()
      #expect(other.identity == identity)
      for name in ["log", "log.end"] { unlink(folder.path(name)) }
      let new = try User(folder)
      #expect(try new.append([[2]]) == [])
      #expect(new.identity != identity && new.identity != nil)
    }
  }

  @Test func aLogFromBeforeThereWereWitnessesIsTakenOverWheneverThatIsCutShort()
    throws
  {
    try withRecordsFolder { folder in
      _ = try make(folder)
      var old = try bytes(folder)
      // Its header has version 1.
      old[8] = 1
      var checksum = Checksum()
      checksum.add(old[..<20])
      for byte in 0..<4 { old[20 + byte] = UInt8(truncatingIfNeeded: checksum.value >> (8 * byte)) }
      unlink(folder.path("log.end"))
      try folder.write("log", old)
      // A crash may have left the witness of a successor that never got the name.
      let storage = try DiskStorage(folder: folder.path)
      var witness = try LogWitness(creating: "log.end", in: storage)
      var statement = witness.statement
      statement.successor = LogWitness.Extent(file: 5, lastChecksum: 6, end: 70)
      try witness.state(statement)
      let halfway = try bytes(folder, "log.end")
      for left in [nil, halfway] {
        try folder.write("log", old)
        if let left { try folder.write("log.end", left) } else { unlink(folder.path("log.end")) }
        #expect(try User(folder).append() == Self.records + [[4], [5]])
        #expect(try bytes(folder)[8] == 2)
        unlink(folder.path("log.end"))
        try expectDamage(folder, "from now on it has a witness")
      }
    }
  }

  @Test func aStatementThatIsTornLeavesTheOneBeforeIt() throws {
    try withRecordsFolder { folder in
      let (_, witness, _) = try make(folder)
      for slot in [0, 512] {
        for index in slot..<slot + 80 {
          var torn = witness
          torn[index] ^= 0x10
          try folder.write("log.end", torn)
          let file = try #require(try DiskStorage(folder: folder.path).open("log.end"))
          let read = try #require(try LogWitness(reading: file), "byte \(index)")
          #expect(read.statement.log != nil)
        }
      }
    }
  }
}
