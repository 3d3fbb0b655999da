internal import DragModel

/// Lists of other programs that are dropped or pasted.
extension CardReader {
  /// A card for each item of a text or a page that is nothing but a list; nil for any other content.
  static func cards(ofList item: IncomingItem) -> [NewCard]? {
    guard item.name == nil else { return nil }
    if let text = text(of: item, where: \.isMarkdown),
      let cards = BoardImport.cards(ofList: text)
    {
      return cards
    }
    let isWords = item.representations.allSatisfy {
      MIMEType.is($0.type) { $0.isText || $0.isMarkdown || $0.isHTML || $0.isCompanionOfText }
    }
    guard isWords else { return nil }
    if let text = text(of: item), let cards = BoardImport.cards(ofList: text) { return cards }
    return htmlPage(of: item).flatMap { BoardImport.cards(ofList: $0) }
  }
}

extension NewCard {
  /// The lines of the plain text of which this one card was made, if they look like the titles of several cards; nil
  /// for any other card.
  package var titles: TypedLines? {
    guard kind == .text, name == nil, let first = representations.first,
      MIMEType.is(first.type, \.isText),
      !representations.contains(where: { MIMEType.is($0.type, \.isMarkdown) }),
      let text = CardReader.text(of: IncomingItem(representations: representations)),
      case let lines = TypedLines(text), lines.areTitles
    else { return nil }
    return lines
  }
}
