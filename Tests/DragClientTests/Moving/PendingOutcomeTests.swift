import DBus
import DragClient
import Harness
import Testing

/// A dragd that has not decided yet when it is asked.
@Suite struct PendingOutcomeTests {
  @Test func recoveringWaitsForTheDecisionAndKeepsWhatWasCommitted() async throws {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let asked = Box(0)
      let fake = try FakeDragd(on: bus) { member in
        guard member == "Outcome" else { return .reply { _ in } }
        var count = 0
        asked.update {
          $0 += 1
          count = $0
        }
        return count < 4
          ? .reply { try $0.append("pending") } : .reply { try $0.append("committed") }
      }
      defer { withExtendedLifetime(fake) {} }
      let client = try await DragClient.connect(to: .address(bus.address))
      let store = Store()
      let move = TransferID(rawValue: "abcdefghijklmnopqrstuvwxyz")
      await store.store("the only copy", as: move)
      let recovery = try await client.recover(journal: store)
      #expect(recovery.kept == [move])
      #expect(await store.items == ["the only copy"])
      #expect(asked.value == 4)
    }
  }
}
