import DragModel
import Testing

@testable import DragClient

@Suite struct DeparturesTests {
  private let first = Identifier(high: 1, middle: 0, low: 0)
  private let second = Identifier(high: 2, middle: 0, low: 0)

  private func departures(_ transfers: Identifier..., at owner: String? = ":1.1") -> Departures {
    var departures = Departures()
    for transfer in transfers {
      departures.begin(transfer, key: "key \(transfer)", cookie: "cookie", at: owner)
    }
    return departures
  }

  @Test func aMoveThatFailsIsReleasedOnce() {
    var departures = departures(first)
    #expect(departures.allow(first) == nil)
    #expect(departures.fail(first) == "key \(first)")
    #expect(departures.fail(first) == nil)
  }

  @Test func whatFailsBeforeTheSourceHasAnsweredIsReleasedAfterThat() {
    var departures = departures(first)
    #expect(departures.fail(first) == nil)
    #expect(departures.allow(first) == "key \(first)")
  }

  @Test func whatHappensOrIsRefusedIsNotReleased() {
    var departures = departures(first, second)
    departures.refuse(first)
    #expect(departures.fail(first) == nil)
    #expect(departures.allow(second) == nil)
    departures.commit(second)
    #expect(departures.fail(second) == nil)
  }

  @Test func anotherDragdReleasesWhatItDoesNotKnowOf() {
    var departures = departures(first, second)
    for transfer in [first, second] { #expect(departures.allow(transfer) == nil) }
    #expect(departures.settle("cookie", at: ":1.1", committed: []) == [])
    #expect(departures.settle("other", at: ":1.2", committed: []) == [])
    let released = departures.settle("cookie", at: ":1.2", committed: ["key \(second)"])
    #expect(released == ["key \(first)"])
    #expect(departures.fail(second) == nil)
  }
}
