import BusConversation
import Dispatch
import DragSystem
import Harness
import MessageBus
import Synchronization
import Testing

/// What the bus of the simulator and of tests has to do is what real ones do.
struct ConversationTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func `a bus says what the simulated one says`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let lines = try BusConversation.lines(at: fixture.bus(kind).address)
      #expect(BusConversation.mistake(in: lines) == nil)
    }
  }

  @Test func `the bus in a program of tests says it too`() throws {
    let bus = Mutex<(LoopBound<LocalBus>, address: String)?>(nil)
    let started = DispatchSemaphore(value: 0)
    try LoopThread.start { loop in
      if let local = try? LocalBus(on: loop) {
        bus.withLock { $0 = (LoopBound(local, on: loop), local.address) }
      }
      started.signal()
    }
    started.wait()
    let (running, address) = try #require(bus.withLock { $0 })
    defer { running.end { $0.end() } }
    #expect(BusConversation.mistake(in: try BusConversation.lines(at: address)) == nil)
  }
}
