internal import DragModel

/// A card that is on offer alone or together with others.
package struct OfferedCard: Sendable {
  /// What it offers alone, highest fidelity first, and its description last.
  package let representations: [CardRepresentation]
  /// Whether it is a file alone: a picture and a text that came from a file are files too.
  package let isFile: Bool
  private let card: CardRepresentations

  init(_ card: CardRepresentations) {
    self.card = card
    representations = card.described
    isFile = !card.card.isLink && representations.contains { $0.type == Self.list }
  }

  private static let list = "text/uri-list"

  /// The lists of the files of cards that are offered together, one for each card; nil where they are no files.
  ///
  /// File managers take nothing but files: beside a file, each card is a file, even one that alone is none.
  package static func files(of cards: [OfferedCard]) -> [CardRepresentation]? {
    let own = cards.map { card in card.representations.first { $0.type == list } }
    guard !cards.isEmpty, !own.contains(where: { $0 == nil }) || cards.contains(where: \.isFile)
    else { return nil }
    return zip(cards, own).compactMap { card, own in own ?? card.card.madeFile }
  }
}

extension CardRepresentations {
  /// A list with the path of a file made of a card that offers none: Markdown for a text with what is planned with it,
  /// else what the card offers first.
  fileprivate var madeFile: CardRepresentation? {
    let isPlanned = card.kind == .text && card.details != CardDetails()
    let wanted: (MIMEType) -> Bool = isPlanned ? \.isMarkdown : \.isText
    let best = card.kind == .text ? all.first { MIMEType.is($0.type, wanted) } : nil
    guard let content = best ?? all.first else { return nil }
    let (exports, name) = (exports, madeName(of: content.type))
    return CardRepresentation("text/uri-list") { () throws(BoardError) in
      let path = try content.read().export(as: name, content.type, below: exports)
      return .bytes(URIList.list(ofFileAt: path))
    }
  }

  /// The title with the usual ending of the type.
  private func madeName(of type: String) -> String {
    let ending = FileEnding.ending(for: type).map { ".\($0)" } ?? ""
    return FileName.safe(card.title.prefix(Self.longestName) + ending) ?? "file\(ending)"
  }

  private static let longestName = 60
}

extension BoardStore {
  /// A card with what it offers alone and together with others.
  ///
  /// - Parameter convert: makes PNG of other pictures; without it they are offered only as they are.
  /// - Throws: `noSuchCard`.
  package func offeredCard(
    _ id: CardID, convert: CardRepresentation.PictureConverter? = nil
  ) throws(BoardError) -> OfferedCard {
    OfferedCard(try offering(of: id, convert))
  }
}
