internal import BoardModel
internal import GtkKit

/// How a card looks, in a list and under the pointer.
final class CardFace {
  let widget = Box(.vertical, spacing: 6)
  private let picture = Picture(.cover)
  private let title = Label(style: "card-title").wrapping(lines: 4)
  private let text = Label(style: "dim-label").wrapping(lines: 3)
  private let icon = Icon("text-x-generic-symbolic")
  private let caption = Label(style: "caption", "dim-label").wrapping(lines: 1)
  private let captionLine: Box
  /// Which card is shown; a picture that comes late is for this one only.
  private var shown: CardID?

  init() {
    captionLine = Box(.horizontal, spacing: 6, [icon, caption.expanding(horizontally: true)])
    icon.add(style: "dim-label")
    picture.add(style: "thumbnail")
    picture.minimum(height: 110)
    picture.isVisible = false
    widget.add(style: "card", "board-card")
    for part in [picture, title, text, captionLine] { widget.append(part) }
  }

  func show(_ card: Card, _ pictures: CardPictures) {
    shown = card.id
    title.text = card.title.isEmpty ? card.name ?? "Untitled" : card.title
    text.text = Self.shown(card.text)
    text.isVisible = !text.text.isEmpty
    caption.text = CardCaption.text(of: card)
    let iconName = CardCaption.iconName(of: card)
    if let iconName { icon.set(iconName) }
    icon.isVisible = iconName != nil
    captionLine.isVisible = !caption.text.isEmpty
    show(pictures.known(for: card))
    guard card.hasPicture, picture.texture == nil else { return }
    Task { [weak self] in
      let texture = await pictures.load(for: card)
      if let self, shown == card.id { show(texture) }
    }
  }

  /// Without blank lines around it.
  private static func shown(_ text: String) -> String {
    let lines = text.prefix(600).split(separator: "\n").drop { $0.allSatisfy(\.isWhitespace) }
    return lines.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }

  private func show(_ texture: Texture?) {
    picture.texture = texture
    picture.isVisible = texture != nil
  }
}
