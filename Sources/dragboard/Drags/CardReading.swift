internal import BoardModel
internal import GtkKit

/// Which of the types on offer to read, and the cards that come of them.
enum CardReading {
  /// The types to read, best first: one that is known and complete in itself, else all there are.
  static func wanted(of types: [String]) -> [String] {
    for essence in ["application/x-geocache", "application/gpx+xml", "image/png"] {
      if let type = types.first(where: { self.essence(of: $0) == essence }) { return [type] }
    }
    if let picture = types.first(where: { $0.hasPrefix("image/") }) { return [picture] }
    let others = types.filter { isContent($0) }
    if !others.isEmpty { return Array(others.prefix(most)) }
    // Browsers give a link's title only so.
    let links = types.filter { $0 == "text/x-moz-url" }
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

  private static func essence(of type: String) -> String {
    type.prefix { $0 != ";" }.lowercased()
  }

  /// Whether a type stands for the thing itself, and not for where it lies or how programs speak of it among each other.
  private static func isContent(_ type: String) -> Bool {
    let hidden = [
      "text/", "x-special/", "chromium/", "application/x-dragboard-", "application/vnd.portal.",
      "application/x-moz-", CardContent.offerType,
    ]
    return type.contains("/") && !hidden.contains { type.hasPrefix($0) }
  }

  /// Makes cards of what was read, with all that is large on the store's disk.
  ///
  /// - Throws: `BoardError` for what is not whole, or not what its type says.
  @concurrent static func cards(
    name: String?, _ contents: [(type: String, content: Content)], _ staging: Staging
  ) async throws -> [NewCard] {
    try cards(name: name, contents).map { card throws(BoardError) in try card.staged(by: staging) }
  }

  /// Makes cards of what was read.
  nonisolated static func cards(
    name: String?, _ contents: [(type: String, content: Content)]
  ) throws(BoardError) -> [NewCard] {
    let contents = contents.map { type, content in
      (type: type == "UTF8_STRING" ? "text/plain;charset=utf-8" : type, content: content)
    }
    return try CardReader().cards(from: IncomingItem(name: name, representations: contents))
  }
}
