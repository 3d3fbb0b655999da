internal import BoardModel
internal import DragModel
internal import GtkKit

/// A window with the whole board.
final class BoardWindow {
  let window: Window
  unowned let application: BoardApplication
  private(set) var board: Board
  let bus: BoardBus
  private let actions = ActionGroup()
  private lazy var parts = BoardWindowParts(self)
  /// Where each board was left for another one.
  private var currentCards: [BoardID: CardID] = [:]

  /// The name of the shown board.
  var name: String { application.name(of: board.id) }

  var boardView: BoardView { parts.boardView }
  var commands: BoardCommands { parts.commands }

  init(_ application: BoardApplication) {
    self.application = application
    board = application.firstBoard
    bus = application.bus
    window = Window(of: application.application)
    window.title = name
    let size = board.store.preferences.windowSize
    window.setDefaultSize(width: size?.width ?? 1024, height: size?.height ?? 640)
    window.setMinimumSize(width: 360, height: 294)
    window.setContent(parts.content)
    addActions()
    boardView.update()
  }

  /// Shows the window. Its first list gets the keyboard, but not before the window is mapped: otherwise assistive
  /// technology would not see the window (GTK 4.8; 4.18 does not mind).
  func present() {
    window.present()
    boardView.focusStart()
  }

  /// Shows another board in this window.
  ///
  /// - Returns: false where something that was typed has to be saved first, and for a board that is gone.
  @discardableResult
  func show(_ id: BoardID) -> Bool {
    guard id != board.id else { return true }
    // A menu may still name a board that another process has just deleted.
    guard application.boards.name(of: id) != nil else { return false }
    guard mayClose(orLater: { [weak self] in self?.show(id) }) else { return false }
    replaceBoard(by: id)
    return true
  }

  private func replaceBoard(by id: BoardID) {
    currentCards[board.id] = boardView.currentCard
    board = application.boards.board(id)
    parts = BoardWindowParts(self)
    enableDeletion()
    window.setContent(parts.content)
    window.title = name
    boardView.update()
    follow()
    boardView.focusStart(at: currentCards[id])
  }

  /// Shows the default board, because the shown one is deleted. What was being typed in the editor becomes a card
  /// there.
  private func leaveDeletedBoard() {
    let geocache = parts.unsavedGeocache
    boardView.stopObserving()
    replaceBoard(by: .main)
    if let geocache, let list = commands.activeOrNewList { commands.rescue(geocache, from: list) }
  }

  /// Shows another board, and searches it for the same words.
  private func search(on id: BoardID) {
    let typed = parts.searched
    if show(id) { parts.openSearch(for: typed) }
  }

  /// Shows the boards' names as they are now; the default board where the shown one is deleted.
  func boardsChanged() {
    if application.boards.name(of: board.id) == nil { leaveDeletedBoard() }
    window.title = name
    parts.switcher.update()
  }

  private func addActions() {
    actions.add("add-board") { [weak self] in self?.addBoard() }
    actions.add("rename-board") { [weak self] in self?.renameBoard() }
    actions.add("delete-board") { [weak self] in
      MainQueue.whenIdle { self?.deleteBoard() }
    }
    actions.add("archive") { [weak self] in self?.showArchive() }
    actions.add("labels") { [weak self] in self?.showLabels() }
    actions.add("due") { [weak self] in self?.showDue() }
    actions.add("show") { [weak self] id in
      MainQueue.whenIdle { self?.show(BoardID(rawValue: id)) }
    }
    actions.add("search-on") { [weak self] id in
      MainQueue.whenIdle { self?.search(on: BoardID(rawValue: id)) }
    }
    actions.add("import") { [weak self] in self?.importFile() }
    actions.add("export") { [weak self] in self?.exportFile() }
    actions.add("search") { [weak self] in self?.parts.openSearch() }
    actions.add("offers") { [weak self] in self?.parts.toggleOffers() }
    actions.add("undo") { [weak self] in self?.commands.undo() }
    actions.add("redo") { [weak self] in self?.commands.redo() }
    actions.add("close") { [weak self] in self?.window.close() }
    enableDeletion()
    window.insert(actions, as: "board")
    window.onFocusMove { [weak self] in self?.parts.showActiveList() }
    // A message would take Escape first.
    window.onKey(first: true) { [weak self] key in
      guard let self, key == Key("Escape") else { return false }
      return boardView.isCardFocused ? parts.closeSearch() : parts.leavePanel()
    }
    window.onKey(first: false) { [weak self] key in
      guard let self else { return false }
      switch key {
      case Key("z", .control): commands.undo()
      case Key("z", [.control, .shift]), Key("y", .control): commands.redo()
      case Key("n", [.control, .shift]): commands.addList()
      case Key("f", .control): parts.openSearch()
      case Key("Escape"): return parts.closeSearch()
      case Key("w", .control): window.close()
      case Key("F9"): parts.toggleOffers()
      case Key("F9", .shift): parts.toggleEditor()
      default:
        if key.modifiers == .control, let number = Int(key.name), number > 0 {
          return showBoard(number: number)
        }
        return pressedOutsideOfLists(key)
      }
      return true
    }
  }

  private func enableDeletion() { actions.setEnabled("delete-board", board.id != .main) }

  /// Handles a key for the active list while a button has the keyboard focus. The button may be a list's own.
  private func pressedOutsideOfLists(_ key: Key) -> Bool {
    guard !parts.isTyping else { return false }
    if BoardCommands.isForList(key), let column = boardView.selection.focusedColumn {
      boardView.selection.activate(column.id)
    }
    guard let list = commands.activeList else {
      switch key {
      case Key("n", .control): addCard()
      case Key("v", .control): commands.paste()
      default: return false
      }
      return true
    }
    return BoardCommands.isForBoard(key) && commands.pressed(key, in: list)
  }

  /// Whether a person types something beside the cards.
  var isTyping: Bool { parts.isTyping }

  private func addCard() {
    if let list = commands.activeOrNewList { commands.addCard(to: list) }
  }

  /// Shows a short message, which may contain text of another program.
  func say(
    _ text: String, _ action: ToastOverlay.Action? = nil,
    _ body: @escaping @MainActor () -> Void = {}
  ) {
    parts.toasts.show(Printable.line(text), action, body)
  }

  /// Shows what a change has done, and offers to undo it until it is undone.
  func offerUndo(
    of change: ChangeID, _ words: @escaping @MainActor (_ room: Int) -> String,
    _ body: @escaping @MainActor () -> Void
  ) {
    let store = board.store
    parts.toasts.show(
      { Printable.line(words($0)) }, .undo,
      isOutdated: { (try? store.isUndone(change)) == true }, body)
  }

  /// Shows all cards again.
  func endSearch() { parts.closeSearch() }

  /// Removes the message, which is no longer true.
  func dismissMessage() { parts.toasts.dismiss() }

  /// Saves what was typed before the window is closed. Where that fails it asks the person, and closes the window
  /// later.
  func mayClose() -> Bool {
    guard mayClose(orLater: { [weak self] in self?.window.close() }) else { return false }
    rememberSize()
    return true
  }

  private func mayClose(orLater retry: @escaping @MainActor () -> Void) -> Bool {
    // Closing a window does not take the keyboard focus from an entry, which would save its text.
    guard boardView.saveTitles(), parts.mayLeaveEditor(orLater: retry) else { return false }
    boardView.stopObserving()
    return true
  }

  /// Saves what was typed, without a question: what cannot be saved as it is becomes a new card.
  func saveTyped() {
    _ = boardView.saveTitles()
    if let card = parts.saveOrReturnGeocache(), let list = commands.activeOrNewList {
      commands.perform(.addCards([card], to: list, at: .end))
    }
    rememberSize()
  }

  private func rememberSize() {
    let size = Preferences.Size(window.defaultSize)
    // A size that cannot be saved is no reason to stay open.
    try? board.store.prefer { $0.windowSize = size }
  }

  /// Follows the offers on the bus once it is connected.
  func follow() { parts.follow() }

  /// Marks cards that came over the bus, beside those that came just before: several files of one drop come one after
  /// another. It scrolls to them only while the window is not active: then the person works in another program, and
  /// nothing moves below the pointer.
  func showArrival(_ cards: [CardID]) {
    let all = cards + boardView.marked.subtracting(cards)
    if window.isActive { boardView.mark(all) } else { boardView.reveal(all) }
  }

  /// Scrolls to what begins to come over the bus, under the same condition.
  func showStart(_ placeholder: Placeholder) {
    if !window.isActive { boardView.show(placeholder) }
  }

  /// Opens the editor for a geocache that is not on the board yet.
  func newGeocache() { parts.newGeocache() }

  /// Opens a geocache card in the editor.
  func edit(geocache id: CardID) {
    parts.edit(id)
  }
}
