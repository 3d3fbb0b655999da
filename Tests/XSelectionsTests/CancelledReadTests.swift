import DisplaySelections
import DragModel
import DragSystem
import Harness
import Testing

@testable import XSelections

/// Reads that end at the moment when their owner has answered.
@Suite struct CancelledReadTests {
  /// The owner has announced chunks, and the read does not know it yet. The next read needs the owner, which serves one
  /// program at a time.
  @Test func anAnnouncedTransferIsTakenToItsEnd() throws {
    try XSession.run { session in
      _ = try session.owner("honest", 20_000, 4_001)
      let loop = try EventLoop()
      let pool = WorkerPool(remote: loop.remote, threads: 4, perLane: 2)
      var connected: XDisplay?
      XDisplay.connect(to: session.display, on: loop, pool: pool, managesClipboard: false) {
        connected = try? $0.get()
      }
      try turn(loop) { connected != nil }
      let display = try #require(connected)
      let (pipe, cancelled) = (try OpenPipe(), try OpenPipe())
      var ends: [ReadEnd] = []
      func read(into pipe: OpenPipe) throws -> ReadID {
        display.read("text/plain", of: .clipboard, into: try pipe.writer.duplicate()) {
          ends.append($0)
        }
      }
      // A read may be over before this sees it wait for the server.
      var first: ReadID?
      while first == nil {
        let (before, new) = (ends.count, try read(into: cancelled))
        try turn(loop) {
          display.reads[new]?.state.waiting == .server || ends.count > before
        }
        if ends.count == before { first = new }
      }
      ends = []
      try display.cancel(#require(first))
      _ = try read(into: pipe)
      try turn(loop) { ends.count == 2 }
      #expect(ends == [.cancelled, .complete(bytes: 20_000)])
      #expect(try pipe.reader.read(upTo: 65_536) == Sample.cycle(20_000, period: 251))
      display.close()
    }
  }

  private func turn(_ loop: EventLoop, until isDone: () -> Bool) throws {
    let deadline = ContinuousClock.now + Timeout.usual
    while !isDone() {
      guard ContinuousClock.now < deadline else { throw HarnessFailure("it has not come") }
      loop.turn(timeout: 100)
    }
  }
}

private final class OpenPipe {
  let writer: OwnedFileDescriptor
  let reader: OwnedFileDescriptor

  init() throws {
    let pipe = try Pipe()
    writer = pipe.writer
    reader = pipe.reader
  }
}
