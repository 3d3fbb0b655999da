internal import BoardModel
internal import GtkKit
internal import Translations

/// The commands of a window, for pointer, menus and keys.
final class BoardCommands {
  let board: Board
  let bus: BoardBus
  unowned let application: BoardApplication
  /// The window, for synchronous commands. It may be closed later: asynchronous work uses ``openWindow`` and ``say``.
  unowned let window: BoardWindow
  /// The window; nil once it is closed.
  private(set) weak var openWindow: BoardWindow?
  private let menuActions = ActionGroup()
  /// What was selected when this window made a change, of the last ones.
  private var selections: [ChangeID: [CardID]] = [:]
  /// The change of another program of which a message has said that undo would revert it.
  private var named: ChangeID?

  init(_ board: Board, _ window: BoardWindow) {
    self.board = board
    bus = window.bus
    application = window.application
    self.window = window
    openWindow = window
    menuActions.add("edit") { [weak self] in self?.editSelected() }
    menuActions.add("open") { [weak self] in self?.openSelected() }
    menuActions.add("open-with") { [weak self] in self?.openSelected(choosing: true) }
    menuActions.add("duplicate") { [weak self] in self?.duplicateSelected() }
    menuActions.add("label", taking: { [weak self] in self?.toggleLabel($0) })
    menuActions.add("cut") { [weak self] in self?.copySelected(cutting: true) }
    menuActions.add("copy") { [weak self] in self?.copySelected(cutting: false) }
    menuActions.add("paste") { [weak self] in self?.paste() }
    menuActions.add("share") { [weak self] in self?.shareSelected() }
    menuActions.add("delete") { [weak self] in self?.deleteSelected() }
    menuActions.add("done") { [weak self] in self?.toggleDone() }
    menuActions.add("archive") { [weak self] in self?.archiveSelected() }
    menuActions.add("due", taking: { [weak self] in self?.setDue($0) })
    menuActions.add("move-to") { [weak self] in
      guard let self else { return }
      put(selectedCards, into: ListID(rawValue: $0))
    }
  }

  /// Inserts the actions of the menus of cards.
  func install(in widget: Widget) {
    widget.insert(menuActions, as: "card")
  }

  // MARK: Changing

  /// Changes the board; shows a message where that fails.
  @discardableResult
  func perform(_ change: BoardChange) -> ChangeOutcome? {
    let selected = selectedBefore
    let outcome = attempt { () throws(BoardError) in try board.perform(change) }
    if let id = outcome?.change, !selected.isEmpty {
      if selections.count >= BoardStore.undoLimit { selections = [:] }
      selections[id] = selected
    }
    return outcome
  }

  /// Runs the body; shows a message where it fails.
  func attempt<Value>(_ body: () throws(BoardError) -> Value) -> Value? {
    do throws(BoardError) {
      return try body()
    } catch {
      say(FailureText.of(error))
      return nil
    }
  }

  /// Shows a short message, if the window is still open.
  func say(
    _ text: String, _ action: ToastOverlay.Action? = nil,
    _ body: @escaping @MainActor () -> Void = {}
  ) {
    openWindow?.say(text, action, body)
  }

  /// Changes the board, and offers to undo this change.
  ///
  /// - Parameter words: makes the message, in which all names together have no more characters than it gets.
  @discardableResult
  func perform(
    _ change: BoardChange, saying words: @escaping @MainActor (_ room: Int) -> String
  ) -> ChangeOutcome? {
    guard let outcome = perform(change), let id = outcome.change else { return nil }
    offerUndo(of: id, saying: words)
    return outcome
  }

  /// Says what a change has done, and offers to undo it.
  func offerUndo(of id: ChangeID, saying words: @escaping @MainActor (_ room: Int) -> String) {
    openWindow?.offerUndo(of: id, words) { [weak self] in
      guard let self else { return }
      let selected = selectedBefore
      let undone = attempt { () throws(BoardError) in try board.undo(id, onlyLast: true) }
      if undone == .some(nil) { say(translated("Something else has changed since")) }
      if let outcome = undone ?? nil { reveal(outcome, selected) }
    }
  }

  /// Undoes the last change of this board. One that another program has made is named first.
  func undo() {
    openWindow?.dismissMessage()
    guard let last = attempt({ () throws(BoardError) in try board.lastChange() }) else { return }
    guard let last else { return say(translated("Nothing to undo on this board")) }
    guard board.isOwn(last) || named == last.id else {
      named = last.id
      return say(
        translated("“{change}” was not done in this window", ["change": last.name]), .undo
      ) { [weak self] in self?.undo(last.id) }
    }
    undo(last.id)
  }

  private func undo(_ change: ChangeID) {
    let selected = selectedBefore
    let undone = attempt { () throws(BoardError) in try board.undo(change) }
    guard let outcome = undone ?? nil else { return }
    if showElsewhere(outcome, { translated("Undone on “{board}”", ["board": $0]) }) { return }
    reveal(outcome, selected)
    guard outcome.cards.isEmpty, outcome.lists.isEmpty, outcome.boards.isEmpty else { return }
    say(translated("Received cards stay, because they exist nowhere else"))
  }

  func redo() {
    openWindow?.dismissMessage()
    let selected = selectedBefore
    let redone = attempt { () throws(BoardError) in
      try board.lastChange(undone: true).flatMap { (next) throws(BoardError) in
        try board.redo(next.id)
      }
    }
    guard let outcome = redone ?? nil else { return }
    if showElsewhere(outcome, { translated("Redone on “{board}”", ["board": $0]) }) { return }
    reveal(outcome, selected)
  }

  /// What is selected before something changes the board.
  private var selectedBefore: [CardID] { openWindow?.boardView.selection.cards ?? [] }

  /// Shows the board on which undo or redo has changed something, if that is another one: nothing happens out of sight.
  ///
  /// - Parameter words: makes the message from the name of the board.
  /// - Returns: false where this board shows it.
  private func showElsewhere(
    _ outcome: ChangeOutcome, _ words: (_ board: String) -> String
  ) -> Bool {
    guard !outcome.places.isEmpty, !outcome.places.contains(board.id), let window = openWindow,
      let place = outcome.places.first(where: { application.boards.name(of: $0) != nil })
    else { return false }
    let isShown = window.show(place)
    if isShown { window.commands.reveal(outcome, []) }
    window.say(words(application.name(of: place)))
    return true
  }

  // MARK: Cards

  /// Opens the row for new cards in a list.
  func addCard(to list: ListID) {
    // A new card may be one that the search hides.
    openWindow?.endSearch()
    guard let boardView = openWindow?.boardView, let column = boardView.column(list) else { return }
    boardView.selection.activate(list)
    column.addCards()
    boardView.show(list)
  }

  /// Opens the editor for a geocache that will be in a list.
  func addGeocache(to list: ListID) {
    openWindow?.boardView.selection.activate(list)
    openWindow?.newGeocache()
  }

  /// Gives a list the keyboard.
  func focusList(_ list: ListID) { openWindow?.boardView.column(list)?.view.focus() }

  func reorder(_ cards: [CardID], to list: ListID, at position: Position) {
    // They may be dragged here from another board.
    guard let title = board.list(list)?.title, let first = cards.first,
      let card = board.card(first) ?? ((try? board.store.card(first)) ?? nil)
    else { return }
    let (count, name) = (cards.count, card.shownTitle)
    let isWithinList = cards.allSatisfy { board.card($0)?.list == list }
    perform(.reorderCards(cards, to: list, at: position)) { room in
      let short = ShortNames.of(name, title, room: room)
      return switch (isWithinList, count) {
      case (true, 1): translated("“{name}” moved", ["name": Self.short(card.title, room)])
      case (true, _):
        translated(count: count, one: "{count} card moved", other: "{count} cards moved")
      case (false, 1):
        translated("“{name}” moved to “{list}”", ["name": short[0], "list": short[1]])
      case (false, _):
        translated(
          count: count, one: "{count} card moved to “{list}”",
          other: "{count} cards moved to “{list}”",
          ["list": Self.short(title, room)])
      }
    }
  }

  func delete(_ cards: [CardID]) {
    guard let first = cards.first, let card = board.card(first) else { return }
    perform(.deleteCards(cards)) { room in
      cards.count == 1
        ? translated("“{name}” deleted", ["name": Self.short(card.title, room)])
        : translated(
          count: cards.count, one: "{count} card deleted", other: "{count} cards deleted")
    }
  }

  static func short(_ title: String, _ room: Int = .max) -> String {
    ShortNames.of(title, room: min(room, 32))[0]
  }

  // MARK: The selection

  /// The selected cards of all lists, in their order.
  var selectedCards: [CardID] { window.boardView.selection.cards }

  /// The list that gets new cards; nil on a board without lists.
  var activeList: ListID? { window.boardView.selection.activeColumn?.id }

  /// The list that gets new cards; a board without lists gets one.
  var activeOrNewList: ListID? { activeList ?? makeList()?.lists.first }

  /// The selected card with the keyboard, or else the first selected one.
  var focusedCard: CardID? {
    let cards = selectedCards
    let focused = window.boardView.selection.activeColumn?.view.focusedID
    return cards.first { $0.rawValue == focused } ?? cards.first
  }

  /// The lists that cards can move to.
  func destinations(of cards: [CardID]) -> [BoardMenus.Destination] {
    let lists = Set(cards.compactMap { board.card($0)?.list })
    return BoardMenus.Destination.numbered(board.lists)
      .filter { lists.count != 1 || !lists.contains($0.list.id) }
  }

  /// The other boards with their lists.
  var otherBoards: [(name: String, lists: [BoardList])] {
    application.boards.named.filter { $0.id != board.id }.compactMap { other in
      let lists = (try? board.store.lists(on: other.id)) ?? []
      return lists.isEmpty ? nil : (application.name(of: other.id), lists)
    }
  }

  /// Puts cards at the end of a list, which may be on another board.
  func put(_ cards: [CardID], into list: ListID) {
    guard !cards.isEmpty else { return }
    guard board.list(list) == nil else {
      reorder(cards, to: list, at: .end)
      return revealSelecting(cards)
    }
    guard let other = (try? board.store.list(list)) ?? nil else { return }
    let name = board.card(cards[0])?.shownTitle ?? ""
    let boardName = application.name(of: other.board)
    perform(.reorderCards(cards, to: list, at: .end)) { room in
      let short = ShortNames.of(name, other.title, boardName, room: room)
      let places = ShortNames.of(other.title, boardName, room: room)
      return cards.count == 1
        ? translated(
          "“{name}” moved to “{list}” on “{board}”",
          ["name": short[0], "list": short[1], "board": short[2]])
        : translated(
          count: cards.count, one: "{count} card moved to “{list}” on “{board}”",
          other: "{count} cards moved to “{list}” on “{board}”",
          ["list": places[0], "board": places[1]])
    }
  }

  /// Adds a copy of each selected card after the last of them.
  func duplicateSelected() {
    let cards = selectedCards
    guard let last = cards.last, let list = board.card(last)?.list else { return }
    let next = board.cards(in: list).drop { $0 != last }.dropFirst().first
    let place: Position = next.map { .before($0) } ?? .end
    if let outcome = perform(.copyCards(cards, to: list, at: place)) {
      revealSelecting(outcome.cards)
    }
  }

  func deleteSelected() { take(selectedCards, from: activeList, delete) }

  /// Takes cards away, and gives the card below them in a list the keyboard.
  func take(_ cards: [CardID], from list: ListID?, _ act: ([CardID]) -> Void) {
    guard !cards.isEmpty, let list else { return }
    let order = openWindow?.boardView.column(list)?.shownCards ?? []
    let last = order.lastIndex { cards.contains($0) } ?? -1
    let next = order.dropFirst(last + 1).first ?? order.last { !cards.contains($0) }
    act(cards)
    if let next { openWindow?.boardView.focus([next]) }
  }

  /// Shows cards that a person has just made, dropped or pasted.
  ///
  /// - Parameter one: the card to scroll to; nil for the first.
  func reveal(_ cards: [CardID], scrollingTo one: CardID? = nil) {
    openWindow?.boardView.reveal(cards, scrollingTo: one)
  }

  /// Shows what undo or redo has brought back, and marks it. It selects only what was selected when the change was
  /// made, or is still selected now: the next key would act on the rest too.
  ///
  /// - Parameter selected: what was selected just before.
  private func reveal(_ outcome: ChangeOutcome, _ selected: [CardID]) {
    guard let boardView = openWindow?.boardView else { return }
    if let list = outcome.lists.first(where: { board.list($0) != nil }) {
      boardView.selection.set([])
      boardView.selection.activate(list)
      focusList(list)
      return boardView.show(list)
    }
    let changed = Set(outcome.cards)
    let then = (outcome.change.flatMap { selections[$0] } ?? []).filter(changed.contains)
    let kept = (then.isEmpty ? selected : then).filter(board.hasCard)
    boardView.reveal(outcome.cards)
    // Rows that come and go lose the selection and the keyboard.
    if kept.contains(where: changed.contains) {
      boardView.focus(kept)
    } else {
      boardView.selection.set(kept)
    }
  }

  /// The same as `reveal`, and selects them.
  func revealSelecting(_ cards: [CardID]) {
    let cards = cards.filter(board.hasCard)
    guard !cards.isEmpty, let boardView = openWindow?.boardView else { return }
    boardView.reveal(cards)
    boardView.focus(cards)
  }

  /// Shows cards that were pasted, and selects them unless the person is typing.
  func revealPasted(_ cards: [CardID]) {
    if openWindow?.isTyping == true { reveal(cards) } else { revealSelecting(cards) }
  }

  func isMarked(_ card: CardID) -> Bool { openWindow?.boardView.marked.contains(card) ?? false }

  func openMenu(in list: ListID, over widget: Widget, at x: Double, _ y: Double) {
    menuActions.setEnabled("share", window.bus.client != nil)
    let menu = BoardMenus.card(
      BoardMenus.Cards(
        lists: destinations(of: selectedCards), otherBoards: otherBoards, labels: labelsOfSelected,
        openable: cardToOpen))
    PopoverMenu(menu, translated("Card Menu"), at: x, y, of: widget).open()
  }
}

/// Opens the content of cards with other programs.
extension BoardCommands {
  /// The selected card with the keyboard focus, if it has a file or a link for other programs.
  var cardToOpen: Card? {
    focusedCard.flatMap { board.card($0) }.flatMap { $0.ownContent != nil || $0.isLink ? $0 : nil }
  }

  /// - Parameter isChoosing: whether the person chooses the program.
  func openSelected(choosing isChoosing: Bool = false) {
    guard let card = cardToOpen else {
      return say(translated("Other programs open only files, pictures and links"))
    }
    attempt { () throws(BoardError) in
      let contents = try board.store.contents(of: card.id)
      let files = CardFiles(contents, over: window.window) { [weak self] in self?.say($0) }
      guard let content = card.ownContent else { return files.openLink(of: card) }
      if isChoosing { files.openWith(content) } else { files.open(content) }
    }
  }
}
