import DragSystem
import Testing

/// A loop on which time stands until it is told to pass.
@Suite struct StandingTimeTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop(isStanding: true) }

  private func after(_ seconds: UInt64, _ work: @escaping () -> Void) {
    loop.after(microseconds: seconds * 1_000_000, then: work)
  }

  @Test func `timers fire when time passes, each at its own time`() {
    let start = loop.time
    var fired: [UInt64] = []
    func note() { fired.append((loop.now - start.monotonic) / 1_000_000) }
    after(20) { note() }
    after(10) {
      note()
      // Due before the other one that is set already, and after it.
      after(5) { note() }
      after(15) { note() }
    }
    after(31) { note() }
    loop.turn(timeout: 0)
    #expect(fired.isEmpty)
    var isThere = false
    loop.advance(by: 30_000_000) { isThere = true }
    #expect(loop.turn(until: { isThere }))
    #expect(fired == [10, 15, 20, 25])
    #expect(!loop.hasDueTimer)
    #expect(loop.time.realtime == start.realtime + 30_000_000)
    #expect(loop.time.boottime == start.boottime + 30_000_000)
    loop.advance(by: 1_000_000) {}
    #expect(loop.turn(until: { fired.last == 31 }))
  }

  @Test func `what only gives way waits for no time`() {
    var isDone = false
    loop.pause(microseconds: 1_000_000) { isDone = true }
    #expect(loop.turn(until: { isDone }))
    loop.after(microseconds: 0) { isDone = false }
    #expect(loop.turn(until: { !isDone }))
  }

  @Test func `no sum of times overflows`() {
    var count = 0
    for _ in 0..<3 { loop.advance(by: .max) { count += 1 } }
    #expect(loop.turn(until: { count == 3 }))
    loop.after(microseconds: .max) { count += 1 }
    loop.turn(timeout: 0)
    #expect(count == 3)
  }
}
