import DragModel
import Testing

@testable import DragClient

@Suite struct OutgoingMovesTests {
  private let first = Identifier(high: 1, middle: 0, low: 0)
  private let second = Identifier(high: 2, middle: 0, low: 0)

  private func outgoingMoves(_ transfers: Identifier..., at owner: String? = ":1.1")
    -> OutgoingMoves
  {
    var outgoingMoves = OutgoingMoves()
    for transfer in transfers {
      outgoingMoves.add(transfer, key: "key \(transfer)", cookie: "cookie", at: owner)
    }
    return outgoingMoves
  }

  @Test func aMoveThatFailsIsReleasedOnce() {
    var outgoingMoves = outgoingMoves(first)
    #expect(outgoingMoves.allow(first) == nil)
    #expect(outgoingMoves.fail(first) == "key \(first)")
    #expect(outgoingMoves.fail(first) == nil)
  }

  @Test func whatFailsBeforeTheSourceHasAnsweredIsReleasedAfterThat() {
    var outgoingMoves = outgoingMoves(first)
    #expect(outgoingMoves.fail(first) == nil)
    #expect(outgoingMoves.allow(first) == "key \(first)")
  }

  @Test func whatHappensOrIsRefusedIsNotReleased() {
    var outgoingMoves = outgoingMoves(first, second)
    outgoingMoves.refuse(first)
    #expect(outgoingMoves.fail(first) == nil)
    #expect(outgoingMoves.allow(second) == nil)
    outgoingMoves.commit(second)
    #expect(outgoingMoves.fail(second) == nil)
  }

  @Test func anotherDragdReleasesWhatItDoesNotKnowOf() {
    var outgoingMoves = outgoingMoves(first, second)
    for transfer in [first, second] { #expect(outgoingMoves.allow(transfer) == nil) }
    #expect(outgoingMoves.endEarlierMoves(of: "cookie", at: ":1.1", committed: []) == [])
    #expect(outgoingMoves.endEarlierMoves(of: "other", at: ":1.2", committed: []) == [])
    let released = outgoingMoves.endEarlierMoves(
      of: "cookie", at: ":1.2", committed: ["key \(second)"])
    #expect(released == ["key \(first)"])
    #expect(outgoingMoves.fail(second) == nil)
  }
}
