internal import BoardModel
internal import DragClient
internal import GtkKit

/// Cards as items for dragd.
enum ShellItem {
  /// Made when somebody wants it, as long as this process is there.
  static func lazy(_ card: Card, _ store: BoardStore) throws(BoardError) -> ItemProvider {
    var item = ItemProvider(suggestedName: name(of: card), key: try store.moveKey(of: card.id))
    for one in try store.describedRepresentations(of: card.id, convert: convert) {
      item.register(one.type, size: one.size.map { UInt64($0) }) { writer in
        try await write(one, to: writer)
      }
    }
    return item
  }

  /// Made now, and held by dragd when this process has ended.
  static func held(_ card: Card, _ store: BoardStore) throws(BoardError) -> ItemProvider {
    var item = ItemProvider(suggestedName: name(of: card))
    for one in try store.describedRepresentations(of: card.id, convert: convert) {
      let content = try one.read()
      if let path = content.path {
        item.register(one.type, file: path)
      } else {
        item.register(one.type, bytes: try content.bytes())
      }
    }
    return item
  }

  @concurrent private static func write(
    _ one: CardRepresentation, to writer: RepresentationWriter
  ) async throws {
    let content = try one.read()
    guard let path = content.path else {
      try await writer.write(try content.bytes())
      return
    }
    try await FilePieces.forEach(path) { try await writer.write($0) }
  }

  private static func name(of card: Card) -> String? {
    guard let name = card.name, !name.isEmpty, ![".", ".."].contains(name),
      !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0), name.utf8.count <= 255
    else { return nil }
    return name
  }

  /// PNG of a picture of another type.
  static let convert: CardRepresentation.PictureConverter = {
    content, type throws(BoardError) in
    guard let png = Texture.png(of: try content.bytes(atMost: 256 << 20)) else {
      throw .malformed(type: type, reason: "it is no picture that can be read")
    }
    return png
  }
}
