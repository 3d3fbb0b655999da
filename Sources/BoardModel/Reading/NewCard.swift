internal import DragModel
internal import Translations

/// One item that arrives by a drop, the clipboard, the bus or from a file.
package struct IncomingItem: Sendable {
  /// The file name that its source suggests.
  package var name: String?
  /// Best first.
  package var representations: [(type: String, content: Content)]

  package init(name: String? = nil, representations: [(type: String, content: Content)]) {
    self.name = name
    self.representations = representations
  }

  /// The first representation whose type is wanted.
  func first(_ isWanted: (MIMEType) -> Bool) -> (type: String, content: Content)? {
    representations.first { MIMEType.is($0.type, isWanted) }
  }
}

/// A card that is not on the board yet: its checked content, and what the board shows of it.
package struct NewCard: Sendable {
  /// The id that it will have on the board.
  package var id = CardID()
  package var title: String
  package var text: String
  package var kind: CardKind
  /// The file name that its source suggested.
  package var name: String?
  package var coordinates: Coordinates?
  package var hasPicture = false
  package var details = CardDetails()
  package var attachments: [NewAttachment] = []
  /// Whether it is archived at once.
  package var isArchived = false
  /// The heading of the list of which this is the first card; no card has its words.
  package var heading: String?
  /// Why it is a plain file, for people; nil for a card that is what its type says.
  package var note: String?
  /// What no card has of the file or drop of which this is the first card, a line for each, for people.
  package var left: [String] = []
  /// Best first, byte for byte as they arrived.
  package var representations: [(type: String, content: Content)]

  /// A card that a person typed.
  package init(title: String, text: String = "") {
    let words = CardText(title: title, text: text)
    self.init(
      title: words.title, text: words.text, kind: .text,
      representations: [("text/plain;charset=utf-8", .bytes(Array(words.whole.utf8)))])
  }

  init(
    title: String, text: String = "", kind: CardKind, name: String? = nil,
    representations: [(type: String, content: Content)]
  ) {
    self.title = title
    self.text = text
    self.kind = kind
    self.name = name
    self.representations = representations
  }

  /// Checks that lists can show its words.
  ///
  /// - Throws: `invalid`.
  func checkWords() throws(BoardError) {
    try CardText.check(title, "title", atMost: CardText.longestTitle)
    try CardText.check(text, "text", atMost: CardText.longestText)
    try CardText.check(name ?? "", "name", atMost: CardText.longestTitle)
  }

  /// The card with all large content copied into files of the store.
  package func staged(by staging: Staging) throws(BoardError) -> NewCard {
    var card = self
    for index in representations.indices {
      card.representations[index].content = try staging.stage(representations[index].content)
    }
    for index in attachments.indices {
      card.attachments[index].content = try staging.stage(attachments[index].content)
    }
    return card
  }
}

/// Geocaches as cards.
extension NewCard {
  /// A card of a geocache that was edited here.
  ///
  /// - Throws: `invalid` for an invalid field, and where the geocache is larger than what can be read again.
  package init(_ geocache: Geocache) throws(BoardError) {
    try geocache.check()
    let json = geocache.json
    guard json.count <= Geocache.largest else {
      throw .invalid(
        field: "geocache",
        reason: translated(
          "its {count} bytes are too many; {limit} at most can be kept",
          ["count": json.count, "limit": Geocache.largest]))
    }
    self.init(geocache, representations: [(Geocache.type, .bytes(json))])
    try checkWords()
  }

  init(_ geocache: Geocache, representations: [(type: String, content: Content)]) {
    self.init(
      title: CardText.line(geocache.name), text: geocache.summary, kind: .geocache,
      representations: representations)
    coordinates = geocache.coordinates
    hasPicture = geocache.image != nil
  }
}

extension Geocache {
  /// The largest geocache in bytes of JSON.
  static let largest = 64 * 1024 * 1024
}

extension NewCard {
  /// Copies all large content of cards into files of the store.
  ///
  /// - Parameters:
  ///   - cards: the cards.
  ///   - staging: makes the files.
  ///   - copied: called repeatedly with the bytes copied so far and the total. An error that it throws stops the
  ///     copying and removes the files.
  package static func staged(
    _ cards: [NewCard], by staging: Staging, copied: (_ bytes: Int, _ total: Int) throws -> Void
  ) throws -> [NewCard] {
    let contents = cards.flatMap {
      $0.representations.map(\.content) + $0.attachments.map(\.content)
    }
    let files = contents.filter { content in
      switch content {
      case .file, .folder: content.size > Staging.threshold
      case .bytes, .staged: false
      }
    }
    let total = files.map(\.size).saturatedSum
    var bytes = 0
    func stage(_ content: inout Content) throws {
      content = try staging.stage(content) { count in
        bytes += count
        try copied(bytes, total)
      }
    }
    return try cards.map { card in
      var card = card
      for index in card.representations.indices { try stage(&card.representations[index].content) }
      for index in card.attachments.indices { try stage(&card.attachments[index].content) }
      return card
    }
  }
}
