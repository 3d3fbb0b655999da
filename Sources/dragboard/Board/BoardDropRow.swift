internal import BoardModel
internal import GtkKit
internal import Translations

/// The names of the other boards, in the header once something hovers over the name of the shown one. Hovering over
/// a name shows that board, where it can be dropped on any list; a drop on a name goes to the first list.
final class BoardDropRow {
  let widget = WrappingBox()
  private unowned let window: BoardWindow
  /// Opens the row, shows a board, or closes the row.
  private var timer: Timer?
  private var names: [Label] = []

  /// In milliseconds.
  private static let (pause, farewell): (UInt32, UInt32) = (600, 3_000)

  /// - Parameter switcher: the widget with the name of the shown board.
  init(_ window: BoardWindow, _ switcher: Widget) {
    self.window = window
    widget.isVisible = false
    let site = DropSite(actions: [.copy, .move])
    site.onHover { [weak self] _, _, _ in
      self?.hovered { self?.open() }
      return []
    }
    site.onLeave { [weak self] in self?.left() }
    switcher.add(site)
  }

  private var isPending = false

  /// Does something soon, unless what hovers leaves before.
  private func hovered(_ body: @escaping @MainActor () -> Void) {
    guard !isPending else { return }
    isPending = true
    timer = Timer(every: Self.pause) { [weak self] in
      self?.timer = nil
      body()
    }
  }

  private func left() {
    isPending = false
    timer = Timer(every: Self.farewell) { [weak self] in self?.close() }
  }

  private func open() {
    guard !widget.isVisible else { return }
    for other in window.application.boards.named where other.id != window.board.id {
      let name = Label(window.application.name(of: other.id), style: "board-drop-name")
      let site = DropSite(actions: [.copy, .move])
      site.onHover { [weak self, weak name] drop, _, _ in
        name?.set(style: "hovered", true)
        self?.hovered { self?.window.show(other.id) }
        return drop.actions.contains(.move) ? .move : .copy
      }
      site.onLeave { [weak self, weak name] in
        name?.set(style: "hovered", false)
        self?.left()
      }
      site.onDrop { [weak self] drop, _, _ in self?.accept(drop, on: other.id) ?? false }
      name.add(site)
      names.append(name)
      widget.append(name)
    }
    widget.isVisible = !names.isEmpty
  }

  private func close() {
    timer = nil
    isPending = false
    for name in names { widget.remove(name) }
    names = []
    widget.isVisible = false
  }

  /// Shows the board, and drops there.
  private func accept(_ drop: Drop, on board: BoardID) -> Bool {
    let action: DragActions = drop.actions.contains(.move) ? .move : .copy
    // The name goes with the board that is shown now.
    MainQueue.whenIdle { [window] in
      guard window.show(board), let list = window.board.lists.first else { return drop.finish([]) }
      DropReceiver(drop, action, ListPlace(list: list.id, next: nil), window.commands).start()
    }
    return true
  }
}
