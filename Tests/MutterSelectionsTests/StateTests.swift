import DisplaySelections
import DragSystem
import Testing

@testable import MutterSelections

/// The states, without mutter.
struct StateTests {
  private let theirs = OwnedSelection(targets: ["theirs"], isOwn: false)
  private let ours = OwnedSelection(targets: ["ours"], isOwn: true)

  @Test func signalsBeforeTheReplyAreHistory() {
    var ownership = ClipboardOwnership()
    ownership.set(TargetList(["ours"]))
    #expect(ownership.ownerChanged(theirs) == .nothing)
    // They have come before mutter knew; the content is still offered.
    #expect(ownership.offered == TargetList(["ours"]))
    #expect(ownership.ownerChanged(ours) == .nothing)
    #expect(ownership.replied() == .tell)
    #expect(ownership.signalled == ours)
    #expect(ownership.ownerChanged(theirs) == .tell)
    #expect(ownership.offered == nil)
  }

  @Test func onlyTheLastReplySettlesTheOwner() {
    var ownership = ClipboardOwnership()
    ownership.set(TargetList(["marker"]))
    ownership.set(nil)
    #expect(ownership.ownerChanged(ours) == .nothing)
    #expect(ownership.replied() == .nothing)
    #expect(ownership.ownerChanged(nil) == .nothing)
    #expect(ownership.replied() == .tell)
    #expect(ownership.signalled == nil)
    #expect(ownership.replied() == .nothing)
  }

  @Test func aRefusedSetSelectionTellsWhoOwns() {
    var ownership = ClipboardOwnership()
    #expect(ownership.ownerChanged(theirs) == .tell)
    ownership.set(TargetList(["ours"]))
    #expect(ownership.replied() == .tell)
    #expect(ownership.signalled == theirs)
    #expect(ownership.offered == nil)
  }

  @Test func anOwnershipAfterALateReplyIsOffered() {
    var ownership = ClipboardOwnership()
    ownership.set(TargetList(["ours"]))
    #expect(ownership.replied() == .tell)
    #expect(ownership.offered == nil)
    #expect(ownership.ownerChanged(ours) == .tell)
    #expect(ownership.offered == TargetList(["ours"]))
  }

  @Test func whatMutterHasKeptOfAnOwnerIsToldAsSuch() {
    let text = "text/plain;charset=utf-8"
    let owner = OwnedSelection(targets: ["text/html", text, "a/b"], isOwn: false)
    for (target, isKept) in [(text, true), ("a/b", false), ("text/plain", false)] {
      var ownership = ClipboardOwnership()
      _ = ownership.ownerChanged(owner)
      _ = ownership.ownerChanged(nil)
      _ = ownership.ownerChanged(OwnedSelection(targets: [target], isOwn: false))
      #expect(
        ownership.signalled
          == OwnedSelection(targets: [target], isOwn: false, isKeptByDisplay: isKept))
    }
    // A program takes the clipboard from another one without a time when no program owns it.
    var ownership = ClipboardOwnership()
    _ = ownership.ownerChanged(owner)
    _ = ownership.ownerChanged(OwnedSelection(targets: [text], isOwn: false))
    #expect(ownership.signalled?.isKeptByDisplay == false)
  }

  @Test func targetsThatAreQuestionsAndDoublesAreLeftOut() {
    let list = TargetList(["TARGETS", "b", "a", "b", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", ""])
    #expect(list.names == ["b", "a"])
    #expect(list.contains("a") && !list.contains("TARGETS"))
    let long = String(repeating: "x", count: 255)
    #expect(TargetList([long, long + "x"]).names == [long])
    #expect(TargetList((0..<2_000).map { "\($0)" }).names.count == 1_024)
  }
}
