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
    ownership.ownerChanged(to: .thisProgram, time: time)
    return ownership
  }

  @Test func aClaimTakesAtomsAndTheTimeAndTheServersWord() {
    var ownership = SelectionOwnership()
    expectSame(ownership.own(), .findAtoms(1))
    expectSame(ownership.named(1, Self.text), .findTime(1))
    expectSame(ownership.timed(1, 5), .claim(time: 5))
    #expect(ownership.held == nil)
    ownership.ownerChanged(to: .thisProgram, time: 5)
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
    ownership.ownerChanged(to: .thisProgram, time: 6)
    #expect(ownership.held?.offered == Self.html)
  }

  @Test func whatWasOwnedIsServedUntilItIsReplaced() {
    var ownership = owned()
    _ = ownership.own()
    _ = ownership.named(2, Self.html)
    _ = ownership.timed(2, 9)
    #expect(ownership.held?.offered == Self.text)
    ownership.ownerChanged(to: .thisProgram, time: 9)
    #expect(ownership.held?.offered == Self.html)
  }

  @Test func anotherOwnerEndsIt() {
    var ownership = owned()
    ownership.ownerChanged(to: .another, time: 7)
    #expect(ownership.held == nil)
    expectSame(ownership.disown(), .none)
  }

  /// The change of another program is told after this one has asked, and before the server has heard that.
  @Test func anotherOwnersChangeDoesNotEndAClaimUnderWay() {
    var ownership = SelectionOwnership()
    _ = ownership.own()
    _ = ownership.named(1, Self.text)
    _ = ownership.timed(1, 5)
    ownership.ownerChanged(to: .another, time: 4)
    ownership.ownerChanged(to: .thisProgram, time: 5)
    #expect(ownership.held?.time == 5)
  }

  @Test func aClaimThatCameTooLateIsForgotten() {
    var ownership = SelectionOwnership()
    _ = ownership.own()
    _ = ownership.named(1, Self.text)
    _ = ownership.timed(1, 5)
    expectSame(ownership.refused(time: 5, isFree: false), .reportRefusal)
    expectSame(ownership.refused(time: 5, isFree: false), .none)
    ownership.ownerChanged(to: .thisProgram, time: 5)
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

  // MARK: Unless taken

  /// Nobody owns the selection since an owner that claimed it at 5 has ended.
  private func free(since time: UInt32 = 5) -> SelectionOwnership {
    var ownership = SelectionOwnership()
    ownership.ownerChanged(to: .nobody, time: time)
    return ownership
  }

  @Test(arguments: [false, true])
  func aClaimUnlessTakenHasTheTimeOfTheFormerOne(anotherIsReported: Bool) {
    var ownership = free()
    expectSame(ownership.own(unlessTaken: true), .findAtoms(1))
    if anotherIsReported { ownership.ownerChanged(to: .another, time: 7) }
    expectSame(ownership.named(1, Self.text), .claim(time: 5))
    ownership.ownerChanged(to: .thisProgram, time: 5)
    #expect(ownership.held == SelectionOwnership.Held(offered: Self.text, time: 5))
  }

  @Test func anOwnerThatIsKnownIsNotOvertakenEither() {
    var ownership = free()
    ownership.ownerChanged(to: .another, time: 7)
    _ = ownership.own(unlessTaken: true)
    expectSame(ownership.named(1, Self.text), .claim(time: 5))
    expectSame(ownership.refused(time: 5, isFree: false), .reportRefusal)
  }

  @Test func withoutAKnownTimeTheServersOneIsTaken() {
    var ownership = SelectionOwnership()
    ownership.ownerChanged(to: .nobody, time: 0)
    _ = ownership.own(unlessTaken: true)
    expectSame(ownership.named(1, Self.text), .findTime(1))
  }

  /// The owner had claimed the selection more than 24 days ago.
  @Test func aTimeThatTheServerTakesForOneToComeIsReplaced() {
    var ownership = free()
    _ = ownership.own(unlessTaken: true)
    _ = ownership.named(1, Self.text)
    expectSame(ownership.refused(time: 5, isFree: true), .findTime(2))
    expectSame(ownership.timed(2, 9), .claim(time: 9))
    expectSame(ownership.refused(time: 9, isFree: true), .reportRefusal)
  }

  @Test func anOwnerThatCameAndWentRefusesTheClaimToo() {
    var ownership = free()
    _ = ownership.own(unlessTaken: true)
    _ = ownership.named(1, Self.text)
    ownership.ownerChanged(to: .another, time: 7)
    ownership.ownerChanged(to: .nobody, time: 7)
    expectSame(ownership.refused(time: 5, isFree: true), .reportRefusal)
  }

  @Test func whatIsOwnedIsReplacedAtItsOwnTime() {
    var ownership = owned(since: 5)
    _ = ownership.own(unlessTaken: true)
    expectSame(ownership.named(2, Self.html), .claim(time: 5))
    #expect(ownership.held?.offered == Self.text)
    ownership.ownerChanged(to: .thisProgram, time: 5)
    #expect(ownership.held?.offered == Self.html)
  }

  /// The claim before was to win, and has not reached the server.
  @Test func aClaimThatIsToWinHandsThatOn() {
    var naming = free()
    _ = naming.own()
    _ = naming.own(unlessTaken: true)
    expectSame(naming.named(2, Self.html), .findTime(2))
    _ = naming.own(unlessTaken: true)
    expectSame(naming.named(3, Self.html), .findTime(3))
    expectSame(naming.timed(3, 8), .claim(time: 8))
    _ = naming.own(unlessTaken: true)
    expectSame(naming.named(4, Self.html), .claim(time: 8))
    _ = naming.own()
    expectSame(naming.named(5, Self.html), .findTime(5))
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
