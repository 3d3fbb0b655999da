internal import BoardModel
internal import DragModel
internal import GtkKit
internal import Translations

/// The labels of a board: each is renamed, gets another colour or is deleted on all cards at once. Each change can be
/// undone on the board.
final class LabelsDialog {
  private let window = Window()
  private let board: Board
  private let commands: BoardCommands
  private let rows = ListBox(style: "boxed-list")
  private let pages = Pages()
  private let toasts: ToastOverlay
  private var shown: [CardLabel] = []

  static func present(over parent: BoardWindow) {
    let dialog = LabelsDialog(parent.board, parent.commands)
    dialog.build(of: parent.name, width: parent.window.dialogWidth)
    dialog.window.setModal(for: parent.window)
    dialog.window.present()
  }

  private init(_ board: Board, _ commands: BoardCommands) {
    (self.board, self.commands) = (board, commands)
    toasts = ToastOverlay(pages.expanding(vertically: true))
  }

  /// - Parameters:
  ///   - name: the name of the board.
  ///   - width: no more than that of the window below, which may fill a narrow screen.
  private func build(of name: String, width: Int) {
    window.title = translated("Labels of “{board}”", ["board": name])
    window.setDefaultSize(width: width, height: 480)
    window.setMinimumSize(width: 340, height: 294)
    rows.accessibleLabel = translated("Labels")
    let list = ScrolledWindow(
      Box(.vertical, [rows.margins(18)]), horizontally: false, vertically: true)
    let nothing = StatusPage(
      icon: "view-list-symbolic", title: translated("No Labels Yet"),
      text: translated("The dialog of a card gives it labels, and makes new ones."))
    pages.add(list.expanding(vertically: true), as: "list")
    pages.add(nothing.expanding(vertically: true), as: "nothing")
    window.setContent(Box(.vertical, [HeaderBar(), toasts.expanding(vertically: true)]))
    update()
    board.observe(self) { [weak self] placeholder in if placeholder == nil { self?.update() } }
    window.onKey(first: true) { [weak self] key in
      switch key {
      case Key("Escape"): self?.window.close()
      case Key("z", .control):
        self?.toasts.dismiss()
        self?.commands.undo()
      default: return false
      }
      return true
    }
    // The window keeps this object until it is closed.
    window.onCloseRequest { [self] in
      board.stopObserving(self)
      return true
    }
  }

  private func update() {
    guard
      let labels = commands.attempt({ () throws(BoardError) in
        try board.store.labels(on: board.id)
      })
    else { return }
    rows.removeAll()
    for (label, cards) in labels { append(label, cards) }
    shown = labels.map(\.label)
    pages.shown = labels.isEmpty ? "nothing" : "list"
  }

  private func append(_ label: CardLabel, _ cards: Int) {
    let row = ActionRow(
      label.name, subtitle: translated(count: cards, one: "{count} card", other: "{count} cards"))
    row.titleLines = 2
    let name = BoardCommands.short(label.name)
    let colors = ColorChoice()
    colors.chosen = label.color
    let color = PopoverButton(
      icon: "pan-down-symbolic",
      tooltip: translated(
        "Colour of “{label}”: {color}", ["label": name, "color": label.color.title]),
      colors.widget, style: "label-color", "circular", label.color.rawValue)
    color.keep(colors)
    color.aligned(vertically: .center)
    colors.onChoose = { [weak self, weak color] new in
      color?.close()
      self?.change(
        label, to: CardLabel(label.name, new),
        translated("“{label}” has another colour now", ["label": name]))
    }
    row.addPrefix(color)
    let rename = Button(
      icon: "document-edit-symbolic", tooltip: translated("Rename “{title}”", ["title": name]),
      style: "flat")
    rename.onClick { [weak self] in self?.rename(label) }
    let delete = Button(
      icon: "user-trash-symbolic", tooltip: translated("Delete “{title}”", ["title": name]),
      style: "flat")
    delete.onClick { [weak self] in
      self?.change(label, to: nil, translated("“{name}” deleted", ["name": name]))
    }
    for button in [rename, delete] { row.addSuffix(button.aligned(vertically: .center)) }
    rows.append(row)
  }

  private func rename(_ label: CardLabel) {
    Prompt.present(
      over: window, translated("Rename Label"),
      translated("With the name of another label it becomes that one."),
      field: translated("Name"), text: label.name, cancel: translated("_Cancel"),
      answer: translated("_Rename")
    ) { [weak self] typed in
      let new = CardText.line(typed)
      guard let self, !new.isEmpty, new != label.name else { return }
      let isJoined = shown.contains { $0.name == new }
      let (old, name) = (BoardCommands.short(label.name), BoardCommands.short(new))
      change(
        label, to: CardLabel(new, label.color),
        isJoined
          ? translated(
            "“{label}” has become “{name}”, which was there", ["label": old, "name": name])
          : translated("“{label}” is “{name}” now", ["label": old, "name": name]))
    }
  }

  /// Changes the board once the click is handled, because the change removes the button's row, and offers to undo that.
  private func change(_ label: CardLabel, to new: CardLabel?, _ words: String) {
    MainQueue.whenIdle { [weak self, commands, board] in
      let change = BoardChange.changeLabel(label.name, to: new, on: board.id)
      guard let id = commands.perform(change)?.change, let self else { return }
      toasts.show(Printable.line(words), .undo) { [board] in
        commands.attempt { () throws(BoardError) in _ = try board.undo(id, onlyLast: true) }
      }
    }
  }
}

extension BoardWindow {
  func showLabels() { LabelsDialog.present(over: self) }
}
