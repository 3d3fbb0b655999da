internal import BoardModel
internal import GtkKit

/// The widget of a card, in a list and at the pointer of a drag. Most cards have only a title and little text, and a
/// list view makes hundreds of rows at once: other widgets are made when a card first needs them.
final class CardFace {
  let widget = Box(.vertical, spacing: 6)
  private let title = Label(style: "card-title").wrapping(lines: 4)
  private var picture: Picture?
  private var text: Label?
  private var caption: CaptionLine?
  private var marks: CardMarks?
  /// Cancelled with what it shows: a picture that loads late must not appear on another card.
  private var loading: Task<Void, Never>?
  /// What it shows below the title: reading Markdown is the slowest part, and each change of the board shows all cards.
  private var shownText: (text: String, isMarkdown: Bool)?

  init() {
    widget.add(style: "card", "board-card")
    widget.append(title)
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Loads no picture any more, because nobody sees the card.
  func stopLoading() {
    loading?.cancel()
    loading = nil
  }

  func show(_ card: Card, _ pictures: CardPictures) {
    stopLoading()
    title.text = card.shownTitle
    show(text: card.shownText, isMarkdown: card.kind == .text)
    widget.set(style: "done", card.details.isDone)
    showMarks(of: card)
    show(caption: CardCaption.text(of: card), icon: CardCaption.iconName(of: card))
    show(pictures.known(for: card))
    guard card.showsPicture, picture?.texture == nil else { return }
    loading = Task { [weak self] in
      let texture = await pictures.load(for: card)
      if let self, !Task.isCancelled { show(texture) }
    }
  }

  private func showMarks(of card: Card) {
    if marks == nil, CardMarks.has(card) {
      let new = CardMarks()
      widget.append(new.widget)
      widget.reorder(new.widget, after: text ?? title)
      marks = new
    }
    marks?.show(card)
  }

  private func show(text new: String, isMarkdown: Bool) {
    if let shownText, shownText == (new, isMarkdown) { return }
    shownText = (new, isMarkdown)
    if text == nil, !new.isEmpty {
      let label = Label(style: "dim-label").wrapping(lines: Self.mostLines)
      widget.append(label)
      widget.reorder(label, after: title)
      text = label
    }
    if isMarkdown, let (markup, hasItems) = MarkdownMarkup.onFace(new, lines: Self.mostLines) {
      // Each item has a line of its own, which does not run on into the next one.
      let paragraphs = hasItems ? markup.split(separator: "\n").count : 1
      text?.limit(lines: max(Self.mostLines / paragraphs, 1))
      text?.setMarkup(hasItems ? markup : Self.inOneParagraph(markup))
    } else {
      text?.limit(lines: Self.mostLines)
      text?.text = Self.inOneParagraph(Self.beginning(of: new))
    }
    text?.isVisible = !new.isEmpty
  }

  private static let mostLines = 3

  private static func beginning(of text: String) -> String {
    let lines = text.split(separator: "\n")
    return lines.prefix(mostLines).joined(separator: "\n") + (lines.count > mostLines ? "…" : "")
  }

  /// Pango counts the lines of each paragraph separately. In a line that it cuts off, it shows the next words beside
  /// the break, hence the space.
  private static func inOneParagraph(_ text: String) -> String {
    text.replacing("\n", with: " \u{2028}")
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

/// The caption below a card, with an icon for a card without a picture.
private final class CaptionLine {
  let widget: Box
  private var icon: Icon?
  private let label = Label(style: "caption", "dim-label").wrapping(lines: 2)

  init() {
    widget = Box(.horizontal, spacing: 6, [label.expanding(horizontally: true)])
  }

  func show(_ text: String, icon name: String?) {
    label.text = text
    if let name { show(icon: name) }
    icon?.isVisible = name != nil
    widget.isVisible = !text.isEmpty
  }

  private func show(icon name: String) {
    if let icon { return icon.set(name) }
    let new = Icon(name)
    new.add(style: "dim-label")
    widget.prepend(new)
    icon = new
  }
}
