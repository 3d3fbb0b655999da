internal import BoardModel
internal import GtkKit
internal import Translations

/// The dialog for a person's preferences. It saves each choice at once.
final class PreferencesDialog {
  private let window = Window()
  private let store: BoardStore
  private let boards: [NamedBoard]
  private let first: ComboRow
  private let done = ComboRow(
    translated("Done Cards"), Preferences.WhenDone.allCases.map { PreferencesDialog.words($0) })
  private let asks = Switch()
  private let fail: @MainActor (BoardError) -> Void

  static func present(over parent: BoardWindow) {
    let dialog = PreferencesDialog(parent)
    dialog.build(width: parent.window.dialogWidth)
    dialog.window.setModal(for: parent.window)
    dialog.window.present()
  }

  private init(_ parent: BoardWindow) {
    store = parent.board.store
    boards = parent.application.boards.named
    first = ComboRow(
      translated("New Windows Show"), boards.map { parent.application.name(of: $0.id) })
    fail = { [weak parent] in parent?.say(FailureText.of($0)) }
  }

  private func build(width: Int) {
    window.title = translated("Preferences")
    window.setDefaultSize(width: width, height: 320)
    window.setMinimumSize(width: 340, height: 200)
    let preferences = store.preferences
    first.chosen = boards.firstIndex { $0.id == preferences.firstBoard ?? .main } ?? 0
    done.chosen = Preferences.WhenDone.allCases.firstIndex(of: preferences.whenDone) ?? 0
    asks.isActive = preferences.asksBeforeDeleting
    asks.aligned(vertically: .center)
    let question = ActionRow(
      translated("Ask Before Lists and Boards Are Deleted"),
      subtitle: translated("A deletion can be undone, with or without the question."))
    question.addSuffix(asks)
    question.setActivatable(asks)
    let group = PreferencesGroup()
    for row: Widget in [first, done, question] { group.append(row) }
    group.margins(18)
    let page = ScrolledWindow(group, horizontally: false, vertically: true)
    window.setContent(Box(.vertical, [HeaderBar(), page.expanding(vertically: true)]))
    first.onChange { [weak self] in self?.keepFirstBoard() }
    done.onChange { [weak self] in
      guard let self else { return }
      let next = Preferences.WhenDone.allCases[done.chosen]
      keep { $0.whenDone = next }
    }
    asks.onToggle { [weak self] in
      guard let self else { return }
      let asks = asks.isActive
      keep { $0.asksBeforeDeleting = asks }
    }
    window.closeOnEscape()
    // The window keeps this object until it is closed.
    window.onCloseRequest { [self] in withExtendedLifetime(self) { true } }
  }

  private func keepFirstBoard() {
    let board = boards.indices.contains(first.chosen) ? boards[first.chosen].id : .main
    keep { $0.firstBoard = board == .main ? nil : board }
  }

  /// Another process may have chosen something in the other rows meanwhile.
  private func keep(_ change: (inout Preferences) -> Void) {
    do throws(BoardError) { try store.prefer(change) } catch { fail(error) }
  }

  private static func words(_ next: Preferences.WhenDone) -> String {
    switch next {
    case .stay: translated("Stay Where They Are")
    case .end: translated("Move to the End of Their List")
    case .archive: translated("Go to the Archive")
    }
  }
}
