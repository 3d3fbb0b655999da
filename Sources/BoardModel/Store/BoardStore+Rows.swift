internal import FolderArchive
internal import Foundation

/// Rows and their order. Call these functions inside a transaction.
extension BoardStore {
  func requireList(_ list: ListID) throws(BoardError) {
    let found = try database.first("SELECT 1 FROM lists WHERE id = ?", .text(list.rawValue)) {
      _ in true
    }
    guard found != nil else { throw .noSuchList(list.rawValue) }
  }

  /// Stores the representations and attachments of a card and makes its row.
  ///
  /// - Parameter numbers: those of its attachments; nil for 1, 2 …
  func store(
    _ card: NewCard, in list: ListID, _ rank: Rank, numbering numbers: [Int]? = nil
  ) throws(BoardError) -> CardRow {
    try card.checkWords()
    let details = try card.details.checked()
    let contents = Self.contents()
    for (position, representation) in card.representations.enumerated() {
      try store(representation.content, representation.type, contents, position)
    }
    let attachments = try store(card.attachments, contents, after: 0, numbering: numbers)
    let shown = Card(
      id: card.id, list: list, title: card.title, text: card.text, kind: card.kind,
      name: card.name, coordinates: card.coordinates, hasPicture: card.hasPicture,
      representations: card.representations.map {
        RepresentationInfo(type: $0.type, size: $0.content.size)
      },
      details: details, attachments: attachments, isArchived: card.isArchived)
    return CardRow(card: shown, rank: rank, contents: contents)
  }

  /// A new name for the contents of a card. Names of one time stand together in the three indexes that have them:
  /// many new cards change few pages of the file.
  private static func contents() -> String {
    let time = String(UInt64(max(Date().timeIntervalSince1970, 0) * 1000), radix: 16)
    return "\(time)-\(UUID().uuidString.lowercased())"
  }

  /// Stores attachments, whose numbers follow the given one.
  func store(
    _ attachments: [NewAttachment], _ contents: String, after last: Int,
    numbering numbers: [Int]? = nil
  ) throws(BoardError) -> [Attachment] {
    var stored: [Attachment] = []
    for (index, one) in attachments.enumerated() {
      let number = numbers?[index] ?? last + index + 1
      try store(one.content, one.type, contents, -number, name: one.name)
      stored.append(
        Attachment(number: number, name: one.name, type: one.type, size: one.content.size))
    }
    return stored
  }

  private func store(
    _ content: Content, _ type: String, _ contents: String, _ position: Int, name: String? = nil
  ) throws(BoardError) {
    var file = SQLValue.null
    var bytes = SQLValue.null
    switch content {
    case .bytes(let content): bytes = .bytes(content)
    case .staged(let staged):
      file = .text(staged.name)
      usedFiles.append(staged)
    case .file(let path, _): throw .storage("\(path) is not staged")
    case .folder(let folder): throw .storage("\(folder.name) is not staged")
    }
    try database.run(
      """
      INSERT INTO representations (contents, position, type, size, file, bytes, name)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(contents), .integer(position), .text(type), .integer(content.size), file, bytes,
      .optional(name))
  }

  /// Copies the representations that meet a condition to new contents. Old and new contents share the files.
  func copyContents(
    from old: String, to new: String, where condition: String
  ) throws(BoardError) {
    try database.run(
      """
      INSERT INTO representations (contents, position, type, size, file, bytes, name)
      SELECT ?, position, type, size, file, bytes, name FROM representations
      WHERE contents = ? AND \(condition)
      """, .text(new), .text(old))
  }

  func insert(_ row: CardRow) throws(BoardError) {
    let values = row.values
    let places = values.map { _ in "?" }.joined(separator: ", ")
    try database.run("INSERT INTO cards (\(Schema.cardColumns)) VALUES (\(places))", values)
  }

  func requireBoard(_ board: BoardID) throws(BoardError) {
    let found = try database.first("SELECT 1 FROM boards WHERE id = ?", .text(board.rawValue)) {
      _ in true
    }
    guard found != nil else { throw .noSuchBoard(board.rawValue) }
  }

  // MARK: Order

  /// A rank at an index among the lists of a board that are not archived. No archived list has it either: a restored
  /// one would have the same place as another.
  func rank(
    ofListAt index: Int, on board: BoardID, without list: ListID?
  ) throws(BoardError) -> Rank {
    let lists = try database.all(
      """
      SELECT rank, is_archived FROM lists WHERE board = ? AND id IS NOT ? ORDER BY rank, id
      """, .text(board.rawValue), .optional(list?.rawValue)
    ) { (rank: Rank(bytes: $0.bytes(0)), isArchived: $0.integer(1) != 0) }
    let shown = lists.filter { !$0.isArchived }.map(\.rank)
    let next = shown.dropFirst(max(index, 0)).first
    let previous = lists.last { list in next.map { list.rank < $0 } ?? true }?.rank
    return Rank.ranks(1, after: previous, before: next)[0]
  }

  /// Ranks for cards at a position of a list, without the cards that are being reordered.
  func ranks(
    _ count: Int, in list: ListID, at position: Position, without moving: Set<CardID> = []
  ) throws(BoardError) -> [Rank] {
    guard let next = try rank(at: position, in: list, without: moving) else {
      let last = try firstRank(
        "list = ?1 ORDER BY rank DESC, id DESC", .null, in: list, without: moving)
      return Rank.ranks(count, after: last, before: nil)
    }
    let previous = try firstRank(
      "list = ?1 AND rank < ?2 ORDER BY rank DESC, id DESC", .bytes(next.bytes), in: list,
      without: moving)
    return Rank.ranks(count, after: previous, before: next)
  }

  /// The rank of the first card at or after a position, without the cards that are being reordered; nil at the end.
  private func rank(
    at position: Position, in list: ListID, without moving: Set<CardID>
  ) throws(BoardError) -> Rank? {
    let start: Rank?
    switch position {
    case .end: return nil
    case .index(let index):
      start = try database.first(
        """
        SELECT rank FROM cards WHERE list = ? AND is_archived = 0 ORDER BY rank, id
        LIMIT 1 OFFSET ?
        """, .text(list.rawValue), .integer(max(index, 0))
      ) { Rank(bytes: $0.bytes(0)) }
    case .before(let card):
      start = try database.first(
        "SELECT rank FROM cards WHERE list = ? AND id = ?", .text(list.rawValue),
        .text(card.rawValue)
      ) { Rank(bytes: $0.bytes(0)) }
    }
    guard let start else { return nil }
    return try firstRank(
      "list = ?1 AND rank >= ?2 ORDER BY rank, id", .bytes(start.bytes), in: list, without: moving)
  }

  /// The rank of the first card that meets a condition and is not being reordered. Not every condition uses the value,
  /// `?2`; SQLite requires that the statement mentions it.
  private func firstRank(
    _ condition: String, _ value: SQLValue, in list: ListID, without moving: Set<CardID>
  ) throws(BoardError) -> Rank? {
    try database.first(
      "SELECT id, rank FROM cards WHERE ?2 IS ?2 AND \(condition) LIMIT ?3",
      .text(list.rawValue), value, .integer(moving.count + 1),
      where: { !moving.contains(CardID(rawValue: $0.text(0))) },
      row: { Rank(bytes: $0.bytes(1)) })
  }

  /// Whether cards are already in the position to which they are being reordered.
  func isInPlace(
    _ moving: [CardID], _ list: ListID, _ position: Position
  ) throws(BoardError) -> Bool {
    let order = try database.all(
      "SELECT id FROM cards WHERE list = ? AND is_archived = 0 ORDER BY rank, id",
      .text(list.rawValue)
    ) { CardID(rawValue: $0.text(0)) }
    let isMoving = Set(moving)
    guard let first = order.firstIndex(where: isMoving.contains),
      order[first...].starts(with: moving)
    else { return false }
    let others = order.filter { !isMoving.contains($0) }
    let place: Int
    switch position {
    case .end: place = others.count
    case .index(let index):
      place = order.prefix(max(index, 0)).count { !isMoving.contains($0) }
    case .before(let card):
      let index = order.firstIndex(of: card) ?? order.count
      place = order[..<index].count { !isMoving.contains($0) }
    }
    return place == first
  }
}
