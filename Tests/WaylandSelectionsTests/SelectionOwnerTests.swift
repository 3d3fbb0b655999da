import DisplaySelections
import DragModel
import DragSystem
import Harness
import Testing

@testable import WaylandSelections

/// Which program owns a selection, according to what the compositor says and in which order.
@Suite struct SelectionOwnerTests {
  private let ours = TypeList(["text/x-one", "text/x-two"])
  private let theirs = TypeList(["text/x-three"])

  private func owned(_ list: TypeList, isOwn: Bool) -> OwnedSelection {
    OwnedSelection(targets: list.names, isOwn: isOwn)
  }

  @Test func anOfferWithOurNamesIsOursWhileOurSourceLives() {
    var owner = SelectionOwner()
    owner.own(ours)
    #expect(owner.selected(ours) == .report)
    #expect(owner.present == owned(ours, isOwn: true))
    #expect(owner.cancelled() == .confirm)
    #expect(owner.selected(ours) == .report)
    #expect(owner.present == owned(ours, isOwn: false))
    #expect(owner.confirmed() == .nothing)
  }

  @Test func aCopyBeforeTheCompositorKnowsOfUsIsNotOurs() {
    var owner = SelectionOwner()
    owner.own(ours)
    #expect(owner.selected(theirs) == .report)
    #expect(owner.present == owned(theirs, isOwn: false))
    #expect(owner.selected(ours) == .report)
    #expect(owner.present == owned(ours, isOwn: true))
  }

  @Test func aSourceThatIsCancelledAfterItsSuccessorWasAnnouncedChangesNothing() {
    var owner = SelectionOwner()
    owner.own(ours)
    _ = owner.selected(ours)
    #expect(owner.selected(theirs) == .report)
    #expect(owner.cancelled() == .nothing)
    #expect(owner.present == owned(theirs, isOwn: false))
  }

  @Test func aSuccessorWithOurNamesIsTheirsOnceOurSourceIsCancelled() {
    var owner = SelectionOwner()
    owner.own(ours)
    _ = owner.selected(ours)
    _ = owner.selected(ours)
    #expect(owner.cancelled() == .confirm)
    #expect(owner.confirmed() == .report)
    #expect(owner.present == owned(ours, isOwn: false))
  }

  @Test func disowningAsksToClearOnlyWhatIsStillOurs() {
    var owner = SelectionOwner()
    #expect(owner.disown() == .nothing)
    owner.own(ours)
    _ = owner.selected(ours)
    #expect(owner.disown() == .confirm)
    #expect(owner.disown() == .nothing)
    #expect(owner.confirmed() == .clear)

    owner.own(ours)
    _ = owner.selected(ours)
    #expect(owner.disown() == .confirm)
    #expect(owner.selected(nil) == .report)
    #expect(owner.present == nil)
    #expect(owner.confirmed() == .nothing)
  }

  @Test func owningAnewWhileOneIsGivenUpHolds() {
    var owner = SelectionOwner()
    owner.own(ours)
    _ = owner.selected(ours)
    #expect(owner.disown() == .confirm)
    owner.own(theirs)
    #expect(owner.confirmed() == .nothing)
    #expect(owner.selected(theirs) == .report)
    #expect(owner.present == owned(theirs, isOwn: true))
  }

  /// The same for compositors that differ in this way.
  @Test(arguments: ["--silent-start", "--cancel-last", "--keep-destroyed"])
  func compositorsMayDiffer(_ way: String) throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture, way)
      let client = try WaylandClient(running)
      #expect(client.events == [.changed(.clipboard, nil), .changed(.primary, nil)])
      let other = try WaylandClient(running, besides: client)
      // The same names: only the cancelled source tells.
      other.contents = ["text/x-one": [2]]
      try client.own([("text/x-one", [1])])
      other.seat.own(.clipboard, targets: ["text/x-one"])
      try #require(client.turn { client.owner()?.isOwn == false && other.owner()?.isOwn == true })
      #expect(try client.read("text/x-one") == (.handedOver, [2]))
      try client.own([("text/x-one", [1])])
      client.seat.disown(.clipboard)
      try #require(client.turn { client.owner() == nil && other.owner() == nil })
    }
  }
}
