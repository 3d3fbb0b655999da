import Testing

@testable import DragModel

/// The timers of transfers and offers.
@Suite struct TimerTests {
  /// Lets time pass in steps, and fires the timers that are due.
  private func pass(_ world: inout World, steps: Int, _ body: (inout World) throws -> Void) throws {
    for _ in 0..<steps {
      world.pass(milliseconds: 20)
      if world.broker.nextTimer(at: world.now) == 0 { try world.handle(.timerFired) }
      try body(&world)
    }
  }

  @Test func aLongStreamKeepsFewTimers() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let id = try world.accept(offer) { $0.delivery = .stream }.transfers[0]
    var (total, most) = (UInt64(0), 0)
    try pass(&world, steps: 20_000) { world in
      total += 1
      try world.handle(.part(PartID(id, 0), .transferred(total: total)))
      most = max(most, world.broker.monotonicTimers.count)
    }
    #expect(world.state(id) == .running)
    #expect(most <= 100)
    // The one that matters is among them.
    world.pass(milliseconds: 30_000)
    try world.handle(.timerFired)
    #expect(world.state(id) == .failed)
  }

  /// The first representation is never begun, so that its deadline stays; the bytes of the second are reported.
  @Test func aDeadlineThatStaysIsNotCountedAgain() throws {
    var world = World()
    let offer = try world.offer(
      [.lazy(size: nil), .lazy(size: nil)], types: ["text/plain", "text/html"])
    let accepted = try world.accept(offer) { options in
      options.delivery = .stream
      options.also = ["*/*"]
      options.startTimeout = 1_000_000
      options.stallTimeout = 2_000_000
    }
    let id = accepted.transfers[0]
    var (total, most) = (UInt64(0), 0)
    try pass(&world, steps: 20_000) { world in
      total += 1
      try world.handle(.part(PartID(id, 1), .transferred(total: total)))
      most = max(most, world.broker.monotonicTimers.count)
    }
    #expect(world.state(id) == .running)
    #expect(most <= 100)
    world.pass(milliseconds: 600_000)
    try world.handle(.timerFired)
    #expect(world.state(id) == .failed)
  }
}
