import Testing

@testable import DragClient

@Suite struct EventHubTests {
  /// Regression: who began to listen between the last event and the end got neither.
  @Test func whoeverBeginsToListenGetsTheLastEvent() async {
    for _ in 0..<3_000 {
      let hub = EventHub<Int>(keeping: 4)
      _ = hub.stream()
      let end = Task.detached { hub.close(1) }
      let late = await Task.detached { hub.stream() }.value
      await end.value
      var last: Int?
      for await event in late { last = event }
      guard last == 1 else {
        Issue.record("the last event was \(String(describing: last))")
        return
      }
    }
  }
}
