internal import BoardModel
internal import GtkKit

/// What a window of the board consists of.
final class BoardWindowParts {
  let content: Widget
  let toasts: ToastOverlay
  let boardView: BoardView
  let commands: BoardCommands

  init(_ window: BoardWindow) {
    commands = BoardCommands(window.board, window)
    boardView = BoardView(window.board, commands)
    toasts = ToastOverlay(boardView.widget.expanding(vertically: true))
    let header = HeaderBar()
    let menu = Menu()
      .section(Menu().item("New _Window", "app.new-window"))
      .section(Menu().item("_Undo", "board.undo").item("_Redo", "board.redo"))
      .section(Menu().item("_Add List", "board.add-list"))
      .section(
        Menu().item("_Keyboard Shortcuts", "app.shortcuts").item("_About Board", "app.about"))
    let menuButton = MenuButton(icon: "open-menu-symbolic", tooltip: "Main Menu", menu)
    menuButton.setPrimary()
    header.packEnd(menuButton)
    content = Box(.vertical, [header, toasts])
  }

  func toggleShelf() {}
  func edit(_ id: CardID) {}
}
