internal import DragModel

/// The content of cards.
extension BoardStore {
  /// The content of a stored representation: bytes, or a read-only file.
  ///
  /// - Throws: `noSuchCard`, `noSuchRepresentation`.
  package func content(of id: CardID, type: String) throws(BoardError) -> Content {
    guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
    return try StoredContents(folder: folder, contents: row.contents).read(type, from: database)
  }

  /// The geocache of a geocache card.
  ///
  /// - Throws: `noSuchCard`, `noSuchRepresentation` for other cards.
  package func geocache(of id: CardID) throws(BoardError) -> Geocache {
    guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
    let own = row.card.representations.first { MIMEType.is($0.type, \.isGeocache) }
    let contents = StoredContents(folder: folder, contents: row.contents)
    let json = try contents.read(own?.type ?? Geocache.type, from: database)
    return try Geocache(json: try json.bytes(atMost: Geocache.largest))
  }

  /// The stored representations of a card, which any thread may read.
  package func contents(of id: CardID) throws(BoardError) -> StoredContents {
    guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
    return StoredContents(folder: folder, contents: row.contents)
  }
}

/// The representations that a card has now. They never change, and exist as long as the card or the history has them.
/// Any thread may read them, over its own connection.
package struct StoredContents: Hashable, Sendable {
  let folder: String
  let contents: String

  /// Reads a representation.
  ///
  /// - Throws: `noSuchRepresentation`.
  package func read(_ type: String) throws(BoardError) -> Content {
    try read(type, from: try Database(BoardStore.databasePath(in: folder), isReader: true))
  }

  func read(_ type: String, from database: Database) throws(BoardError) -> Content {
    let found = try content(
      """
      SELECT size, file, bytes FROM representations WHERE contents = ? AND type = ? AND position >= 0
      ORDER BY position LIMIT 1
      """, .text(type), from: database)
    if let found { return found }
    let types = try database.all(
      "SELECT type FROM representations WHERE contents = ? AND position >= 0 ORDER BY position",
      .text(contents)
    ) { $0.text(0) }
    throw .noSuchRepresentation(type, available: types)
  }

  /// Reads the attachment with a number.
  ///
  /// - Throws: `noSuchRepresentation`.
  package func read(attachment number: Int) throws(BoardError) -> Content {
    try read(
      position: -number, from: try Database(BoardStore.databasePath(in: folder), isReader: true))
  }

  /// Reads what is at a position: a representation, or below 0 an attachment.
  func read(position: Int, from database: Database) throws(BoardError) -> Content {
    let found = try content(
      "SELECT size, file, bytes FROM representations WHERE contents = ? AND position = ?",
      .integer(position), from: database)
    guard let found else { throw .noSuchRepresentation("attachment \(-position)", available: []) }
    return found
  }

  private func content(
    _ sql: String, _ value: SQLValue, from database: Database
  ) throws(BoardError) -> Content? {
    try database.first(sql, .text(contents), value) { row in
      row.isNull(1)
        ? Content.bytes(row.bytes(2))
        : Content.file(path: "\(folder)/blobs/\(row.text(1))", size: max(row.integer(0), 0))
    }
  }
}
