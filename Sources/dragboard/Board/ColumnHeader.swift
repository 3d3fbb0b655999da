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
  /// Made when a title is first changed.
  private lazy var entry = makeEntry()
  private let add = Button(
    icon: "list-add-symbolic", tooltip: translated("Add Card"), style: "flat")
  private let more = MenuButton(
    icon: "view-more-symbolic", tooltip: translated("List Menu"), BoardMenus.list(), style: "flat")
  private let stack = Pages()
  private let actions = ActionGroup()
  /// The change that added the list whose first title is being typed.
  private var addition: ChangeID?

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
    add.onClick { [weak self] in self?.addCard() }
    widget.append(
      stack.expanding(horizontally: true).aligned(vertically: .center).margins(start: 8))
    widget.append(add)
    widget.append(more)
    actions.add("add") { [weak self] in self?.addCard() }
    actions.add("add-geocache") { [commands, id] in commands.addGeocache(to: id) }
    actions.add("paste") { [weak self] in self?.paste() }
    actions.add("sort-title") { [weak self] in self?.commands.sortList(self?.id, by: .title) }
    actions.add("sort-due") { [weak self] in self?.commands.sortList(self?.id, by: .due) }
    actions.add("limit") { [weak self] in self?.commands.limitList(self?.id) }
    actions.add("archive") { [commands, id] in
      MainQueue.whenIdle { if commands.openWindow != nil { commands.archiveList(id) } }
    }
    actions.add("archive-done") { [weak self] in self?.commands.archiveDone(in: self?.id) }
    actions.add("rename") { [weak self] in self?.rename() }
    actions.add("left") { [weak self] in self?.reorder(by: -1) }
    actions.add("right") { [weak self] in self?.reorder(by: 1) }
    actions.add("delete") { [weak self] in self?.delete() }
    title.onPress(button: 1) { [weak self] count, _, _ in if count == 2 { self?.rename() } }
  }

  private func makeEntry() -> Entry {
    let entry = Entry()
    stack.add(entry, as: "entry")
    entry.onActivate { [weak self] in self?.leaveEntry(saving: true) }
    entry.onFocusChange { [weak self] isInside in
      guard let self, !isInside, !endRenaming(saving: true) else { return }
      endRenaming(saving: false)
    }
    entry.onKey(first: true) { [weak self] key in
      guard key == Key("Escape") else { return false }
      self?.leaveEntry(saving: false)
      return true
    }
    return entry
  }

  /// Makes the actions of the list's menu available in its column.
  func install(in column: Widget) { column.insert(actions, as: "list") }

  /// Opens the list's menu at a point of a widget in the column.
  func openMenu(over widget: Widget, at x: Double, _ y: Double) {
    PopoverMenu(BoardMenus.list(), translated("List Menu"), at: x, y, of: widget).open()
  }

  var text: String { title.text }

  /// - Parameters:
  ///   - number: how many cards the list has.
  ///   - found: how many of them a search shows; nil without one.
  func show(_ list: BoardList, count number: Int, found: Int?) {
    title.text = list.title
    title.tooltip = list.title
    for button: Widget in [add, more] { button.setAccessibleDescription(list.title) }
    let all = translated(count: number, one: "{count} card", other: "{count} cards")
    if let found {
      count.text = translated("{found} of {all}", ["found": found, "all": number])
    } else if let limit = list.limit {
      count.text = "\(number)/\(limit)"
    } else {
      count.text = number == 0 ? "" : "\(number)"
    }
    let isOver = list.limit.map { number > $0 } ?? false
    count.set(style: "over-limit", isOver)
    count.tooltip =
      list.limit.map { limit in
        isOver
          ? translated("{all}, more than the limit of {limit}", ["all": all, "limit": limit])
          : translated("{all}, {limit} at most", ["all": all, "limit": limit])
      } ?? all
    count.setAccessibleDescription(isOver ? count.tooltip : "")
  }

  var isRenaming: Bool { stack.shown == "entry" }

  /// Starts editing the title in its place.
  ///
  /// - Parameter addition: the change that has just added the list, which Escape takes back.
  func rename(addedBy addition: ChangeID? = nil) {
    self.addition = addition
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
    guard isRenaming else { return true }
    let new = entry.text
    if saving, new != title.text, !new.isBlank,
      commands.perform(.renameList(id, title: new, refusingKnown: true, in: addition)) == nil
    {
      return false
    }
    addition = nil
    stack.shown = "title"
    return true
  }

  /// Ends editing the title, and gives the keyboard to the list. A title that is refused can be changed.
  private func leaveEntry(saving: Bool) {
    if !saving, let addition {
      endRenaming(saving: false)
      return commands.removeList(id, addedBy: addition)
    }
    if endRenaming(saving: saving) { commands.focusList(id) } else { entry.selectAll() }
  }

  private func addCard() { commands.addCard(to: id) }
  private func paste() {
    commands.openWindow?.boardView.selection.activate(id)
    commands.paste()
  }
  private func reorder(by distance: Int) { commands.reorderList(id, by: distance) }
  private func delete() {
    MainQueue.whenIdle { [commands, id] in
      // A key that closes the window comes first.
      if commands.openWindow != nil { commands.deleteList(id) }
    }
  }
}
