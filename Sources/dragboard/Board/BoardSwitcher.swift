internal import BoardModel
internal import GtkKit
internal import Translations

/// The button with the name of the board, whose menu goes to the other boards and changes them.
final class BoardSwitcher {
  let widget: MenuButton
  private unowned let window: BoardWindow

  init(_ window: BoardWindow) {
    self.window = window
    widget = MenuButton(label: "", tooltip: translated("Boards"), Menu(), style: "flat")
    update()
  }

  /// Shows the boards as they are now.
  func update() {
    let boards = window.application.boards.named
    widget.setLabel(window.name)
    widget.menu = BoardMenus.boards(boards, shown: window.board.id)
  }
}

/// The commands for whole boards.
extension BoardWindow {
  /// Shows the board with a number, counted from 1.
  func showBoard(number: Int) -> Bool {
    // The report of a board that another process has just added may still be under way.
    if application.boards.named.count < number { application.boards.refresh() }
    let boards = application.boards.named
    guard boards.indices.contains(number - 1) else { return false }
    show(boards[number - 1].id)
    return true
  }

  func addBoard() {
    ask(translated("New Board"), "", translated("_Add")) { [application] name throws(BoardError) in
      let outcome = try application.boards.main.perform(.addBoard(name: name))
      return outcome.boards.first
    }
  }

  func renameBoard() {
    let id = board.id
    ask(translated("Rename Board"), name, translated("_Rename")) {
      [application] name throws(BoardError) in
      try application.boards.main.perform(.renameBoard(id, name: name))
      return nil
    }
  }

  /// Deletes the shown board, and offers to undo that.
  func deleteBoard() {
    let (id, name) = (board.id, name)
    guard id != .main else { return }
    commands.asking(translated("Delete the Board “{name}”?", ["name": name])) { [weak self] in
      // What is being typed becomes a card, which goes too.
      guard let self, boardView.saveTitles() else { return }
      let words = deletionWords
      if show(.main) { commands.perform(.deleteBoard(id), saying: words) }
    }
  }

  private var deletionWords: String {
    let count =
      board.lists.reduce(0) { $0 + board.cards(in: $1.id).count }
      + commands.archivedCount { _ in true }
    return count == 0
      ? translated("Board “{name}” deleted", ["name": name])
      : translated(
        count: count, one: "Board “{name}” deleted, with {count} card",
        other: "Board “{name}” deleted, with {count} cards", ["name": name])
  }

  /// Asks for a name until it can be used or the person cancels.
  private func ask(
    _ heading: String, _ text: String, _ answer: String, problem: String = "",
    _ body: @escaping @MainActor (String) throws(BoardError) -> BoardID?
  ) {
    Prompt.present(
      over: window, heading, problem, field: translated("Name"), text: text,
      cancel: translated("_Cancel"), answer: answer
    ) { [weak self] typed in
      do throws(BoardError) {
        if let new = try body(typed) { self?.show(new) }
      } catch {
        self?.ask(heading, typed, answer, problem: FailureText.of(error), body)
      }
    }
  }
}
