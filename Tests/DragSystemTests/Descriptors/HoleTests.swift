import CLinux
import DragSystem
import Foundation
import Harness
import Testing

/// Files with holes: a copy has them too, and costs its data only.
@Suite struct HoleTests {
  let bench: MoverBench
  let folder: ScratchFolder
  static let size = 200 << 20
  /// Where there is data, and where the file ends in a hole.
  static let places = [0, 7 << 20, 100_000_000]

  init() throws {
    bench = try MoverBench()
    folder = try ScratchFolder()
  }

  private func sparse(_ name: String) throws -> OwnedFileDescriptor {
    let file = try folder.file(name)
    let number = file.rawValue
    for place in Self.places { #expect(pwrite(number, "data", 4, place) == 4) }
    #expect(ftruncate(number, Self.size) == 0)
    return file
  }

  private func expectCopy(_ copy: borrowing OwnedFileDescriptor) throws {
    var status = stat()
    guard fstat(copy.rawValue, &status) == 0 else { throw Failed(call: "fstat") }
    let (size, allocated) = (Int(status.st_size), Int(status.st_blocks) * 512)
    #expect(size == Self.size)
    #expect(allocated < 1 << 20)
    for place in Self.places {
      let bytes = try copy.read(upTo: 8, at: UInt64(place))
      #expect(bytes == Array("data".utf8) + [0, 0, 0, 0])
    }
    let end = try copy.read(upTo: 8, at: UInt64(Self.size - 8))
    #expect(end == Array(repeating: 0, count: 8))
  }

  @Test func aCopyHasTheHolesOfItsSource() throws {
    let source = try sparse("source")
    let copy = try folder.file("copy")
    // All duplicates of the descriptor share its position.
    let number = source.rawValue
    #expect(lseek(number, 5, SEEK_SET) == 5)
    let count = try Copy.bytes(UInt64(Self.size), from: source, to: copy)
    #expect(count == UInt64(Self.size))
    try expectCopy(copy)
    let isOpen = source.rawValue == number
    #expect(isOpen && lseek(number, 0, SEEK_CUR) == 5)
  }

  @Test func whatIsThereAlreadyIsOverwrittenByAHole() throws {
    let source = try sparse("source")
    let copy = try folder.file("copy")
    try copy.write(all: Array(repeating: 1, count: 2 << 20))
    let count = try Copy.bytes(4 << 20, from: source, to: copy)
    #expect(count == 4 << 20)
    let bytes = try copy.read(upTo: 8, at: 1 << 20)
    #expect(bytes == Array(repeating: 0, count: 8))
  }

  @Test func aCopyStopsBetweenDataAndHoleWhenItIsTold() throws {
    let source = try sparse("source")
    let copy = try folder.file("copy")
    let count = try Copy.bytes(UInt64(Self.size), from: source, to: copy) { $0 < 5 << 20 }
    #expect(count == 7 << 20)
  }

  @Test func aFileThatBecomesShorterIsNoHoleToItsFormerEnd() throws {
    let source = try sparse("source")
    let number = source.rawValue
    let copy = try folder.file("copy")
    let count = try Copy.bytes(UInt64(Self.size), from: source, to: copy) { done in
      // Where the copy has come to, and behind it.
      if done >= 7 << 20 { ftruncate(number, 7 << 20) }
      return true
    }
    #expect(count == 7 << 20)
  }

  @Test(arguments: [UInt64.max, 0])
  func aSnapshotHasTheHolesAndTakesRoomForItsDataOnly(threshold: UInt64) throws {
    let allowance = MemoryAllowance(limit: 1 << 20)
    let source = try sparse("source")
    let identity = try FileStatus(of: source).identity
    let placement = ContentPlacement(
      memoryThreshold: threshold, allowance: allowance, folder: folder.path)
    let snapshot = Snapshot(
      of: PeerDescriptor(source, lane: "peer", pool: bench.pool), size: UInt64(Self.size),
      identity: identity, room: CopyRoom(1 << 20), placement: placement, pool: bench.pool,
      loop: bench.loop, report: bench.note)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(Self.size)))
    let content = try #require(snapshot.content)
    #expect(content.size == UInt64(Self.size))
    #expect(content.isInMemory == (threshold > 0))
    #expect(snapshot.written > 0 && snapshot.written < 1 << 20)
    #expect(allowance.used == (threshold > 0 ? snapshot.written : 0))
    let copy = try content.reopenReadOnly()
    try expectCopy(copy)
  }
}

/// Files that are written from bytes: blocks of zeros become holes.
@Suite struct SparseWritingTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Data in three places, and zeros between them, before and after.
  private static let content: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 3 << 20)
    for place in [100_000, 1 << 20, 2_500_000] {
      bytes.replaceSubrange(place..<place + 5, with: [1, 0, 2, 0, 3])
    }
    return bytes
  }()

  private func allocated(_ file: borrowing OwnedFileDescriptor) throws -> Int {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw Failed(call: "fstat") }
    return Int(status.st_blocks) * 512
  }

  @Test(arguments: [1000, 4096, 65_537, 3 << 20])
  func zerosBecomeHolesInWhateverPiecesTheyCome(piece: Int) throws {
    let file = try folder.file("file")
    var rest = Self.content[...]
    while !rest.isEmpty {
      try file.write(sparsely: Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    try file.endAtPosition()
    let bytes = try file.read(upTo: 4 << 20, at: 0)
    #expect(holds { bytes == Self.content })
    #expect(try allocated(file) <= 3 * 4096)
  }

  @Test func dataIsWrittenWhole() throws {
    let file = try folder.file("file")
    let bytes = pattern(100_000)
    try file.write(sparsely: bytes)
    try file.write(sparsely: [])
    try file.write(sparsely: bytes)
    try file.endAtPosition()
    let written = try file.read(upTo: 300_000, at: 0)
    #expect(holds { written == bytes + bytes })
  }

  @Test func aFileThatAppearsWholeHasItsHoles() throws {
    let path = "\(folder.path)/whole"
    var file = try UnfinishedFile(at: path)
    try file.write(Self.content)
    try file.commit(replacing: false)
    let written = try folder.file("whole", O_RDONLY)
    let bytes = try written.read(upTo: 4 << 20, at: 0)
    #expect(holds { bytes == Self.content })
    #expect(try allocated(written) <= 3 * 4096)
  }

  @Test func aDrainMakesHolesOfZeros() throws {
    let source = try folder.file("source")
    try source.write(all: Self.content)
    try source.setPosition(0)
    let file = try folder.file("file")
    var drain = Drain(from: source, to: try file.duplicate(), makesHoles: true)
    while try drain.step() == .copied {}
    #expect(drain.byteCount == UInt64(Self.content.count))
    let bytes = try file.read(upTo: 4 << 20, at: 0)
    #expect(holds { bytes == Self.content })
    #expect(try allocated(file) <= 3 * 4096)
  }

  @Test func aClaimOfMuchTakesNoMoreMemoryThanThereAreBytes() throws {
    let memory = try Memfd.create("test")
    try memory.write(all: [1, 2, 3])
    let number = memory.rawValue
    #expect(ftruncate(number, 3 << 20) == 0)
    let bytes = try memory.read(claimed: 3 << 20)
    #expect(holds { bytes == [1, 2, 3] + [UInt8](repeating: 0, count: (3 << 20) - 3) })
    #expect(try memory.read(claimed: 2) == [1, 2])
    // It is shorter than it was when it was looked at.
    #expect(try memory.read(claimed: 10 << 20).count == 3 << 20)
    #expect(throws: SystemError("read", errno: ENOMEM)) { try memory.read(claimed: 1 << 62) }
  }
}

/// What a copy may take, however fast it comes.
@Suite struct CopyRoomTests {
  let bench: MoverBench
  let folder: ScratchFolder

  init() throws {
    bench = try MoverBench()
    folder = try ScratchFolder()
  }

  private var onDisk: ContentPlacement {
    ContentPlacement(
      memoryThreshold: 0, allowance: MemoryAllowance(limit: 0), folder: folder.path)
  }

  /// Bytes of the unlinked file that is being written.
  private func bytesOnDisk() -> UInt64 {
    let files = descriptors { $0.hasPrefix(folder.path) && $0.hasSuffix("(deleted)") }
    return files.reduce(0) { sum, file in
      var status = stat()
      stat("/proc/self/fd/\(file.prefix { $0 != " " })", &status)
      return sum + UInt64(status.st_size)
    }
  }

  @Test func anEndlessSourceIsStoppedAtTheRoomUntilThereIsMore() throws {
    let pipe = try Pipe()
    let writer = number(pipe.writer)
    let room = CopyRoom(300_000)
    let collector = Collector(
      from: pipe.reader, room: room, placement: onDisk, lane: "a", pool: bench.pool,
      loop: bench.loop, report: bench.note)
    Stream.send(5_000_000, to: writer)
    for bytes in [UInt64(300_000), 300_001, 4_000_000] {
      room.grow(to: bytes)
      collector.resume()
      #expect(
        bench.loop.turn { bench.reports.last == .roomWanted && collector.total == bytes })
      #expect(bytesOnDisk() == bytes)
    }
    // A copy that takes exactly the room that there is asks for no more.
    let asked = bench.reports.count { $0 == .roomWanted }
    room.grow(to: 5_000_000)
    collector.resume()
    #expect(bench.turnUntilTheEnd() == .ended(total: 5_000_000))
    #expect(bench.reports.count { $0 == .roomWanted } == asked)
    #expect(try holdsStream(collector.content, 5_000_000))
  }

  @Test func aSnapshotIsStoppedAtTheRoom() throws {
    let file = try folder.file("content")
    try file.write(all: Stream.bytes(5_000_000))
    let room = CopyRoom(0)
    let snapshot = Snapshot(
      of: PeerDescriptor(file, lane: "peer", pool: bench.pool), size: 5_000_000, identity: nil,
      room: room, placement: onDisk, pool: bench.pool, loop: bench.loop, report: bench.note)
    for bytes in [UInt64(0), 1_500_000] {
      room.grow(to: bytes)
      snapshot.resume()
      #expect(
        bench.loop.turn { bench.reports.last == .roomWanted && snapshot.total == bytes })
    }
    room.grow(to: .max)
    snapshot.resume()
    #expect(bench.turnUntilTheEnd() == .ended(total: 5_000_000))
    #expect(snapshot.written == 5_000_000)
    #expect(try holdsStream(snapshot.content, 5_000_000))
  }

  @Test func aCopyThatWaitsForRoomGivesItsDiskBackWhenItIsCancelled() throws {
    let pipe = try Pipe()
    let writer = number(pipe.writer)
    let collector = Collector(
      from: pipe.reader, room: CopyRoom(100_000), placement: onDisk, lane: "a", pool: bench.pool,
      loop: bench.loop, report: bench.note)
    Stream.send(5_000_000, to: writer)
    #expect(bench.loop.turn { bench.reports.last == .roomWanted })
    #expect(bytesOnDisk() == 100_000)
    collector.cancel()
    #expect(bench.loop.turn { bytesOnDisk() == 0 })
    collector.resume()
    #expect(bench.reports.last == .roomWanted)
  }

  @Test func aPromiseTakesNoMemoryBeforeAByteComes() throws {
    let allowance = MemoryAllowance(limit: 64 << 20)
    let pipe = try Pipe()
    let writer = number(pipe.writer)
    let collector = Collector(
      from: pipe.reader, limit: 32 << 20, placement: .memoryOnly(allowance), lane: "a",
      pool: bench.pool, loop: bench.loop, report: bench.note)
    write(writer, "x", 1)
    #expect(bench.loop.turn { collector.total == 1 })
    #expect(allowance.used <= 1 << 20)
    close(writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 1))
    #expect(allowance.used == 1)
  }

  @Test func aShareIsTakenOfTheWholeAndOneDoesNotTakeAnothers() {
    let whole = MemoryAllowance(limit: 100)
    let one = MemoryAllowance(limit: 60, of: whole)
    let other = MemoryAllowance(limit: 60, of: whole)
    let first = MemoryCharge(60, of: one)
    #expect(one.used == 60 && whole.used == 60)
    let beyondTheShare = MemoryCharge(1, of: one)
    #expect(one.used == 60 && whole.used == 60)
    let beyondTheWhole = MemoryCharge(41, of: other)
    #expect(other.used == 0 && whole.used == 60)
    let fits = MemoryCharge(40, of: other)
    #expect(other.used == 40 && whole.used == 100)
    drop(first)
    drop(beyondTheShare)
    drop(beyondTheWhole)
    drop(fits)
    #expect(one.used == 0 && other.used == 0 && whole.used == 0)

    func drop(_ charge: consuming MemoryCharge?) {}
  }

  @Test func whatIsKeptOfAWholeIsForThoseThatHaveLittleOfIt() {
    let whole = MemoryAllowance(limit: 100)
    func part() -> MemoryAllowance { MemoryAllowance(of: whole, common: 80, little: 5) }
    let (greedy, modest) = (part(), part())
    let most = MemoryCharge(80, of: greedy)
    let more = MemoryCharge(1, of: greedy)
    #expect(greedy.used == 80)
    let little = MemoryCharge(5, of: modest)
    let tooMuch = MemoryCharge(1, of: modest)
    #expect(modest.used == 5 && whole.used == 85)
    drop(most)
    // Now there is enough for all again.
    let much = MemoryCharge(70, of: modest)
    #expect(modest.used == 75 && whole.used == 75)
    drop(more)
    drop(little)
    drop(tooMuch)
    drop(much)
    #expect(whole.used == 0 && greedy.used == 0 && modest.used == 0)

    func drop(_ charge: consuming MemoryCharge?) {}
  }
}
