internal import BoardModel
internal import DragModel
internal import GtkKit

/// A window with the whole board.
final class BoardWindow {
  let window: Window
  unowned let application: BoardApplication
  let board: Board
  let bus: BoardBus
  private let actions = ActionGroup()
  private lazy var parts = BoardWindowParts(self)

  var boardView: BoardView { parts.boardView }
  var commands: BoardCommands { parts.commands }

  init(_ application: BoardApplication) {
    self.application = application
    board = application.board
    bus = application.bus
    window = Window(of: application.application)
    window.title = application.title
    window.setDefaultSize(width: 1000, height: 640)
    window.setMinimumSize(width: 360, height: 294)
    window.setContent(parts.content)
    addActions()
    boardView.update()
  }

  /// Shows the window. Its first list gets the keyboard, but not before the window is mapped: assistive technology
  /// would not see the window (GTK 4.8).
  func present() {
    window.present()
    boardView.selection.activeColumn?.view.focus()
  }

  private func addActions() {
    actions.add("add-card") { [weak self] in self?.addCard() }
    actions.add("add-geocache") { [weak self] in self?.parts.newGeocache() }
    actions.add("add-list") { [weak self] in self?.commands.addList() }
    actions.add("undo") { [weak self] in self?.commands.undo() }
    actions.add("redo") { [weak self] in self?.commands.redo() }
    actions.add("close") { [weak self] in self?.window.close() }
    window.insert(actions, as: "board")
    window.onKey(first: false) { [weak self] key in
      guard let self else { return false }
      switch key {
      case Key("z", .control): commands.undo()
      case Key("z", [.control, .shift]), Key("y", .control): commands.redo()
      case Key("n", [.control, .shift]): commands.addList()
      case Key("f", .control): parts.openSearch()
      case Key("Escape"): return parts.closeSearch()
      case Key("w", .control): window.close()
      case Key("F9"): parts.toggleShelf()
      case Key("F9", .shift): parts.toggleEditor()
      default: return pressedOutsideOfLists(key)
      }
      return true
    }
  }

  /// Handles a key for the active list while a button has the keyboard focus.
  private func pressedOutsideOfLists(_ key: Key) -> Bool {
    guard !parts.isTyping, let list = commands.activeList, BoardCommands.isForBoard(key)
    else { return false }
    return commands.pressed(key, in: list)
  }

  private func addCard() {
    if let list = commands.activeList { commands.addCard(to: list) }
  }

  /// Shows a short message, which may contain text of another program.
  func say(_ text: String, button: String? = nil, _ body: @escaping @MainActor () -> Void = {}) {
    parts.toasts.show(Printable.line(text), button: button, body)
  }

  /// Removes the message, which is no longer true.
  func dismissMessage() { parts.toasts.dismiss() }

  /// Saves what was typed before the window is closed. Where that fails it asks the person, and closes the window
  /// later.
  func mayClose() -> Bool {
    // Closing a window does not take the keyboard focus from an entry, which would save its text.
    guard boardView.saveTitles(),
      parts.mayLeaveEditor(orLater: { [weak self] in self?.window.close() })
    else { return false }
    boardView.stopObserving()
    return true
  }

  /// Follows the offers on the bus once it is connected.
  func follow() { parts.follow() }

  /// Opens a geocache card in the editor.
  func edit(geocache id: CardID) {
    parts.edit(id)
  }
}
