internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

extension BoardCommands {
  /// Puts the selected cards on the clipboard, in all their representations.
  func copySelected(cutting: Bool) {
    let cards = selectedCards
    guard !cards.isEmpty else { return }
    let provider = CardContent.provider(of: cards, board, bus, isCut: cutting)
    let clipboard = Clipboard(of: window.window)
    clipboard.set(provider)
    application.setCut(cutting ? cards : [], on: clipboard)
    let count = cards.count
    switch (cutting, bus.client == nil) {
    case (false, _):
      say(translated(count: count, one: "Card copied", other: "{count} cards copied"))
    case (true, false):
      say(
        translated(
          count: count, one: "Card will move where you paste, on any board",
          other: "{count} cards will move where you paste, on any board"))
    // Without dragd, a card moves only where the same store is shown.
    case (true, true):
      say(
        translated(
          count: count, one: "Card will move where you paste, on any of your own boards",
          other: "{count} cards will move where you paste, on any of your own boards"))
    }
  }

  /// Inserts the content of the clipboard after the selected cards of the active list, or at its end.
  func paste() {
    guard let list = activeOrNewList else { return }
    let selected = Set(selectedCards)
    let order = board.cards(in: list)
    let next = order.lastIndex { selected.contains($0) }.flatMap { order.dropFirst($0 + 1).first }
    let place = ListPlace(list: list, next: next)
    let clipboard = Clipboard(of: window.window)
    let cut = application.removeCut()
    if clipboard.hasCut, !cut.isEmpty {
      revealSelecting(CardPlacement.place(cut, copying: false, to: place, self))
      return
    }
    guard clipboard.types.isEmpty else {
      return ClipboardReceiver(clipboard, place, self).start()
    }
    Task {
      guard await clipboard.hasContent() else {
        return say(translated("There is nothing to paste"))
      }
      ClipboardReceiver(clipboard, place, self).start()
    }
  }

  /// Offers the selected cards on the bus, to every program.
  func shareSelected() {
    let cards = selectedCards
    guard !cards.isEmpty else { return }
    Task {
      do {
        var items: [ItemProvider] = []
        for id in cards {
          guard let card = board.card(id) else { throw BoardError.noSuchCard(id.rawValue) }
          items.append(try await OfferedCards.heldItem(of: card, in: board.store))
        }
        let label = cards.first.flatMap { board.card($0)?.title }
        let offering = try await bus.share(items, label: label)
        say(translated("On offer to other programs"), .withdraw) {
          Task { try? await offering.withdraw() }
        }
      } catch {
        say(FailureText.of(error))
      }
    }
  }
}

extension Clipboard {
  /// Whether it has what this process has cut. What a person copies from an entry is this program's too.
  var hasCut: Bool { isLocal && types.contains(CardContent.cutType) }
}
