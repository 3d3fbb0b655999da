internal import BoardModel
internal import DragClient
internal import Foundation
internal import GtkKit
internal import Translations

/// The representations of cards, for the display server and for dragd.
enum OfferedCards {
  /// The representations of one card, or of several together, for the display server.
  ///
  /// - Parameter isCopied: whether they are copied, and not dragged.
  static func representations(
    of cards: [CardID], _ board: Board, isCopied: Bool
  ) -> [ContentRepresentation] {
    let titled = cards.compactMap { id in
      (try? board.store.offeredCard(id, convert: convert)).map {
        (title: board.card(id)?.shownTitle ?? "", card: $0)
      }
    }
    let cards = titled.map(\.card)
    let lists = OfferedCard.addresses(of: cards, isCopied: isCopied)
    let offered = titled.count == 1 ? alone(cards[0], lists) : together(titled, lists)
    return isCopied ? offered + copied(OfferedCard.files(of: cards)) : offered
  }

  /// One card. A file that is made of it comes last: most programs can have its words or its picture itself.
  private static func alone(
    _ card: OfferedCard, _ lists: [CardRepresentation]
  ) -> [ContentRepresentation] {
    let offered = card.representations
    let hasList = offered.contains { $0.type == fileList }
    return (hasList ? offered : offered + lists).map { content(of: $0) }
  }

  private static let fileList = "text/uri-list"

  /// Several cards as one content: the list of their files, and a text if any card offers one. In the text, a card
  /// without text has its title.
  private static func together(
    _ cards: [(title: String, card: OfferedCard)], _ files: [CardRepresentation]
  ) -> [ContentRepresentation] {
    var offered: [ContentRepresentation] = []
    if !files.isEmpty { offered.append(lines(fileList, files.map { ($0, "") })) }
    let texts = cards.map { title, card in
      (part: card.representations.first { $0.type == text }, title: title)
    }
    if texts.contains(where: { $0.part != nil }) { offered.append(lines(text, texts)) }
    return offered
  }

  private static let text = "text/plain;charset=utf-8"

  /// - Parameter cards: what each offers of the type, and the line of one that offers none.
  private static func lines(
    _ type: String, _ cards: [(part: CardRepresentation?, title: String)]
  ) -> ContentRepresentation {
    ContentRepresentation(type) { writer in
      for (part, title) in cards {
        let bytes = if let part { try await read(part).bytes() } else { Array(title.utf8) }
        try await writer.write(bytes.last == 0x0A ? bytes : bytes + [0x0A])
      }
    }
  }

  /// The cards as file managers of GTK paste them (Nautilus, Thunar, and Caja under the other name): “copy”, and a line
  /// for each file. Cut cards are copied too, because the files are copies of what the board has.
  private static func copied(_ files: [CardRepresentation]) -> [ContentRepresentation] {
    guard !files.isEmpty else { return [] }
    return ["x-special/gnome-copied-files", "x-special/mate-copied-files"].map { name in
      ContentRepresentation(name) { writer in
        var text = Array("copy".utf8)
        for list in files {
          let lines = try await read(list).bytes().split { $0 == 0x0A || $0 == 0x0D }
          for line in lines where line.first != UInt8(ascii: "#") { text += [0x0A] + line }
        }
        try await writer.write(text)
      }
    }
  }

  private static func content(of representation: CardRepresentation) -> ContentRepresentation {
    ContentRepresentation(representation.type) { writer in
      let content = try await read(representation)
      if let path = content.path {
        try await writer.write(file: path)
      } else {
        try await writer.write(try content.bytes())
      }
    }
  }

  // MARK: For dragd

  /// The item of a card, whose content this process makes when a program accepts it.
  ///
  /// - Parameter taken: notes that a program takes the whole card.
  static func lazyItem(
    of card: Card, in store: BoardStore, _ taken: TakenCards
  ) throws(BoardError) -> ItemProvider {
    let key = try store.moveKey(of: card.id)
    var item = ItemProvider(suggestedName: fileName(of: card), key: key)
    for one in try store.describedRepresentations(of: card.id, convert: convert) {
      item.register(one.type, size: one.size.map { UInt64($0) }) { writer in
        try await write(one, to: writer)
        if one.type == CardDescription.type { taken.add(key) }
      }
    }
    return item
  }

  /// The item of a card, which dragd holds even after this process has ended.
  static func heldItem(of card: Card, in store: BoardStore) async throws -> ItemProvider {
    var item = ItemProvider(suggestedName: fileName(of: card))
    for one in try store.describedRepresentations(of: card.id, convert: convert) {
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
    guard let name = card.name, !["", ".", ".."].contains(name), name.utf8.count <= 255,
      !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { return nil }
    return name
  }

  @concurrent private static func read(_ one: CardRepresentation) async throws -> Content {
    try one.read()
  }

  @concurrent private static func write(
    _ one: CardRepresentation, to writer: RepresentationWriter
  ) async throws {
    let content = try one.read()
    guard let path = content.path else {
      try await writer.write(try content.bytes())
      return
    }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      try await writer.write([UInt8](piece))
    }
  }

  /// Makes a PNG of a picture of another type.
  static let convert: CardRepresentation.PictureConverter = {
    content, type throws(BoardError) in
    try content.png(from: type)
  }
}
