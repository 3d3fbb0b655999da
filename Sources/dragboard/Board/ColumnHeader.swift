internal import BoardModel
internal import GtkKit
internal import Translations

/// The header of a list: its title, the number of cards and a menu. Dragging it reorders the list.
final class ColumnHeader {
  let widget = Box(.horizontal, spacing: 6)
  private let id: ListID
  private let commands: BoardCommands
  private let title = Label(style: "heading").wrapping(lines: 1)
  private let count = Label(style: "dim-label", "count", "caption")
  private let entry = Entry()
  private let stack = Pages()
  private let actions = ActionGroup()

  init(_ id: ListID, _ commands: BoardCommands) {
    self.id = id
    self.commands = commands
    build()
  }

  private func build() {
    widget.add(style: "column-header")
    stack.add(
      Box(
        .horizontal, spacing: 8,
        [title, count.expanding(horizontally: true).aligned(horizontally: .start)]), as: "title")
    stack.add(entry, as: "entry")
    let menu = Menu()
      .section(Menu().item(translated("_Rename…"), "list.rename"))
      .section(
        Menu().item(translated("Move to the _Left"), "list.left").item(
          translated("Move to the _Right"), "list.right")
      )
      .section(Menu().item(translated("_Delete List"), "list.delete"))
    let add = Button(icon: "list-add-symbolic", tooltip: translated("Add Card"), style: "flat")
    add.onClick { [weak self] in self?.addCard() }
    let more = MenuButton(
      icon: "view-more-symbolic", tooltip: translated("List Menu"), menu, style: "flat")
    widget.append(
      stack.expanding(horizontally: true).aligned(vertically: .center).margins(start: 8))
    widget.append(add)
    widget.append(more)
    actions.add("rename") { [weak self] in self?.rename() }
    actions.add("left") { [weak self] in self?.move(by: -1) }
    actions.add("right") { [weak self] in self?.move(by: 1) }
    actions.add("delete") { [weak self] in self?.delete() }
    widget.insert(actions, as: "list")
    title.onPress(button: 1) { [weak self] count, _, _ in if count == 2 { self?.rename() } }
    entry.onActivate { [weak self] in self?.endRenaming(saving: true) }
    entry.onFocusChange { [weak self] isInside in
      if !isInside { self?.endRenaming(saving: true) }
    }
    entry.onKey(first: true) { [weak self] key in
      guard key == Key("Escape") else { return false }
      self?.endRenaming(saving: false)
      return true
    }
  }

  var text: String { title.text }

  func show(title text: String, count number: Int) {
    title.text = text
    title.tooltip = text
    count.text = number == 0 ? "" : "\(number)"
    count.tooltip = translated(count: number, one: "{count} card", other: "{count} cards")
  }

  /// Starts editing the title in its place.
  func rename() {
    entry.text = title.text
    stack.shown = "entry"
    entry.focus()
    entry.selectAll()
  }

  /// Ends editing the title.
  ///
  /// - Parameter saving: whether to save the typed title.
  /// - Returns: false where it cannot be saved; a message says why.
  @discardableResult
  func endRenaming(saving: Bool) -> Bool {
    guard stack.shown == "entry" else { return true }
    stack.shown = "title"
    let new = entry.text
    guard saving, new != title.text, !new.allSatisfy(\.isWhitespace) else { return true }
    return commands.perform(.renameList(id, title: new)) != nil
  }

  private func addCard() { commands.addCard(to: id) }
  private func move(by distance: Int) { commands.moveList(id, by: distance) }
  private func delete() { commands.deleteList(id) }
}
