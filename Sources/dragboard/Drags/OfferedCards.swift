internal import BoardModel
internal import DragClient
internal import GtkKit

/// The representations of cards, for the display server and for dragd.
enum OfferedCards {
  /// What one card, or several together, can be had as from the display server.
  static func representations(of cards: [CardID], _ board: Board) -> [ContentRepresentation] {
    let all = cards.compactMap {
      try? board.store.describedRepresentations(of: $0, convert: convert)
    }
    guard all.count != 1 else { return all[0].map { made($0) } }
    return together(all)
  }

  /// Several cards in one content: as lists of files and as text, where each of them can be that.
  private static func together(_ cards: [[CardRepresentation]]) -> [ContentRepresentation] {
    ["text/uri-list", "text/plain;charset=utf-8"].compactMap { type in
      let parts = cards.compactMap { $0.first { $0.type == type } }
      guard parts.count == cards.count else { return nil }
      return ContentRepresentation(type) { writer in
        for part in parts {
          let bytes = try await read(part).bytes()
          try await writer.write(bytes.last == 0x0A ? bytes : bytes + [0x0A])
        }
      }
    }
  }

  private static func made(_ representation: CardRepresentation) -> ContentRepresentation {
    ContentRepresentation(representation.type) { writer in
      let content = try await read(representation)
      if let path = content.path {
        try await writer.write(file: path)
      } else {
        try await writer.write(try content.bytes())
      }
    }
  }

  /// A card as dragd offers it, made when it is wanted.
  static func item(of id: CardID, _ board: Board) throws(BoardError) -> ItemProvider {
    guard let card = board.card(id) else { throw .noSuchCard(id.rawValue) }
    var item = ItemProvider(suggestedName: fileName(of: card), key: try board.store.moveKey(of: id))
    for one in try board.store.describedRepresentations(of: id, convert: convert) {
      item.register(one.type, size: one.size.map { UInt64($0) }) { writer in
        let content = try one.read()
        guard let path = content.path else {
          try await writer.write(try content.bytes())
          return
        }
        try await FilePieces.forEach(path) { try await writer.write($0) }
      }
    }
    return item
  }

  /// A card as dragd holds it, also after this process has ended.
  static func heldItem(of id: CardID, _ board: Board) async throws -> ItemProvider {
    guard let card = board.card(id) else { throw BoardError.noSuchCard(id.rawValue) }
    var item = ItemProvider(suggestedName: fileName(of: card))
    for one in try board.store.describedRepresentations(of: id, convert: convert) {
      let content = try await read(one)
      if let path = content.path {
        item.register(one.type, file: path)
      } else {
        item.register(one.type, bytes: try content.bytes())
      }
    }
    return item
  }

  private static func fileName(of card: Card) -> String? {
    guard let name = card.name, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")),
      name.utf8.count <= 255
    else {
      return nil
    }
    return name
  }

  @concurrent private static func read(_ one: CardRepresentation) async throws -> Content {
    try one.read()
  }

  private static let convert: CardRepresentation.PictureConverter = {
    content, type throws(BoardError) in
    guard let png = Texture.png(of: try content.bytes(atMost: 256 << 20)) else {
      throw .malformed(type: type, reason: "it is no picture that can be read")
    }
    return png
  }
}
