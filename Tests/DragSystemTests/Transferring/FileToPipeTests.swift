import DragSystem
import Foundation
import Harness
import Testing

@Suite struct FileToPipeTests {
  let bench: MoverBench
  let folder: ScratchFolder

  init() throws {
    bench = try MoverBench()
    folder = try ScratchFolder()
  }

  enum Place: CaseIterable { case memory, file }

  /// A file with the stream's beginning in it.
  func content(_ count: Int, in place: Place) throws -> PeerDescriptor {
    let descriptor: OwnedFileDescriptor
    switch place {
    case .memory:
      descriptor = try Memfd.create("test")
      try descriptor.write(all: Stream.bytes(count))
      try Memfd.seal(descriptor)
    case .file:
      descriptor = try folder.file("content")
      try descriptor.write(all: Stream.bytes(count))
    }
    return PeerDescriptor(descriptor, lane: "peer", pool: bench.pool)
  }

  func feed(
    _ file: PeerDescriptor, size: UInt64, capacity: Int = 1 << 20
  ) throws -> (copier: FileToPipe, reader: Int32) {
    let pipe = try Pipe(capacity: capacity)
    let reader = number(pipe.reader)
    let copier = FileToPipe(
      from: file, size: size, to: pipe.writer, pool: bench.pool, loop: bench.loop,
      report: bench.note)
    return (copier, reader)
  }

  @Test(arguments: [Place.memory, .file], [0, 1, 100_000, 33 << 20])
  func contentArrivesWhole(place: Place, size: Int) throws {
    let (copier, reader) = try feed(content(size, in: place), size: UInt64(size))
    let received = Collected<Int>()
    Stream.receive(from: reader, into: received)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    #expect(bench.loop.turn { received.all == [size] })
    #expect(!copier.hasUnreadBytes)
    #expect(copier.isOver)
    #expect(bench.totals.last ?? 0 == UInt64(size))
  }

  @Test(arguments: [Place.memory, .file])
  func onlyTheGivenSizeIsSent(place: Place) throws {
    let (mover, reader) = try feed(content(100_000, in: place), size: 70_000)
    let received = Collected<Int>()
    Stream.receive(from: reader, into: received)
    #expect(bench.turnUntilTheEnd() == .ended(total: 70_000))
    #expect(mover.isOver)
    #expect(bench.loop.turn { received.all == [70_000] })
  }

  @Test(arguments: [Place.memory, .file])
  func aFileThatIsShorterIsReported(place: Place) throws {
    let (mover, reader) = try feed(content(100_000, in: place), size: 100_001)
    let received = Collected<Int>()
    Stream.receive(from: reader, into: received)
    #expect(bench.turnUntilTheEnd() == .short(total: 100_000))
    #expect(mover.isOver)
    #expect(bench.loop.turn { received.all == [100_000] })
  }

  @Test func aFileSystemThatDoesNotSpliceIsReadInstead() throws {
    // /proc knows no splice.
    let status = OwnedFileDescriptor(adopting: open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC))
    let size = try #require(try status.readToEnd()).count
    #expect(size > 0)
    let (mover, reader) = try feed(
      PeerDescriptor(status, lane: "peer", pool: bench.pool), size: UInt64(size))
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    #expect(mover.isOver)
    let end = OwnedFileDescriptor(adopting: reader)
    #expect(try end.readToEnd()?.count == size)
  }

  @Test(arguments: [Place.memory, .file])
  func aSlowDestinationIsWaitedFor(place: Place) throws {
    let size = 1 << 20
    let (copier, reader) = try feed(content(size, in: place), size: UInt64(size), capacity: 65_536)
    #expect(bench.loop.turn { copier.waitingFor == .destination })
    #expect(bench.end == nil)
    let received = Collected<Int>()
    Stream.receive(from: reader, into: received)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    #expect(bench.loop.turn { received.all == [size] })
  }

  @Test func aDestinationThatClosesEarlyIsReported() throws {
    let (copier, reader) = try feed(content(1 << 20, in: .file), size: 1 << 20, capacity: 65_536)
    #expect(bench.loop.turn { copier.waitingFor == .destination })
    close(reader)
    guard case .destinationClosed(let unread) = bench.turnUntilTheEnd() else {
      Issue.record("\(String(describing: bench.end))")
      return
    }
    #expect(unread > 0)
  }

  @Test(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
  func aDeadMountHangsNeitherTheLoopNorTheDestinationNorOthers() throws {
    let dead = try HangingFileSystem()
    defer { dead.close() }
    try dead.limitHangingToThisProcess()
    let file = OwnedFileDescriptor(adopting: open(dead.file, O_RDONLY | O_CLOEXEC))
    try dead.hang(.read, .flush)
    var (copier, reader): (FileToPipe?, Int32) = try feed(
      PeerDescriptor(file, lane: "dead", pool: bench.pool), size: 1000)
    #expect(
      bench.loop.turn { (try? dead.waitUntilHung(.read, within: .milliseconds(1))) != nil })
    #expect(bench.reports.isEmpty)
    #expect(copier?.waitingFor == .source)
    // The destination's pipe answers: no thread holds its lock.
    let end = OwnedFileDescriptor(adopting: reader)
    #expect(try end.unreadBytes() == 0)
    reader = -1
    let start = bench.loop.now
    copier?.cancel()
    copier = nil
    bench.loop.turn(timeout: 0)
    #expect(bench.loop.now - start < 1_000_000)
    // The pipe also ends, for a reader that waits in it.
    #expect(try end.read(upTo: 1) == [])
    let (mover, other) = try feed(content(1000, in: .file), size: 1000)
    #expect(bench.turnUntilTheEnd() == .ended(total: 1000))
    #expect(mover.isOver)
    close(other)
  }

  @Test func noDescriptorIsLeftAfterAnyEnd() async {
    await #expect(processExitsWith: .success) { try copiersLeaveNothing() }
  }
}

private func copiersLeaveNothing() throws {
  let bench = try MoverBench()
  let folder = try ScratchFolder()
  let before = openDescriptors()
  for way in 0..<4 {
    let file = try folder.file("content")
    try file.write(all: Stream.bytes(200_000))
    let held = PeerDescriptor(file, lane: "peer", pool: bench.pool)
    let pipe = try Pipe(capacity: 65_536)
    let reader = number(pipe.reader)
    var copier: FileToPipe? = FileToPipe(
      from: held, size: way == 3 ? 300_000 : 200_000, to: pipe.writer, pool: bench.pool,
      loop: bench.loop, report: bench.note)
    bench.loop.turn(timeout: 20)
    switch way {
    case 0: close(reader)
    case 1:
      copier?.cancel()
      close(reader)
    default: Stream.receive(from: reader, into: Collected<Int>())
    }
    let isCancelled = way == 1
    #expect(bench.loop.turn { isCancelled || copier?.isOver == true })
    copier = nil
  }
  if !bench.loop.turn(until: { openDescriptors() == before }) {
    Issue.record("\(before) became \(openDescriptors())")
  }
}
