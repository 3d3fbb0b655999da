import BusConversation
import Harness
import Testing

/// What the simulator's bus has to do is what real ones do.
struct ConversationTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func `a bus says what the simulated one says`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let lines = try BusConversation.lines(at: fixture.bus(kind).address)
      #expect(BusConversation.mistake(in: lines) == nil)
    }
  }
}
