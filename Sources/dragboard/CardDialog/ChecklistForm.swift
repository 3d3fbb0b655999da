internal import BoardModel
internal import GtkKit
internal import Translations

/// The fields of a checklist: Enter adds an item and goes to the next. A person reorders items by their handles, or
/// with Alt and an arrow.
final class ChecklistForm {
  /// The type of a dragged item, which only this form understands.
  static let dragType = "application/x-dragboard-checklist-item"

  let widget = Box(.vertical, spacing: 6)
  private let rows = Box(.vertical, spacing: 2)
  private var lines: [Item] = []
  let new = Entry()
  /// Called when items above the field for new ones push it down.
  var onGrow: @MainActor () -> Void = {}
  /// It is for the field for new items too, below which there is no place.
  private let site = DropSite(actions: .move, first: true)
  /// The dragged item, and the order of the items before the drag.
  private var dragged: (drag: Drag, item: Item, before: [Item])?

  init(_ items: [ChecklistItem]) {
    new.placeholder = translated("Add to the checklist")
    new.accessibleLabel = translated("New Checklist Item")
    widget.append(Label(translated("Checklist"), style: "heading").asHeading())
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
  /// As high as the lines of its text.
  private let field = TextView()

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
    widget = Box(
      .horizontal, spacing: 6, [handle, check, field.expanding(horizontally: true), remove])
    remove.aligned(vertically: .start)
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

  var value: ChecklistItem { ChecklistItem(field.text.trimmed, isDone: check.isActive) }

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
