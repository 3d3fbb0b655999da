internal import BoardModel
internal import GtkKit
internal import Translations

/// The colours of labels, of which one is chosen.
final class ColorChoice {
  let widget = Box(.horizontal, spacing: 4)
  /// Called when a person chooses a colour.
  var onChoose: @MainActor (LabelColor) -> Void = { _ in }
  private var buttons: [(color: LabelColor, button: ToggleButton)] = []
  private var isShowing = false

  init() {
    buttons = LabelColor.allCases.map { color in
      let button = ToggleButton(icon: "object-select-symbolic", tooltip: color.title)
      for style in ["label-color", "circular", color.rawValue] { button.add(style: style) }
      return (color, button)
    }
    for (color, button) in buttons {
      widget.append(button)
      button.onToggle { [weak self] in
        guard let self, !isShowing else { return }
        chosen = color
        onChoose(color)
      }
    }
  }

  var chosen = LabelColor.blue {
    didSet {
      isShowing = true
      defer { isShowing = false }
      for (color, button) in buttons { button.isActive = color == chosen }
    }
  }
}

extension LabelColor {
  /// For people.
  var title: String {
    switch self {
    case .blue: translated("Blue")
    case .green: translated("Green")
    case .yellow: translated("Yellow")
    case .orange: translated("Orange")
    case .red: translated("Red")
    case .purple: translated("Purple")
    case .brown: translated("Brown")
    case .gray: translated("Gray")
    }
  }
}
