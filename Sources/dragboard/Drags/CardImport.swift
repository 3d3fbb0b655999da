internal import BoardModel

/// Makes cards of received content.
enum CardImport {
  /// Parses the description of another board's card.
  @concurrent static func description(_ content: Content) async throws -> CardDescription {
    try CardDescription(json: try content.bytes(atMost: CardDescription.largest))
  }

  /// Makes cards of received content, and stages large content in the store.
  ///
  /// - Parameters:
  ///   - name: the file name that the source suggests.
  ///   - contents: the received content, best first.
  ///   - staging: stores large content.
  ///   - description: the card's description, if the item is a card.
  ///   - reader: makes the cards.
  ///   - progress: called with the copied fraction of the files in a list, from 0 to 1.
  /// - Throws: `BoardError` for incomplete or malformed content; `CancellationError`.
  static func cards(
    name: String?, _ contents: [(type: String, content: Content)], _ staging: Staging,
    describedBy description: CardDescription? = nil, by reader: CardReader = CardReader(),
    progress: @escaping @MainActor (Double?) -> Void = { _ in }
  ) async throws -> [NewCard] {
    let (fractions, reports) = AsyncStream<Double>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watching = Task { for await fraction in fractions { progress(fraction) } }
    defer { watching.cancel() }
    return try await staged(name, contents, staging, description, reader, reports)
  }

  @concurrent private static func staged(
    _ name: String?, _ contents: [(type: String, content: Content)], _ staging: Staging,
    _ description: CardDescription?, _ reader: CardReader,
    _ reports: AsyncStream<Double>.Continuation
  ) async throws -> [NewCard] {
    let cards = try cards(name: name, contents, describedBy: description, by: reader)
    try Task.checkCancellation()
    return try NewCard.staged(cards, by: staging) { bytes, total in
      try Task.checkCancellation()
      reports.yield(min(Double(bytes) / Double(max(total, 1)), 1))
    }
  }

  /// Makes cards of received content.
  nonisolated static func cards(
    name: String?, _ contents: [(type: String, content: Content)],
    describedBy description: CardDescription? = nil, by reader: CardReader = CardReader()
  ) throws(BoardError) -> [NewCard] {
    let contents = contents.map { type, content in
      (type: type == "UTF8_STRING" ? "text/plain;charset=utf-8" : type, content: content)
    }
    let item = IncomingItem(name: name, representations: contents)
    return try reader.cards(from: item, describedBy: description)
  }
}
