internal import GtkKit

/// A tile, or an entry of the history.
protocol ShelfRow: AnyObject {
  var face: ShelfRowFace { get }
  /// Lower case.
  var searchText: String { get }
  /// Puts its content on the clipboard.
  func copy()
}

extension ShelfRow {
  var hasFocus: Bool { face.row.hasFocusInside }
}

/// A row of the shelf or of the history: an icon or a picture, a title, and a line below it.
final class ShelfRowFace {
  let row = ActionRow("")
  private let icon: Icon
  private let picture = Picture(.cover)
  private static let size = 40

  /// - Parameter type: the type that the icon shows.
  init(type: String) {
    icon = Icon(Self.iconName(type))
    picture.isVisible = false
    picture.isClipping = true
    picture.add(style: "thumbnail")
    let clamp = Clamp(picture, to: Self.size)
    clamp.aligned(vertically: .center)
    icon.minimum(width: Self.size)
    row.addPrefix(Box(.horizontal, [icon, clamp]))
    row.titleLines = 2
    row.setSubtitleLines(3)
  }

  private static func iconName(_ type: String) -> String {
    type == "inode/directory" ? "folder-symbolic" : ContentTypes.iconName(of: type) + "-symbolic"
  }

  func show(title: String, subtitle: String) {
    // libadwaita makes these the row's accessible name and description.
    row.title = title
    row.subtitle = subtitle
  }

  func show(_ texture: Texture?) {
    guard let texture else { return }
    picture.texture = texture
    // Square, because a tall picture would make a tall row.
    picture.minimum(width: Self.size, height: Self.size)
    picture.setAlternativeText("")
    picture.isVisible = true
    icon.isVisible = false
  }

  /// The picture at the pointer during a drag.
  static func dragPicture(_ title: String) -> Widget {
    let picture = Box(.horizontal, [Label(title, style: "heading").wrapping(lines: 1)])
    picture.add(style: "card", "board-card", "drag-picture")
    if !Style.isComposited { picture.add(style: "square") }
    return picture
  }
}
