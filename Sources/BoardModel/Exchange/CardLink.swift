internal import DragModel

/// A card of a link in formats that have nothing but words.
struct CardLink {
  /// The first address of the card; of the web or of mail.
  let address: String

  /// The words between brackets and the address between parentheses, as Markdown has a link; the address alone where
  /// it is the title.
  func markdown(_ title: String) -> String {
    guard title != address else { return title }
    let words = MarkdownText.escaped(title, isInLink: true)
    return "[\(words)](\(HTMLLink.destination(address)))"
  }

  /// The title with the address behind it, unless the title has the address.
  func words(_ title: String) -> String {
    title.split(whereSeparator: \.isWhitespace).contains { $0 == address }
      ? title : "\(title) \(address)"
  }

  /// The text without lines that are only the address.
  func withoutAddress(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let others = lines.filter { String($0).trimmed != address }
    return others.count == lines.count ? text : others.joined(separator: "\n")
  }

  /// Whether a representation has nothing but addresses.
  static func isAddress(_ type: MIMEType) -> Bool { type.isURIList || type.isLink }
}

extension BoardStore {
  /// The link that a card is; nil for other cards.
  func cardLink(of card: Card) -> CardLink? {
    guard card.kind == .other,
      let list = card.representations.first(where: { MIMEType.is($0.type, \.isURIList) }),
      list.size <= Staging.threshold,
      let bytes = try? content(of: card.id, type: list.type).bytes(),
      case .other(let first)? = (try? URIList.parse(bytes))?.first,
      let address = HTMLLink.address(first)
    else { return nil }
    return CardLink(address: address)
  }
}
