internal import BoardModel
internal import GtkKit

/// How a card looks, in a list and under the pointer. Most cards are a title and a line or two, and a list view makes
/// some hundred rows at once: what else there can be is made when a card first needs it.
final class CardFace {
  let widget = Box(.vertical, spacing: 6)
  private let title = Label(style: "card-title").wrapping(lines: 4)
  private var picture: Picture?
  private var text: Label?
  private var caption: CaptionLine?
  /// Which card is shown; a picture that comes late is for this one only.
  private var shown: CardID?

  init() {
    widget.add(style: "card", "board-card")
    widget.append(title)
  }

  func show(_ card: Card, _ pictures: CardPictures) {
    shown = card.id
    title.text = card.title.isEmpty ? card.name ?? "Untitled" : card.title
    show(text: Self.shown(card.text))
    show(caption: CardCaption.text(of: card), icon: CardCaption.iconName(of: card))
    show(pictures.known(for: card))
    guard card.hasPicture, picture?.texture == nil else { return }
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

  private func show(text new: String) {
    if text == nil, !new.isEmpty {
      let label = Label(style: "dim-label").wrapping(lines: 3)
      widget.append(label)
      widget.move(label, after: title)
      text = label
    }
    text?.text = new
    text?.isVisible = !new.isEmpty
  }

  private func show(caption new: String, icon: String?) {
    if caption == nil, !new.isEmpty {
      let line = CaptionLine()
      widget.append(line.widget)
      caption = line
    }
    caption?.show(new, icon: icon)
  }

  private func show(_ texture: Texture?) {
    if picture == nil, texture != nil {
      let new = Picture(.cover)
      new.add(style: "thumbnail")
      new.minimum(height: 110)
      widget.prepend(new)
      picture = new
    }
    picture?.texture = texture
    picture?.isVisible = texture != nil
  }
}

/// The small line below a card, with an icon for what has no picture.
private final class CaptionLine {
  let widget: Box
  private let icon = Icon("text-x-generic-symbolic")
  private let label = Label(style: "caption", "dim-label").wrapping(lines: 1)

  init() {
    icon.add(style: "dim-label")
    widget = Box(.horizontal, spacing: 6, [icon, label.expanding(horizontally: true)])
  }

  func show(_ text: String, icon name: String?) {
    label.text = text
    if let name { icon.set(name) }
    icon.isVisible = name != nil
    widget.isVisible = !text.isEmpty
  }
}
