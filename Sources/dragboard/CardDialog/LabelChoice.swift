internal import BoardModel
internal import GtkKit
internal import Translations

/// The labels of a board beside the field where labels are typed: a person chooses from them.
final class LabelChoice {
  let button: PopoverButton
  /// The labels that are typed now.
  var typed: @MainActor () -> [CardLabel] = { [] }
  /// Called with the labels that are chosen now.
  var onChange: @MainActor ([CardLabel]) -> Void = { _ in }
  private let boxes: [(label: CardLabel, check: CheckButton)]
  private var isShowing = false

  /// The most labels with boxes; a screen has no room for more, and the person types the others.
  private static let most = 12

  init(_ known: [CardLabel]) {
    boxes = known.prefix(Self.most).map { ($0, CheckButton($0.name)) }
    let rows = boxes.map { label, check in
      let name = Label(label.name, style: "card-label", label.color.rawValue).wrapping(lines: 1)
      return Box(.horizontal, spacing: 6, [check, name])
    }
    let colors = LabelColor.allCases.map(\.rawValue).joined(separator: ", ")
    let hint = Label(
      translated("“urgent:red” gives a label a colour: {colors}", ["colors": colors]),
      style: "dim-label", "caption"
    ).wrapping(centered: false).atMost(characters: 30)
    button = PopoverButton(
      icon: "view-list-symbolic", tooltip: translated("Choose Labels"),
      Box(.vertical, spacing: 6, rows + [hint]), style: "flat")
    button.aligned(vertically: .center)
    button.onOpen { [weak self] in self?.show() }
    for (_, check) in boxes { check.onToggle { [weak self] in self?.toggled() } }
  }

  private func show() {
    isShowing = true
    defer { isShowing = false }
    let names = Set(typed().map(\.name))
    for (label, check) in boxes { check.isActive = names.contains(label.name) }
  }

  private func toggled() {
    guard !isShowing else { return }
    var labels = typed()
    for (label, check) in boxes {
      let isTyped = labels.contains { $0.name == label.name }
      if check.isActive, !isTyped { labels.append(label) }
      if !check.isActive { labels.removeAll { $0.name == label.name } }
    }
    onChange(labels)
  }
}
