import CLinux
import DragSystem
import Foundation
import Harness
import Testing

/// One user of a log on a real disk.
final class User {
  var log: RecordLog
  var listing = Listing()

  init(_ folder: TemporaryFolder, isPlain: Bool = false, contents: UInt32 = 1) throws {
    var options = RecordLog.Options(
      name: "log", contents: contents, recordLimit: 4_096, isShared: !isPlain, isSynced: !isPlain)
    options.smallestRewritten = 2_000
    let lock = isPlain ? nil : try FileLock(path: folder.path("log.lock"))
    log = RecordLog(try DiskStorage(folder: folder.path, lock: lock), options)
  }

  var identity: [UInt8]? { log.identity }

  /// Appends, and gives what was there before.
  @discardableResult
  func append(_ records: [[UInt8]] = [], isDurable: Bool = true) throws -> [[UInt8]] {
    var seen: [[UInt8]] = []
    try log.transact(&listing) { listing in
      seen = listing.records
      listing.records += records
      return RecordLog.Addition(records, isDurable: isDurable)
    }
    return seen
  }

  /// Why the log fails; nil when it does not.
  func failure(_ records: [[UInt8]] = []) -> RecordLogFailure? {
    do throws(RecordLogFailure) {
      try log.transact(&listing) { _ in RecordLog.Addition(records) }
      return nil
    } catch {
      return error
    }
  }
}

func withRecordsFolder(_ body: (TemporaryFolder) throws -> Void) throws {
  let folder = try TemporaryFolder("records")
  defer { folder.remove() }
  try body(folder)
}

@Suite struct RecordLogTests {
  private func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
    try withRecordsFolder(body)
  }

  private func bytes(_ folder: TemporaryFolder) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: folder.path("log"))))
  }

  @Test func aLogThatIsNoFileIsNotCalledAFolder() throws {
    try withFolder { folder in
      let user = try User(folder)
      #expect(mkfifo(folder.path("log"), 0o600) == 0)
      guard case .unavailable(let error)? = user.failure() else {
        Issue.record("it can be used")
        return
      }
      #expect("\(error)".contains("neither a file nor a folder"), "\(error)")
    }
  }

  @Test func eachUserSeesWhatTheOtherHasAppended() throws {
    try withFolder { folder in
      let (a, b) = (try User(folder), try User(folder))
      #expect(try a.append([[1], [2]]) == [])
      #expect(try b.append([[3]], isDurable: false) == [[1], [2]])
      #expect(try a.append([[4]]) == [[1], [2], [3]])
      #expect(try b.append() == [[1], [2], [3], [4]])
      #expect(try User(folder).append() == [[1], [2], [3], [4]])
      #expect(try a.append() == [[1], [2], [3], [4]])
    }
  }

  @Test func aFileThatHasGrownIsWrittenAnewAndTheOtherUserFollows() throws {
    try withFolder { folder in
      let (a, b) = (try User(folder), try User(folder))
      try a.append()
      try b.append()
      var expected: [[UInt8]] = []
      var files: Set<UInt64> = []
      for round in 1..<60 as Range<UInt8> {
        let user = round % 2 == 0 ? a : b
        let record = [UInt8](repeating: round, count: 300)
        #expect(try user.append([record], isDurable: round % 3 == 0) == expected)
        expected.append(record)
        var status = stat()
        stat(folder.path("log"), &status)
        files.insert(UInt64(status.st_ino))
        #expect(status.st_mode & 0o777 == 0o600)
      }
      #expect(try User(folder).append() == expected)
      #expect(files.count > 1)
      #expect(!FileManager.default.fileExists(atPath: folder.path("log.new")))
    }
  }

  @Test
  func aLogThatWasRemovedUnderItsUsersIsUnreadableForEachHasItsPartOfItOnly()
    throws
  {
    try withFolder { folder in
      let (a, b) = (try User(folder), try User(folder))
      try a.append([[1]])
      try b.append([[2]])
      try FileManager.default.removeItem(atPath: folder.path("log"))
      #expect(a.failure() == .unreadable("it was removed while it was in use"))
      #expect(b.failure() == .unreadable("it was removed while it was in use"))
    }
  }

  @Test func aJournalThatWasRemovedIsWrittenAnewByTheOneThatHasIt() throws {
    try withFolder { folder in
      let user = try User(folder, isPlain: true)
      try user.append([[1]])
      try FileManager.default.removeItem(atPath: folder.path("log"))
      #expect(try user.append([[2]]) == [[1]])
      #expect(try User(folder, isPlain: true).append() == [[1], [2]])
    }
  }

  @Test func whatACrashHasTornOffIsCutOffWherever() throws {
    try withFolder { folder in
      try User(folder).append([[1], [2, 2]])
      let durable = try bytes(folder)
      let user = try User(folder, isPlain: true)
      try user.append([[3], [UInt8](repeating: 4, count: 100)], isDurable: false)
      let whole = try bytes(folder)
      for size in durable.count...whole.count {
        try folder.write("log", whole.prefix(size))
        let seen = try User(folder, isPlain: true).append()
        let expected = size == whole.count ? 4 : size < durable.count + 33 ? 2 : 3
        #expect(seen.count == expected, "\(size) bytes")
        // What is cut off is not read again, whatever is appended there.
        try User(folder, isPlain: true).append([[5]], isDurable: false)
        #expect(try User(folder, isPlain: true).append() == seen + [[5]])
      }
    }
  }

  @Test func aDamagedByteInWhatWasOnTheDiskMakesTheLogUnreadable() throws {
    try withFolder { folder in
      let user = try User(folder)
      try user.append([[1], [2, 2]])
      try user.append([[3]])
      let whole = try bytes(folder)
      // The last 32 bytes are the mark that says that all before it is on the disk.
      for index in 0..<whole.count - 32 {
        for bit in [0, 3, 7] {
          var damaged = whole
          damaged[index] ^= 1 << bit
          try folder.write("log", damaged)
          switch try User(folder).failure() {
          case .unreadable: break
          case let other: Issue.record("byte \(index): \(String(describing: other))")
          }
        }
      }
      for size in stride(from: 0, to: RecordLogTests.headerSize, by: 5) {
        try folder.write("log", whole.prefix(size))
        switch try User(folder).failure() {
        case .unreadable: break
        case let other: Issue.record("\(size) bytes: \(String(describing: other))")
        }
      }
      try folder.write("log", whole)
      #expect(try User(folder).append() == [[1], [2, 2], [3]])
    }
  }

  private static let headerSize = 24

  @Test func whatAnotherVersionHasWrittenIsNotTouched() throws {
    try withFolder { folder in
      try User(folder).append([[1]])
      let before = try bytes(folder)
      #expect(
        try User(folder, contents: 2).failure()
          == .unreadable("its records are of version 1; this program reads 2"))
      #expect(try bytes(folder) == before)
      // A record that its user does not understand.
      try User(folder).append([[0]])
      switch try User(folder).failure() {
      case .unreadable(let reason): #expect(reason.contains("makes no sense"))
      case let other: Issue.record("\(String(describing: other))")
      }
    }
  }

  @Test func aFileThatGotShorterUnderItsUserIsUnreadable() throws {
    try withFolder { folder in
      let user = try User(folder)
      try user.append([[1], [2]])
      truncate(folder.path("log"), 60)
      #expect(user.failure() == .unreadable("it is shorter than it was"))
    }
  }

  @Test func aRecordThatIsTooLongOrEmptyIsRefusedAndTheLogGoesOn() throws {
    try withFolder { folder in
      let user = try User(folder)
      for record in [[UInt8](repeating: 1, count: 4_097), []] {
        switch user.failure([record]) {
        case .notWritten: break
        case let other: Issue.record("\(String(describing: other))")
        }
      }
      let longest = [UInt8](repeating: 1, count: 4_096)
      try user.append([longest])
      #expect(try User(folder).append() == [longest])
    }
  }

  @Test func aPlainJournalTakesNoLockAndItsRecordsSurviveTheProcess() throws {
    try withFolder { folder in
      let user = try User(folder, isPlain: true)
      try user.append([[1]])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log"])
      #expect(try User(folder, isPlain: true).append() == [[1]])
    }
  }

  @Test func aLinkAFolderOrAPipeInItsPlaceIsNotFollowed() throws {
    try withFolder { folder in
      try folder.write("elsewhere", [])
      symlink(folder.path("elsewhere"), folder.path("log"))
      expectUnavailable(try User(folder).failure())
      unlink(folder.path("log"))
      mkfifo(folder.path("log"), 0o600)
      expectUnavailable(try User(folder).failure())
      unlink(folder.path("log"))
      mkdir(folder.path("log"), 0o700)
      expectUnavailable(try User(folder).failure())
    }
  }

  private func expectUnavailable(_ failure: RecordLogFailure?) {
    switch failure {
    case .unavailable: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }
}
