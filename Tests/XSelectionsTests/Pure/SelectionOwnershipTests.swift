import Testing

@testable import XSelections

@Suite struct OwnershipTests {
  private static let text = SelectionOwnership.Offered(names: ["text/plain"], atoms: [100])
  private static let html = SelectionOwnership.Offered(names: ["text/html"], atoms: [101])

  private func owned(since time: UInt32 = 5) -> SelectionOwnership {
    var ownership = SelectionOwnership()
    _ = ownership.own()
    _ = ownership.named(1, Self.text)
    _ = ownership.timed(1, time)
    ownership.ownerChanged(isOwn: true, time: time)
    return ownership
  }

  @Test func aClaimTakesAtomsAndTheTimeAndTheServersWord() {
    var ownership = SelectionOwnership()
    expectSame(ownership.own(), .findAtoms(1))
    expectSame(ownership.named(1, Self.text), .findTime(1))
    expectSame(ownership.timed(1, 5), .claim(time: 5))
    #expect(ownership.held == nil)
    ownership.ownerChanged(isOwn: true, time: 5)
    #expect(ownership.held == SelectionOwnership.Held(offered: Self.text, time: 5))
    #expect(ownership.held?.offered.name(of: 100) == "text/plain")
    #expect(ownership.held?.offered.name(of: 101) == nil)
  }

  @Test func aNewerWishOvertakesAnOlderOne() {
    var ownership = SelectionOwnership()
    expectSame(ownership.own(), .findAtoms(1))
    expectSame(ownership.own(), .findAtoms(2))
    expectSame(ownership.named(1, Self.text), .none)
    expectSame(ownership.named(2, Self.html), .findTime(2))
    expectSame(ownership.timed(1, 5), .none)
    expectSame(ownership.timed(2, 6), .claim(time: 6))
    ownership.ownerChanged(isOwn: true, time: 6)
    #expect(ownership.held?.offered == Self.html)
  }

  @Test func whatWasOwnedIsServedUntilItIsReplaced() {
    var ownership = owned()
    _ = ownership.own()
    _ = ownership.named(2, Self.html)
    _ = ownership.timed(2, 9)
    #expect(ownership.held?.offered == Self.text)
    ownership.ownerChanged(isOwn: true, time: 9)
    #expect(ownership.held?.offered == Self.html)
  }

  @Test func anotherOwnerEndsIt() {
    var ownership = owned()
    ownership.ownerChanged(isOwn: false, time: 7)
    #expect(ownership.held == nil)
    expectSame(ownership.disown(), .none)
  }

  /// The change of another program is told after this one has asked, and before the server has heard that.
  @Test func anotherOwnersChangeDoesNotEndAClaimUnderWay() {
    var ownership = SelectionOwnership()
    _ = ownership.own()
    _ = ownership.named(1, Self.text)
    _ = ownership.timed(1, 5)
    ownership.ownerChanged(isOwn: false, time: 4)
    ownership.ownerChanged(isOwn: true, time: 5)
    #expect(ownership.held?.time == 5)
  }

  @Test func aClaimThatCameTooLateIsForgotten() {
    var ownership = SelectionOwnership()
    _ = ownership.own()
    _ = ownership.named(1, Self.text)
    _ = ownership.timed(1, 5)
    ownership.lost(time: 5)
    ownership.ownerChanged(isOwn: true, time: 5)
    #expect(ownership.held == nil)
  }

  @Test func onlyTheOwnershipThatIsMeantIsGivenUp() {
    var held = owned(since: 5)
    expectSame(held.disown(), .release(time: 5))
    #expect(held.held == nil)
    var claiming = SelectionOwnership()
    _ = claiming.own()
    _ = claiming.named(1, Self.text)
    _ = claiming.timed(1, 8)
    expectSame(claiming.disown(), .release(time: 8))
    var naming = SelectionOwnership()
    _ = naming.own()
    expectSame(naming.disown(), .none)
    expectSame(naming.named(1, Self.text), .none)
  }

  @Test(arguments: [
    (UInt32(0), UInt32(100), true), (99, 100, false), (100, 100, true), (5, 0xffff_fff0, true),
    (0xffff_fff0, 5, false),
  ])
  func timesWrapAround(time: UInt32, since: UInt32, isNotBefore: Bool) {
    let request = ConversionRequest(requestor: 1, selection: 2, target: 3, property: 4, time: time)
    #expect(request.isNotBefore(since) == isNotBefore)
  }
}
