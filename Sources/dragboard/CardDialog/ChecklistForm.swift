internal import BoardModel
internal import GtkKit
internal import Translations

/// The fields of a checklist: Enter adds an item and goes to the next.
final class ChecklistForm {
  let widget = Box(.vertical, spacing: 6)
  private let rows = Box(.vertical, spacing: 2)
  private var lines: [Item] = []
  private let new = Entry()

  init(_ items: [ChecklistItem]) {
    new.placeholder = translated("Add to the checklist")
    new.accessibleLabel = translated("New Checklist Item")
    widget.append(rows)
    widget.append(new)
    for item in items { append(item) }
    new.onActivate { [weak self] in self?.addTyped() }
    new.onChange { [weak self] in self?.typedChanged() }
  }

  /// The items as typed, with the one that is not added yet.
  var items: [ChecklistItem] {
    (lines.map(\.value) + [ChecklistItem(new.text)]).filter { !$0.text.trimmed.isEmpty }
  }

  private func addTyped() {
    guard !new.text.trimmed.isEmpty else { return }
    append(ChecklistItem(new.text.trimmed))
    new.text = ""
  }

  /// Makes an item of each line of a text that is pasted: an entry keeps its line ends.
  private func typedChanged() {
    guard new.text.contains(where: \.isNewline) else { return }
    let pasted = TypedLines(new.text)
    // The entry is still within its change.
    Task {
      for item in pasted.items { append(item) }
      new.text = ""
    }
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
    lines.append(row)
    rows.append(row.widget)
  }
}

/// A line of a checklist.
private final class Item {
  let widget: Box
  var onRemove: @MainActor () -> Void = {}
  var onEnter: @MainActor () -> Void = {}
  private let check: CheckButton
  private let entry = Entry()

  init(_ item: ChecklistItem) {
    check = CheckButton(translated("Done"))
    check.isActive = item.isDone
    entry.text = item.text
    entry.accessibleLabel = translated("Checklist Item")
    let remove = Button(
      icon: "list-remove-symbolic", tooltip: translated("Remove the Item"), style: "flat")
    widget = Box(.horizontal, spacing: 6, [check, entry.expanding(horizontally: true), remove])
    remove.onClick { [weak self] in self?.onRemove() }
    entry.onActivate { [weak self] in self?.onEnter() }
    entry.onKey(first: true) { [weak self] key in
      guard let self, key == Key("BackSpace"), entry.text.isEmpty else { return false }
      onRemove()
      return true
    }
  }

  var value: ChecklistItem { ChecklistItem(entry.text.trimmed, isDone: check.isActive) }

  func focus() { entry.focus() }
}
