internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// Receives the content of the clipboard: the board's own cards from the store, content with an offer through dragd,
/// and anything else from the display server's stream. The window may be closed meanwhile.
final class ClipboardReceiver {
  private let clipboard: Clipboard
  private let place: ListPlace
  private let commands: BoardCommands

  init(_ clipboard: Clipboard, _ place: ListPlace, _ commands: BoardCommands) {
    self.clipboard = clipboard
    self.place = place
    self.commands = commands
  }

  func start() {
    let placeholder = Placeholder(name: translated("Clipboard"), at: place)
    placeholder.work = { try await self.receive($0) }
    commands.board.add(placeholder, before: place.placeholder)
    // The person looks for what was pasted, which may go to the end of a long list.
    commands.openWindow?.boardView.show(placeholder)
  }

  private func receive(_ placeholder: Placeholder) async throws {
    let board = commands.board
    // Cards that this process has cut itself are reordered without being read.
    let isMove = !clipboard.isLocal && clipboard.types.contains(CardContent.cutType)
    if let cards = try await ownCards() {
      commands.revealPasted(
        CardPlacement.place(cards, copying: !isMove, to: placeholder.place, commands))
    } else if let (offered, items) = try await clipboard.offer(at: commands.bus),
      !items.isEmpty
    {
      let operation: DragOperation =
        isMove && offered.operations.contains(.move) ? .move : .copy
      ItemReceiver.start(items, operation, at: placeholder.place, commands, isPaste: true) {
        [commands] in commands.revealPasted($0)
      }
    } else {
      let cards = try await IncomingReader.cards(
        from: clipboard, board.store.staging, placeholder)
      try Task.checkCancellation()
      let isOfBoard = clipboard.types.contains(CardDescription.type)
      if try commands.askAboutCount(of: cards, for: placeholder.place) { return }
      if !isOfBoard, commands.askAboutLines(of: cards, for: placeholder.place) { return }
      commands.revealPasted(try await board.add(cards, for: placeholder))
      commands.sayNotes(of: cards)
      if isMove {
        commands.say(
          commands.bus.client == nil
            ? translated("Pasted as a copy, because dragd does not run")
            : translated("Pasted as a copy, because the cards are no longer on offer"))
      }
    }
  }

  /// The cards of the same board on the clipboard; nil where there are none, or one of them no longer exists.
  private func ownCards() async throws -> [CardID]? {
    let board = commands.board
    guard let cards = try await clipboard.cards(of: board) else { return nil }
    board.refresh()
    let allExist = cards.allSatisfy { board.card($0) != nil }
    return allExist && !cards.isEmpty ? cards : nil
  }
}
