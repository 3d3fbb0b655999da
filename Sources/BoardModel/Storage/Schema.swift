internal import Translations

/// The tables of a board's database.
enum Schema {
  static let version = 1

  /// The columns of a card's row. `contents` names its representations, which never change: an edit gives the card new
  /// ones. `summary` has their types and sizes, so that one query reads a list.
  static let cardColumns = "id, list, rank, \(shownColumns)"

  /// The columns that a copy of a card shares.
  static let shownColumns =
    "title, text, kind, name, latitude, longitude, has_picture, contents, summary"

  private static let cardTypes = """
    id TEXT NOT NULL, list TEXT NOT NULL, rank BLOB NOT NULL, title TEXT NOT NULL,
    text TEXT NOT NULL, kind TEXT NOT NULL, name TEXT, latitude REAL, longitude REAL,
    has_picture INTEGER NOT NULL, contents TEXT NOT NULL, summary TEXT NOT NULL
    """

  private static let tables = """
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE lists (
      id TEXT PRIMARY KEY, title TEXT NOT NULL, rank BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE cards (\(cardTypes), PRIMARY KEY (list, rank, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX cards_by_id ON cards (id);
    CREATE INDEX cards_by_contents ON cards (contents);
    CREATE TABLE representations (
      contents TEXT NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL,
      size INTEGER NOT NULL, file TEXT, bytes BLOB, PRIMARY KEY (contents, position));
    CREATE INDEX representations_in_files ON representations (file) WHERE file IS NOT NULL;

    CREATE TABLE changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, is_undone INTEGER NOT NULL);
    CREATE TABLE list_images (
      change INTEGER NOT NULL, is_after INTEGER NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL,
      rank BLOB NOT NULL, PRIMARY KEY (change, is_after, id)) WITHOUT ROWID;
    CREATE TABLE card_images (
      change INTEGER NOT NULL, is_after INTEGER NOT NULL, \(cardTypes),
      PRIMARY KEY (change, is_after, id)) WITHOUT ROWID;
    CREATE INDEX card_images_by_contents ON card_images (contents);
    CREATE INDEX card_images_by_card ON card_images (id);

    CREATE TABLE pending_moves (
      transfer TEXT PRIMARY KEY, process TEXT NOT NULL, is_permanent INTEGER NOT NULL)
      WITHOUT ROWID;
    CREATE TABLE pending_cards (
      transfer TEXT NOT NULL, \(cardTypes), PRIMARY KEY (transfer, id)) WITHOUT ROWID;
    CREATE INDEX pending_cards_by_contents ON pending_cards (contents);
    CREATE TABLE departures (card TEXT PRIMARY KEY, process TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE cookies (process TEXT PRIMARY KEY, cookie TEXT NOT NULL) WITHOUT ROWID;
    """

  /// The lists of a new board.
  static var firstLists: [String] {
    [translated("To Do"), translated("In Progress"), translated("Done")]
  }

  /// Creates the tables and the first lists in a new database.
  static func prepare(_ database: Database) throws(BoardError) {
    let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= version else { throw .newer(version: found) }
    guard found == 0 else { return }
    try database.transaction { () throws(BoardError) in
      try database.execute(tables)
      try database.run(
        "INSERT INTO facts VALUES ('identity', ?)", .text(ListID().rawValue))
      let ranks = Rank.ranks(firstLists.count, after: nil, before: nil)
      for (title, rank) in zip(firstLists, ranks) {
        try database.run(
          "INSERT INTO lists VALUES (?, ?, ?)", .text(ListID().rawValue), .text(title),
          .bytes(rank.bytes))
      }
      try database.execute("PRAGMA user_version = \(version)")
    }
  }
}
