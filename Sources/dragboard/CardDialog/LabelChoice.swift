internal import BoardModel
internal import GtkKit
internal import Translations

/// The labels of a board beside the field where labels are typed: a person chooses from them, or makes a new one and
/// chooses its colour.
final class LabelChoice {
  let button: PopoverButton
  /// The labels that are typed now.
  var typed: @MainActor () -> [CardLabel] = { [] }
  /// Called with the labels that are chosen now.
  var onChange: @MainActor ([CardLabel]) -> Void = { _ in }
  private let known: [CardLabel]
  private let entry = Entry()
  private let rows = Box(.vertical, spacing: 6)
  private let list: ScrolledWindow
  private let new = Box(.vertical, spacing: 6)
  private let add = Button(label: "", style: "flat")
  private let colors = ColorChoice()
  private var boxes: [(label: CardLabel, check: CheckButton)] = []

  init(_ known: [CardLabel]) {
    self.known = known
    entry.placeholder = translated("Find or make a label")
    entry.accessibleLabel = translated("Find or Make a Label")
    new.append(add)
    new.append(colors.widget)
    list = ScrolledWindow(rows, horizontally: false, vertically: true)
    list.grow(to: 240)
    button = PopoverButton(
      icon: "view-list-symbolic", tooltip: translated("Choose Labels"),
      Box(.vertical, spacing: 6, [entry, list, new]), style: "flat")
    button.aligned(vertically: .center)
    button.keep(self)
    button.onOpen { [weak self] in
      guard let self else { return }
      entry.text = ""
      show()
      entry.focus()
    }
    entry.onChange { [weak self] in self?.filter() }
    entry.onActivate { [weak self] in self?.enter() }
    add.onClick { [weak self] in self?.addNew() }
  }

  private var name: String { CardText.line(entry.text) }

  /// Shows the labels of the board, and those that are only typed yet.
  private func show() {
    let chosen = typed()
    let others = chosen.filter { label in !known.contains { $0.name == label.name } }
    for (_, check) in boxes { rows.remove(check) }
    boxes = (known + others).map { label in
      let name = Label(label.name, style: "card-label", label.color.rawValue).wrapping(lines: 1)
      return (label, CheckButton(label.name, showing: name))
    }
    for (label, check) in boxes {
      rows.append(check)
      check.isActive = chosen.contains { $0.name == label.name }
      check.onToggle { [weak self] in self?.toggled() }
    }
    filter()
  }

  private func filter() {
    let word = name.lowercased()
    for (label, check) in boxes {
      check.isVisible = word.isEmpty || label.name.lowercased().contains(word)
    }
    list.isVisible = boxes.contains { $0.check.isVisible }
    let isNew = !name.isEmpty && !boxes.contains { $0.label.name == name }
    new.isVisible = isNew
    guard isNew else { return }
    add.setLabel(
      translated("_Make “{name}”", ["name": Menu.literal(BoardCommands.short(name))]), isCut: true)
    colors.chosen = LabelColor.usual(for: name)
  }

  /// Chooses the label of this name, or the only one that is found, or makes one.
  private func enter() {
    let shown = boxes.filter(\.check.isVisible)
    let same = boxes.first { $0.label.name == name } ?? (shown.count == 1 ? shown.first : nil)
    guard !name.isEmpty else { return button.close() }
    guard let same else { return addNew() }
    same.check.isActive.toggle()
    entry.text = ""
  }

  private func addNew() {
    onChange(typed() + [CardLabel(name, colors.chosen)])
    entry.text = ""
    show()
    entry.focus()
  }

  private func toggled() {
    var labels = typed()
    for (label, check) in boxes {
      let isTyped = labels.contains { $0.name == label.name }
      if check.isActive, !isTyped { labels.append(label) }
      if !check.isActive { labels.removeAll { $0.name == label.name } }
    }
    onChange(labels)
  }
}
