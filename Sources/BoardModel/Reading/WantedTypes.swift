internal import DragModel

/// One type to read.
package struct WantedType: Hashable, Sendable {
  /// As what it is kept.
  package let type: String
  /// As what it is on offer.
  package let offered: String
}

/// Which of the types on offer to read.
package enum WantedTypes {
  /// The essence of the type in which a board names its cards; only processes with the same board understand it.
  package static let cards = "application/x-dragboard-cards"

  /// What to read of one thing, best first: of a board's card all that is stored of it.
  ///
  /// - Parameters:
  ///   - types: what is on offer.
  ///   - description: what the card says of itself, if it is one.
  ///   - isWhole: whether what comes is known to be whole.
  ///   - isMove: whether its source will have it no more.
  /// - Throws: `invalid` for cards that are to move and would lose something.
  package static func sources(
    of types: [String], describedBy description: CardDescription?, isWhole: Bool = false,
    isMove: Bool = false
  ) throws(BoardError) -> [WantedType] {
    if let sources = description?.sources(among: types) { return sources }
    let isOfBoard = description != nil || types.contains { MIMEType.essence(of: $0) == cards }
    guard !isOfBoard || !isMove else {
      throw .invalid(field: "card", reason: "not all of it is on offer, so it can only be copied")
    }
    return best(of: types, isWhole: isWhole).map { WantedType(type: $0, offered: $0) }
  }

  /// The types to read, best first: one that is known and complete in itself, else all there are.
  ///
  /// - Parameters:
  ///   - types: what is on offer, best first.
  ///   - isWhole: whether what comes is known to be whole. Then of pictures the source's best is taken, and words are kept
  ///     with what they stand beside; else PNG, of which can be told whether it is whole.
  package static func best(of types: [String], isWhole: Bool = false) -> [String] {
    let known = [Geocache.type, GPX.type] + (isWhole ? [] : ["image/png"])
    for essence in known {
      if let type = types.first(where: { MIMEType.essence(of: $0) == essence }) { return [type] }
    }
    if let picture = types.first(where: { MIMEType.is($0, \.isImage) }) { return [picture] }
    if types.contains(where: isContent) {
      let others = types.filter { isContent($0) || (isWhole && isWords($0)) }
      return Array(others.prefix(most))
    }
    // Browsers give a link's title only so.
    let links = types.filter { $0 == Link.type }
    if types.contains("text/uri-list") { return ["text/uri-list"] + links }
    return links + text(of: types.filter { !links.contains($0) })
  }

  private static func text(of types: [String]) -> [String] {
    let texts = ["text/plain;charset=utf-8", "text/plain;charset=UTF-8", "UTF8_STRING"]
    if let text = texts.first(where: { types.contains($0) }) { return [text] }
    return types.first { $0.hasPrefix("text/plain") }.map { [$0] }
      ?? types.first { $0.hasPrefix("text/") }.map { [$0] } ?? []
  }

  /// More than that nobody offers in earnest.
  private static let most = 16

  /// Whether a type stands for the thing itself, and not for where it lies or how programs speak of it among each other.
  private static func isContent(_ type: String) -> Bool {
    let hidden = [
      "text/", "x-special/", "chromium/", "application/x-dragboard-", "application/vnd.portal.",
      "application/x-moz-", "application/vnd.dragd.",
    ]
    return type.contains("/") && !hidden.contains { type.hasPrefix($0) }
  }

  /// Whether a type is text that says what the thing is, and not where it lies.
  private static func isWords(_ type: String) -> Bool {
    MIMEType.is(type) { $0.type == "text" && !$0.isURIList && !$0.isLink }
  }
}
