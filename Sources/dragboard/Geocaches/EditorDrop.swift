internal import BoardModel
internal import DragClient
internal import GtkKit

/// What a drop on the editor means. It is read as the board would read it: files by their content, pictures of a page by
/// their first bytes.
enum EditorDrop {
  case geocache(Geocache)
  case picture([UInt8])

  /// More than that is no geocache and no picture for one.
  private nonisolated static let largest = 64 << 20
  private static let patience: Duration = .seconds(20)

  /// Reads a drop: through dragd where it has an offer, else from the display server's stream.
  ///
  /// - Throws: `BoardError` with the field and the reason for what is no geocache.
  static func read(_ drop: Drop, _ client: DragClient?) async throws -> EditorDrop {
    if drop.types.contains(CardContent.offerType), let client,
      let path = try? await text(CardContent.offerType, of: drop),
      let item = try? await client.offered(at: path).firstItem()
    {
      return try await read(item.representations.map(\.type)) { try await item.bytes([$0]) }
    }
    return try await read(drop.types) {
      try await drop.bytes($0, atMost: largest, within: patience)
    }
  }

  /// Whether any of the types could be taken.
  static func canTake(_ types: [String]) -> Bool {
    types.contains(CardContent.offerType)
      || CardReading.wanted(of: types).contains { type in
        [Geocache.type, GPX.type, "image/", "text/", "UTF8_STRING", "application/octet-stream"]
          .contains { type.hasPrefix($0) }
      }
  }

  private static func read(
    _ types: [String], _ bytes: (String) async throws -> [UInt8]
  ) async throws -> EditorDrop {
    var contents: [(type: String, content: Content)] = []
    for type in CardReading.wanted(of: types) {
      contents.append((type, .bytes(try await bytes(type))))
    }
    return try await made(of: contents)
  }

  @concurrent private static func made(
    of contents: [(type: String, content: Content)]
  ) async throws -> EditorDrop {
    guard let card = try CardReading.cards(name: nil, contents).first else { throw nothing }
    func bytes(_ isWanted: (MediaType) -> Bool) throws -> [UInt8]? {
      try card.representations.first { isWanted(MediaType($0.type)) }?
        .content.bytes(atMost: largest)
    }
    switch card.kind {
    case .geocache:
      guard let json = try bytes(\.isGeocache) else { throw nothing }
      return .geocache(try Geocache(json: json))
    case .image:
      if let png = try bytes({ $0.essence == "image/png" }) { return .picture(png) }
      guard let png = try bytes(\.isImage).flatMap({ Texture.png(of: $0) }) else {
        throw BoardError.invalid(field: "picture", reason: "it cannot be read")
      }
      return .picture(png)
    case .text:
      return .geocache(
        Geocache(named: card.text.isEmpty ? card.title : "\(card.title)\n\(card.text)"))
    case .file, .other: throw nothing
    }
  }

  private static func text(_ type: String, of drop: Drop) async throws -> String {
    let bytes = try await drop.bytes(type, atMost: 4096, within: patience)
    return String(decoding: bytes, as: UTF8.self)
  }

  private nonisolated static var nothing: BoardError {
    .invalid(field: "drop", reason: "it has neither a geocache nor a picture nor text")
  }
}
