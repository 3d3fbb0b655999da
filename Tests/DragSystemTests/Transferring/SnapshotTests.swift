import DragSystem
import Foundation
import Harness
import Testing

@Suite struct SnapshotTests {
  let bench: MoverBench
  let folder: ScratchFolder
  let allowance = MemoryAllowance(limit: 64 << 20)

  init() throws {
    bench = try MoverBench()
    folder = try ScratchFolder()
  }

  func placement(threshold: UInt64 = 32 << 20) -> ContentPlacement {
    ContentPlacement(memoryThreshold: threshold, allowance: allowance, folder: folder.path)
  }

  func file(_ count: Int) throws -> (number: Int32, identity: FileIdentity, held: PeerDescriptor) {
    let descriptor = try folder.file("content")
    try descriptor.write(all: Stream.bytes(count))
    let identity = try FileStatus(of: descriptor).identity
    let number = descriptor.rawValue
    return (number, identity, PeerDescriptor(descriptor, lane: "peer", pool: bench.pool))
  }

  func makeSnapshot(
    _ held: PeerDescriptor, size: Int, identity: FileIdentity?, _ placement: ContentPlacement
  ) -> Snapshot {
    Snapshot(
      of: held, size: UInt64(size), identity: identity, placement: placement, pool: bench.pool,
      loop: bench.loop, report: bench.note)
  }

  @Test(arguments: [0, 1, 100_000, 20 << 20], [UInt64(32 << 20), 0])
  func aSnapshotIsEqual(size: Int, threshold: UInt64) throws {
    let (_, identity, held) = try file(size)
    let snapshot = makeSnapshot(
      held, size: size, identity: identity, placement(threshold: threshold))
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    let content = try #require(snapshot.content)
    #expect(content.isInMemory == (UInt64(size) <= threshold))
    #expect(content.size == size)
    #expect(try holdsStream(content, size))
    #expect(bench.totals.last ?? 0 == UInt64(size))
  }

  @Test func aSnapshotStaysWhenTheFileIsWritten() throws {
    let (number, identity, held) = try file(1000)
    let snapshot = makeSnapshot(held, size: 1000, identity: identity, placement())
    #expect(bench.turnUntilTheEnd() == .ended(total: 1000))
    #expect(pwrite(number, "changed", 7, 0) == 7)
    #expect(try holdsStream(snapshot.content, 1000))
  }

  @Test func aFileThatWasWrittenSinceItWasSeenHasChanged() throws {
    let (number, identity, held) = try file(1000)
    #expect(pwrite(number, "x", 1, 1000) == 1)
    let snapshot = makeSnapshot(held, size: 1000, identity: identity, placement())
    #expect(bench.turnUntilTheEnd() == .changed)
    #expect(snapshot.content == nil)
  }

  @Test func aFileWithFewerBytesIsShort() throws {
    let (_, _, held) = try file(1000)
    let snapshot = makeSnapshot(held, size: 1001, identity: nil, placement())
    #expect(bench.turnUntilTheEnd() == .short(total: 1000))
    #expect(snapshot.content == nil)
  }

  @Test func noRoomIsAnError() throws {
    let (_, _, held) = try file(1000)
    let full = makeSnapshot(
      held, size: 1000, identity: nil, .memoryOnly(MemoryAllowance(limit: 999)))
    guard case .failed(let error) = bench.turnUntilTheEnd() else {
      Issue.record("\(String(describing: bench.end))")
      return
    }
    #expect(error.isNoSpace)
    #expect(full.content == nil)
  }

  @Test func aCancelledSnapshotGivesItsMemoryBack() throws {
    let (_, _, held) = try file(20 << 20)
    // The worker may be done by the time the loop hears of the first portion: what counts is that
    // nothing is reported, and nothing kept, after the loop has cancelled.
    var snapshot: Snapshot?
    snapshot = Snapshot(
      of: held, size: 20 << 20, identity: nil, placement: placement(), pool: bench.pool,
      loop: bench.loop
    ) { [bench] report in
      bench.note(report)
      snapshot?.cancel()
    }
    #expect(bench.loop.turn { !bench.reports.isEmpty })
    snapshot = nil
    #expect(bench.loop.turn { allowance.used == 0 })
    #expect(bench.end == nil)
  }

  @Test(
    .enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"),
    arguments: [HangingFileSystem.Operation.getattr, .read])
  func aDeadMountHangsItsLaneOnly(operation: HangingFileSystem.Operation) throws {
    let dead = try HangingFileSystem()
    defer { dead.close() }
    try dead.limitHangingToThisProcess()
    let descriptor = OwnedFileDescriptor(adopting: open(dead.file, O_RDONLY | O_CLOEXEC))
    let identity = try FileStatus(of: descriptor).identity
    try dead.hang(operation)
    let held = PeerDescriptor(descriptor, lane: "dead", pool: bench.pool)
    var snapshot: Snapshot? = makeSnapshot(held, size: 1000, identity: identity, placement())
    #expect(
      bench.loop.turn { (try? dead.waitUntilHung(operation, within: .milliseconds(1))) != nil })
    let start = bench.loop.now
    snapshot?.cancel()
    snapshot = nil
    bench.loop.turn(timeout: 0)
    #expect(bench.loop.now - start < 1_000_000)
    let (_, _, other) = try file(1000)
    let alive = makeSnapshot(other, size: 1000, identity: nil, placement())
    #expect(bench.turnUntilTheEnd() == .ended(total: 1000))
    #expect(alive.content != nil)
    #expect(bench.reports == [.transferred(total: 1000), .ended(total: 1000)])
  }

  @Test func noDescriptorIsLeftAfterAnyEnd() async {
    await #expect(processExitsWith: .success) { try snapshotsLeaveNothing() }
  }
}

private func snapshotsLeaveNothing() throws {
  let bench = try MoverBench()
  let folder = try ScratchFolder()
  let allowance = MemoryAllowance(limit: 1 << 30)
  let before = openDescriptors()
  for way in 0..<4 {
    let file = try folder.file("content")
    try file.write(all: Stream.bytes(3 << 20))
    let placement = ContentPlacement(
      memoryThreshold: way == 0 ? 0 : 1 << 30, allowance: allowance, folder: folder.path)
    var snapshot: Snapshot? = Snapshot(
      of: PeerDescriptor(file, lane: "peer", pool: bench.pool),
      size: way == 2 ? 4 << 20 : 3 << 20, identity: nil, placement: placement,
      pool: bench.pool, loop: bench.loop, report: bench.note)
    if way == 3 { snapshot?.cancel() }
    #expect(bench.loop.turn { snapshot?.isOver == true })
    snapshot = nil
  }
  if !bench.loop.turn(until: { openDescriptors() == before && allowance.used == 0 }) {
    Issue.record("\(before) became \(openDescriptors())")
  }
}
