import DragSystem
import Foundation
import Harness
import Testing

@Suite struct CollectorTests {
  let bench: MoverBench
  let folder: ScratchFolder
  let allowance = MemoryAllowance(limit: 8 << 20)

  init() throws {
    bench = try MoverBench()
    folder = try ScratchFolder()
  }

  func placement(threshold: UInt64 = 4 << 20) -> ContentPlacement {
    ContentPlacement(memoryThreshold: threshold, allowance: allowance, folder: folder.path)
  }

  func collect(
    _ placement: ContentPlacement, limit: UInt64? = nil
  ) throws -> (collector: Collector, writer: Int32) {
    let pipe = try Pipe()
    let writer = number(pipe.writer)
    let collector = Collector(
      from: pipe.reader, limit: limit, placement: placement, lane: "a", pool: bench.pool,
      loop: bench.loop, report: bench.note)
    return (collector, writer)
  }

  @Test(arguments: [0, 1, 70_000, 3 << 20])
  func smallContentIsSealedInMemory(size: Int) throws {
    let (collector, writer) = try collect(placement())
    Stream.send(size, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    let content = try #require(collector.content)
    #expect(content.size == size)
    #expect(content.isInMemory)
    #expect(content.descriptor.withDescriptor { Memfd.isFullySealed($0) })
    #expect(try holdsStream(content, size))
    #expect(allowance.used == size)
  }

  @Test func theChargeGoesWithTheContent() throws {
    var (collector, writer): (Collector?, Int32) = try collect(placement())
    Stream.send(100_000, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 100_000))
    var content = collector?.content
    collector = nil
    #expect(allowance.used == 100_000)
    #expect(content != nil)
    content = nil
    // A worker may be about to let go of it.
    #expect(bench.loop.turn { allowance.used == 0 })
    writer = -1
  }

  @Test func contentAboveTheThresholdGoesToAFileWithoutAName() throws {
    let size = 6 << 20
    let (collector, writer) = try collect(placement())
    Stream.send(size, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    let content = try #require(collector.content)
    #expect(!content.isInMemory)
    #expect(try holdsStream(content, size))
    #expect(allowance.used == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// Content that may not be on a disk needs no more memory than it takes, although more might have come.
  @Test func littleContentOfUnknownSizeFitsIntoLittleMemory() throws {
    let little = MemoryAllowance(limit: 1_000)
    let (collector, writer) = try collect(.memoryOnly(little))
    Stream.send(1_000, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 1_000))
    #expect(try holdsStream(collector.content, 1_000))
    #expect(little.used == 1_000)
  }

  @Test func contentGoesToAFileWhenTheMemoryIsTaken() throws {
    let taken = MemoryCharge(7 << 20, of: allowance)
    let size = 2 << 20
    let (collector, writer) = try collect(placement())
    Stream.send(size, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    #expect(collector.content?.isInMemory == false)
    #expect(try holdsStream(collector.content, size))
    keep(taken)

    func keep(_ charge: consuming MemoryCharge?) {}
  }

  @Test func contentThatMayNotTouchADiskFailsWhenTheMemoryIsTaken() throws {
    let (collector, writer) = try collect(.memoryOnly(MemoryAllowance(limit: 1 << 20)))
    Stream.send(2 << 20, to: writer)
    guard case .failed(let error) = bench.turnUntilTheEnd() else {
      Issue.record("\(String(describing: bench.end))")
      return
    }
    #expect(error.isNoSpace)
    #expect(collector.content == nil)
  }

  @Test func aFolderThatIsNotThereIsAnError() throws {
    let nowhere = ContentPlacement(
      memoryThreshold: 0, allowance: allowance, folder: folder.path + "/nowhere")
    let (mover, writer) = try collect(nowhere)
    Stream.send(1, to: writer)
    #expect(bench.turnUntilTheEnd() == .failed(SystemError("open", errno: ENOENT)))
    #expect(mover.isOver)
  }

  @Test(arguments: [1 << 20, 5 << 20])
  func aSourceOverItsLimitIsStopped(limit: Int) throws {
    let (collector, writer) = try collect(placement(), limit: UInt64(limit))
    Stream.send(limit + 1, to: writer)
    #expect(bench.turnUntilTheEnd() == .limitExceeded)
    #expect(collector.content == nil)
    #expect(bench.loop.turn { allowance.used == 0 })
  }

  @Test(arguments: [1 << 20, 5 << 20])
  func aSourceAtItsLimitIsFine(limit: Int) throws {
    let (collector, writer) = try collect(placement(), limit: UInt64(limit))
    Stream.send(limit, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(limit)))
    #expect(try holdsStream(collector.content, limit))
  }

  @Test func everyRecipientGetsADescriptorThatSharesNothing() throws {
    let (collector, writer) = try collect(placement(threshold: 0))
    Stream.send(1000, to: writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 1000))
    let content = try #require(collector.content)
    let one = try content.reopenReadOnly()
    let other = try content.reopenReadOnly()
    #expect(try one.read(upTo: 600).count == 600)
    #expect(try other.readToEnd()?.count == 1000)
    #expect(try one.accessMode() == .readOnly)
  }

  @Test func noDescriptorIsLeftAfterAnyEnd() async {
    await #expect(processExitsWith: .success) { try collectorsLeaveNothing() }
  }
}

private func collectorsLeaveNothing() throws {
  let bench = try MoverBench()
  let folder = try ScratchFolder()
  let allowance = MemoryAllowance(limit: 1 << 30)
  let before = openDescriptors()
  for way in 0..<5 {
    let pipe = try Pipe()
    let writer = number(pipe.writer)
    let placement = ContentPlacement(
      memoryThreshold: way == 0 ? 1 << 20 : 1000, allowance: allowance, folder: folder.path)
    var collector: Collector? = Collector(
      from: pipe.reader, limit: way == 3 ? 50_000 : nil, placement: placement, lane: "a",
      pool: bench.pool, loop: bench.loop, report: bench.note)
    if way == 2 {
      write(writer, "hello", 5)
      bench.loop.turn(timeout: 20)
      collector?.cancel()
      close(writer)
    } else {
      Stream.send(100_000, to: writer)
    }
    #expect(bench.loop.turn { collector?.isOver == true })
    collector = nil
  }
  if !bench.loop.turn(until: { openDescriptors() == before }) {
    Issue.record("\(before) became \(openDescriptors())")
  }
  #expect(allowance.used == 0)
}
