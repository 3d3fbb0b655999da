internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// Receives a drop: the board's own cards from the store, content with an offer through dragd, and anything else from
/// the display server's stream. The window may be closed meanwhile.
final class DropReceiver {
  private let drop: Drop
  private let action: DragActions
  private let place: ListPlace
  private let commands: BoardCommands
  /// What is selected while the person does nothing else: first what was selected at the drop, then what has come.
  private var selected: [CardID]
  private var revealed: [CardID] = []

  init(_ drop: Drop, _ action: DragActions, _ place: ListPlace, _ commands: BoardCommands) {
    self.drop = drop
    self.action = action
    self.place = place
    self.commands = commands
    // A drop that turns out to have only addresses gets here late.
    selected = commands.openWindow?.boardView.selection.cards ?? []
  }

  func start() {
    let isCard = drop.types.contains(where: ShelfTypes.isCard)
    let placeholder = Placeholder(name: isCard ? translated("Card") : translated("Drop"), at: place)
    // The source learns of a failure at once, and its content cannot be read again after that.
    placeholder.canBeRetried = false
    placeholder.work = { try await self.receive($0) }
    commands.board.add(placeholder, before: place.placeholder)
  }

  private func receive(_ placeholder: Placeholder) async throws {
    var result: DragActions = []
    defer { drop.finish(result) }
    let board = commands.board
    if let cards = try await drop.cards(of: board) {
      // The source must not delete the cards: they stay in the store.
      result = .copy
      board.reload()
      reveal(
        CardPlacement.place(cards, copying: action == .copy, to: placeholder.place, commands))
    } else if let (offered, items) = try await drop.offer(at: commands.bus) {
      // dragd settles the move, including the deletion.
      result = .copy
      let operation: DragOperation =
        action == .move && offered.operations.contains(.move) ? .move : .copy
      ItemReceiver.start(items, operation, at: placeholder.place, commands) { self.reveal($0) }
    } else {
      let content = NamedDrop(drop) { placeholder.name = $0 }
      let cards = try await IncomingReader.cards(
        from: content, board.store.staging, placeholder, isMove: action == .move)
      try Task.checkCancellation()
      // The source keeps what it offers then.
      if try commands.askAboutCount(of: cards, for: placeholder.place) { return }
      let step = ReceivedStep()
      let added = try await board.add(cards, for: placeholder, in: step)
      reveal(added)
      commands.sayArrival(of: added, cards, in: step.done)
      result = action
    }
  }

  /// Shows the cards, and selects them unless the person has gone on to something else since the drop.
  private func reveal(_ cards: [CardID]) {
    guard let selection = commands.openWindow?.boardView.selection else { return }
    revealed += cards
    guard selection.cards == selected else { return commands.reveal(cards) }
    commands.revealPasted(revealed)
    selected = selection.cards
  }
}

/// A drop that reports a name for its files, once their list is read.
final class NamedDrop: IncomingContent {
  private let drop: Drop
  private let onName: @MainActor (String) -> Void
  private static let list = "text/uri-list"
  /// The largest list in bytes.
  private static let longestList = 16 << 20

  init(_ drop: Drop, _ onName: @escaping @MainActor (String) -> Void) {
    self.drop = drop
    self.onName = onName
  }

  var types: [String] { drop.types }

  func read(
    _ types: [String], within limit: Duration
  ) async throws -> (stream: InputStream, type: String) {
    guard types == [Self.list] else { return try await drop.read(types, within: limit) }
    let bytes = try await drop.bytes(Self.list, atMost: Self.longestList, within: limit)
    if let name = URIList.name(of: bytes) { onName(name) }
    return (InputStream(bytes), Self.list)
  }
}
