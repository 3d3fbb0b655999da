import DragConnection
import DragModel
import Testing

/// How a source takes its cookie over.
@Suite struct CookieClaimTests {
  private func move(_ number: UInt64) -> UnacknowledgedMove {
    UnacknowledgedMove(
      transfer: Identifier(high: 0, middle: number, low: 0), key: "key \(number)")
  }

  @Test
  func `everything that has moved away is deleted, then acknowledged, until nothing is listed`() {
    var claim = CookieClaim()
    // dragd lists the oldest only, a few at a time.
    var rest = (0..<7).map { move($0) }
    var performed: [CookieClaim.Step] = []
    while claim.step != .end {
      performed.append(claim.step)
      switch claim.step {
      case .ask: claim.follow(.told(Array(rest.prefix(3))))
      case .acknowledge(let move):
        rest.removeAll { $0 == move }
        claim.follow(.performed)
      case .delete, .end: claim.follow(.performed)
      }
    }
    #expect(rest.isEmpty && claim.undeleted.isEmpty)
    #expect(claim.deleted == Set((0..<7).map { "key \($0)" }))
    #expect(performed.count { $0 == .ask } == 4)
    for number in 0..<7 as Range<UInt64> {
      let deletion = performed.firstIndex(of: .delete(move(number)))
      let acknowledgement = performed.firstIndex(of: .acknowledge(move(number)))
      #expect(deletion.map { $0 + 1 } == acknowledgement)
    }
  }

  @Test func `what cannot be deleted is not acknowledged, the others are, and it ends`() {
    var claim = CookieClaim()
    claim.follow(.told([move(1), move(2), move(3)]))
    claim.follow(.performed)
    claim.follow(.performed)
    #expect(claim.step == .delete(move(2)))
    claim.follow(.refused(Refusal("no")))
    #expect(claim.step == .delete(move(3)))
    claim.follow(.performed)
    claim.follow(.performed)
    #expect(claim.step == .end)
    #expect(claim.deleted == ["key 1", "key 3"])
    #expect(claim.undeleted.map(\.move) == [move(2)] && claim.undeleted[0].reason.message == "no")
  }
}
