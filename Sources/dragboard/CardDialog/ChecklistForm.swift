internal import BoardModel
internal import GtkKit
internal import Translations

/// The checklists of a card, below each other.
final class ChecklistsForm {
  let widget = Box(.vertical, spacing: 12)
  /// Called with a field that was pushed down.
  var onGrow: @MainActor (Widget) -> Void = { _ in }
  private var forms: [ChecklistForm] = []

  init(_ details: CardDetails) {
    let lists = details.checklists
    for (name, items) in lists.isEmpty ? [("", [])] : lists { append(name, items) }
  }

  /// The items as typed. A list that was given no name is the one without a name.
  var items: [ChecklistItem] {
    forms.flatMap { form in
      form.items.map { item in
        var item = item
        item.list = form.name
        return item
      }
    }
  }

  @discardableResult
  private func append(_ name: String, _ items: [ChecklistItem]) -> ChecklistForm {
    let form = ChecklistForm(
      items, named: forms.isEmpty && name.isEmpty ? nil : name, isFirst: forms.isEmpty)
    form.onGrow = { [weak self, weak form] in if let form { self?.onGrow(form.new) } }
    form.onAdd = { [weak self] in
      guard let self else { return }
      let new = append("", [])
      new.focusName()
      onGrow(new.new)
    }
    forms.append(form)
    widget.append(form.widget)
    return form
  }
}

/// The fields of a checklist: Enter adds an item and goes to the next. A person reorders items by their handles, or
/// with Alt and an arrow.
final class ChecklistForm {
  /// The type of a dragged item, which only this form understands.
  static let dragType = "application/x-dragboard-checklist-item"

  let widget = Box(.vertical, spacing: 6)
  private let rows = Box(.vertical, spacing: 2)
  private var lines: [Item] = []
  let new = Entry()
  /// Nil for the first one without a name.
  private let nameField: Entry?
  /// Called to add a checklist.
  var onAdd: @MainActor () -> Void = {}
  /// Called when items above the field for new ones push it down.
  var onGrow: @MainActor () -> Void = {}
  /// It is for the field for new items too, below which there is no place.
  private let site = DropSite(actions: .move, first: true)
  /// The dragged item, and the order of the items before the drag.
  private var dragged: (drag: Drag, item: Item, before: [Item])?

  /// - Parameters:
  ///   - name: nil for the first one without a name.
  ///   - isFirst: whether it has the button that adds another one.
  init(_ items: [ChecklistItem], named name: String?, isFirst: Bool) {
    nameField = name.map { name in
      let field = Entry()
      field.text = name
      field.placeholder = translated("Name of the checklist")
      field.accessibleLabel = translated("Name of the Checklist")
      return field
    }
    new.placeholder = translated("Add to the checklist")
    new.accessibleLabel = translated("New Checklist Item")
    let heading = nameField ?? Label(translated("Checklist"), style: "heading").asHeading()
    let head = Box(.horizontal, spacing: 6, [heading.expanding(horizontally: true)])
    if isFirst {
      let add = Button(label: translated("A_dd Checklist"), style: "flat")
      add.onClick { [weak self] in self?.onAdd() }
      head.append(add)
    }
    widget.append(head)
    widget.append(rows)
    widget.append(new)
    for item in items { append(item) }
    new.onActivate { [weak self] in self?.addTyped() }
    new.onChange { [weak self] in self?.typedChanged() }
    site.onAccept { [weak self] in self?.isOurs($0) ?? false }
    site.onHover { [weak self] drop, _, y in self?.hover(drop, y) ?? [] }
    site.onLeave { [weak self] in self?.putBack() }
    site.onDrop { [weak self] drop, _, y in
      guard let self, !hover(drop, y).isEmpty else { return false }
      dragged = nil
      drop.finish(.move)
      return true
    }
    widget.add(site)
  }

  var name: String { nameField.map { CardText.line($0.text) } ?? "" }

  func focusName() { nameField?.focus() }

  /// The items as typed, with the one that is not added yet.
  var items: [ChecklistItem] {
    (lines.map(\.value) + [ChecklistItem(new.text)]).filter { !$0.text.trimmed.isEmpty }
  }

  private func addTyped() {
    guard !new.text.trimmed.isEmpty else { return }
    append(ChecklistItem(new.text.trimmed))
    new.text = ""
    onGrow()
  }

  /// Makes an item of each line of a text that is pasted: an entry keeps its line ends.
  private func typedChanged() {
    guard new.text.contains(where: \.isNewline) else { return }
    // The entry is still handling its change.
    Task { addPasted() }
  }

  /// Several changes of the entry may come before this adds their items: only the first call finds some.
  private func addPasted() {
    guard new.text.contains(where: \.isNewline) else { return }
    for item in TypedLines(new.text).items { append(item) }
    new.text = ""
    onGrow()
  }

  private func append(_ item: ChecklistItem) {
    let row = Item(item)
    row.onRemove = { [weak self, weak row] in
      guard let self, let row else { return }
      rows.remove(row.widget)
      lines.removeAll { $0 === row }
      new.focus()
    }
    row.onEnter = { [weak self, weak row] in
      guard let self, let index = lines.firstIndex(where: { $0 === row }) else { return }
      if index + 1 < lines.count { lines[index + 1].focus() } else { new.focus() }
    }
    row.onReorder = { [weak self, weak row] distance in
      guard let self, let row, let index = lines.firstIndex(where: { $0 === row }) else { return }
      reorder(row, to: index + distance)
      row.focus()
    }
    row.source.onBegin { [weak self, weak row] drag in
      guard let self, let row else { return }
      dragged = (drag, row, lines)
      row.widget.opacity = 0.4
      drag.setIcon(row.picture(), x: DragPicture.hotspot.x, y: DragPicture.hotspot.y)
    }
    row.source.onCancel { [weak self] _ in self?.putBack() }
    row.source.onEnd { [weak self, weak row] _, _ in
      row?.widget.opacity = 1
      self?.dragged = nil
    }
    lines.append(row)
    rows.append(row.widget)
  }

  // MARK: Order

  /// Reorders an item to a place, if there is such a place.
  private func reorder(_ item: Item, to index: Int) {
    guard lines.indices.contains(index) else { return }
    lines.removeAll { $0 === item }
    lines.insert(item, at: index)
    rows.reorder(item.widget, after: index == 0 ? nil : lines[index - 1].widget)
  }

  private func isOurs(_ drop: Drop) -> Bool { dragged != nil && drop.drag == dragged?.drag }

  /// Shows the order as it would be after a drop.
  private func hover(_ drop: Drop, _ y: Double) -> DragActions {
    guard isOurs(drop), let item = dragged?.item else { return [] }
    let above = lines.count { line in
      guard line !== item, let bounds = line.widget.bounds(in: widget) else { return false }
      return bounds.y + bounds.height / 2 < y
    }
    if lines.firstIndex(where: { $0 === item }) != above { reorder(item, to: above) }
    return .move
  }

  private func putBack() {
    guard let (_, item, before) = dragged, let index = before.firstIndex(where: { $0 === item })
    else { return }
    reorder(item, to: index)
  }
}

/// A line of a checklist.
private final class Item {
  let widget: Box
  var onRemove: @MainActor () -> Void = {}
  var onEnter: @MainActor () -> Void = {}
  /// Called to reorder it by a number of items.
  var onReorder: @MainActor (Int) -> Void = { _ in }
  /// Drags it by its handle.
  let source = DragSource(actions: .move)
  private let check: CheckButton
  private let field = TextView()
  private var due: DueDate?
  private let dueText = Label(style: "caption", "dim-label").wrapping(lines: 1)
  private let calendar = Box(.vertical, spacing: 6)
  private let dateButton: PopoverButton
  private var days: DayButtons?

  init(_ item: ChecklistItem) {
    check = CheckButton(translated("Done"))
    check.isActive = item.isDone
    field.text = item.text
    field.add(style: "checklist-item")
    field.accessibleLabel = translated("Checklist Item")
    let remove = Button(
      icon: "list-remove-symbolic", tooltip: translated("Remove the Item"), style: "flat")
    let handle = Icon("list-drag-handle-symbolic")
    handle.add(style: "dim-label")
    handle.tooltip = translated("Drag to Reorder (Alt+Up, Alt+Down)")
    handle.accessibleLabel = translated("Drag to Reorder")
    dateButton = PopoverButton(
      icon: "x-office-calendar-symbolic", tooltip: translated("Due Date of the Item"), calendar,
      style: "flat")
    let words = Box(.vertical, spacing: 2, [field.asHighAsItsText(), dueText])
    widget = Box(
      .horizontal, spacing: 6,
      [handle, check, words.expanding(horizontally: true), dateButton, remove])
    // Beside the first line of the text.
    for part in [handle, check, dateButton, remove] {
      part.minimum(height: 34).aligned(vertically: .start)
    }
    show(item.due)
    dateButton.onOpen { [weak self] in self?.openCalendar() }
    source.onPrepare { _, _ in
      ContentProvider([ContentRepresentation(ChecklistForm.dragType) { try await $0.write("item") }]
      )
    }
    handle.add(source)
    remove.onClick { [weak self] in self?.onRemove() }
    field.onChange { [weak self] in self?.changed() }
    field.onKey(first: true) { [weak self] key in
      guard let self, !field.isComposing else { return false }
      switch key {
      case Key("Return"), Key("KP_Enter"): onEnter()
      case Key("BackSpace") where field.text.isEmpty: onRemove()
      case Key("Up", .alt): onReorder(-1)
      case Key("Down", .alt): onReorder(1)
      default: return false
      }
      return true
    }
  }

  var value: ChecklistItem {
    ChecklistItem(field.text.trimmed, isDone: check.isActive, due: due)
  }

  private func show(_ date: DueDate?) {
    due = date
    dueText.text = date.map { DueText.typed($0) } ?? ""
    dueText.isVisible = date != nil
    // The button says it to people who do not see the date below the text.
    dateButton.setAccessibleDescription(dueText.text)
  }

  /// Most items have no date, and a calendar is many widgets.
  private func openCalendar() {
    guard days == nil else { return }
    let (month, days) = (Calendar(), DayButtons())
    if let due { month.day = (due.year, due.month, due.day) }
    for part: Widget in [month, days.widget] { calendar.append(part) }
    month.onSelect { [weak self, weak month] in
      guard let self, let day = month?.day,
        let new = DueDate(year: day.year, month: day.month, day: day.day, minute: due?.minute)
      else { return }
      choose(new)
    }
    days.onChoose = { [weak self] in self?.choose($0) }
    self.days = days
  }

  private func choose(_ date: DueDate?) {
    show(date)
    dateButton.close()
  }

  func focus() { field.focus() }

  /// An item is one line, whatever is pasted.
  private func changed() {
    guard field.text.contains(where: \.isNewline) else { return }
    // The field is still handling its change.
    MainQueue.whenIdle { [weak self] in
      guard let self else { return }
      field.text = CardText.line(field.text)
    }
  }

  /// What the pointer drags.
  func picture() -> Widget {
    let picture = Box(.horizontal, [Label(field.text).wrapping(lines: 3).atMost(characters: 40)])
    picture.add(style: "card", "board-card")
    DragPicture.style(picture)
    return picture
  }
}
