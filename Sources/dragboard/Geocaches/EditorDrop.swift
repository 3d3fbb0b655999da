internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit
internal import Translations

/// The content of a drop on the editor. It is read as the board reads a drop: files by their content, pictures of a web
/// page by their first bytes.
enum EditorDrop {
  case geocache(Geocache)
  case picture([UInt8])

  /// The largest drop in bytes, all types together.
  private nonisolated static let largest = 64 << 20

  /// Reads a drop: through dragd where it has an offer, else from the display server's stream.
  ///
  /// - Throws: `BoardError` with the field and the reason for an invalid geocache.
  static func read(_ drop: Drop, _ client: DragClient?) async throws -> EditorDrop {
    if drop.types.contains(CardContent.offerType), let client,
      let path = try? await text(CardContent.offerType, of: drop),
      let item = try? await client.offered(at: path).firstItem()
    {
      let reader = item.cardReader(isByPerson: true)
      return try await read(item.representations.map(\.type), by: reader) { type, limit in
        try await bytes(type, of: item, atMost: limit)
      }
    }
    return try await read(drop.types, by: CardReader()) { type, limit in
      try await drop.bytes(type, atMost: limit, within: InputStream.silenceLimit)
    }
  }

  /// Whether the editor understands any of the types.
  static func canRead(_ types: [String]) -> Bool {
    types.contains(CardContent.offerType) || !readable(of: types).isEmpty
  }

  /// Whether the drop comes from an editor, which may not have saved its geocache.
  static func isOfEditor(_ types: [String]) -> Bool {
    types.contains(Geocache.type)
      && !types.contains { MIMEType.essence(of: $0) == WantedTypes.cards }
  }

  /// The types to read, best first, without those that the editor cannot understand.
  private static func readable(of types: [String]) -> [String] {
    WantedTypes.best(of: types).filter { type in
      [Geocache.type, GPX.type, "image/", "text/", "utf8_string", "application/octet-stream"]
        .contains { type.lowercased().hasPrefix($0) }
    }
  }

  private static func read(
    _ types: [String], by reader: CardReader,
    _ bytes: (_ type: String, _ limit: Int) async throws -> [UInt8]
  ) async throws -> EditorDrop {
    let types = readable(of: types)
    guard !types.isEmpty else { throw nothing }
    var contents: [(type: String, content: Content)] = []
    var left = largest
    for type in types {
      let new = try await bytes(type, left)
      left -= new.count
      contents.append((type, .bytes(new)))
    }
    return try await made(of: contents, by: reader)
  }

  /// Reads from dragd. A source may send any number of bytes, with or without announcing it.
  private static func bytes(
    _ type: String, of item: OfferedItem, atMost limit: Int
  ) async throws -> [UInt8] {
    let size = item.representations.first { $0.type == type }?.size ?? 0
    guard size <= UInt64(limit) else { throw tooMuch }
    var bytes: [UInt8] = []
    for try await chunk in item.chunks([type]) {
      bytes += chunk
      guard bytes.count <= limit else { throw tooMuch }
    }
    return bytes
  }

  @concurrent private static func made(
    of contents: [(type: String, content: Content)], by reader: CardReader
  ) async throws -> EditorDrop {
    guard let card = try CardImport.cards(name: nil, contents, by: reader).first else {
      throw nothing
    }
    func bytes(_ isWanted: (MIMEType) -> Bool) throws -> [UInt8]? {
      try card.representations.first { MIMEType.is($0.type, isWanted) }?
        .content.bytes(atMost: largest)
    }
    switch card.kind {
    case .geocache:
      guard let json = try bytes(\.isGeocache) else { throw nothing }
      return .geocache(try checked(Geocache(json: json)))
    case .image:
      if let png = try bytes({ $0.essence == "image/png" }) { return try checked(png) }
      guard let own = card.representations.first(where: { MIMEType.is($0.type, \.isImage) }) else {
        throw nothing
      }
      return try checked(try own.content.png(from: own.type))
    case .text:
      return .geocache(
        try checked(
          Geocache(named: card.text.isEmpty ? card.title : "\(card.title)\n\(card.text)")))
    case .file, .other:
      throw card.note.map { .invalid(field: translated("drop"), reason: $0) } ?? nothing
    }
  }

  /// A geocache with words that fields can show, and that a card can have.
  private nonisolated static func checked(_ geocache: Geocache) throws(BoardError) -> Geocache {
    _ = try NewCard(geocache)
    return geocache
  }

  private nonisolated static func checked(_ png: [UInt8]) throws(BoardError) -> EditorDrop {
    try Geocache.check(image: png)
    return .picture(png)
  }

  private static func text(_ type: String, of drop: Drop) async throws -> String {
    let bytes = try await drop.bytes(type, atMost: 4096, within: InputStream.silenceLimit)
    return String(decoding: bytes, as: UTF8.self)
  }

  private nonisolated static var tooMuch: BoardError {
    .invalid(
      field: translated("drop"),
      reason: translated("there are more than {count} bytes", ["count": largest]))
  }

  private nonisolated static var nothing: BoardError {
    .invalid(
      field: translated("drop"),
      reason: translated("it has neither a geocache nor a picture nor text"))
  }
}
