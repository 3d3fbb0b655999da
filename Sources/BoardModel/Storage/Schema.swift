internal import Translations

/// The tables of a board's database.
package enum Schema {
  static let version = 3

  /// The columns of a card's row. `contents` names its representations, which never change: an edit gives the card new
  /// ones. `summary` has their types and sizes, so that one query reads a list.
  static let cardColumns = "id, list, rank, \(shownColumns), is_archived"

  /// The columns that a copy of a card shares.
  static let shownColumns =
    "\(firstColumns), due, is_done, labels, checklist, attachments, comments, cover"

  static let listColumns = "id, title, rank, board, is_archived, card_limit"
  static let boardColumns = "id, name, rank"

  /// The tables whose rows undo keeps before and after a change: each with its table of images and their columns.
  static let images = [
    ("boards", "board_images", boardColumns), ("lists", "list_images", listColumns),
    ("cards", "card_images", cardColumns),
  ]

  private static let firstColumns =
    "title, text, kind, name, latitude, longitude, has_picture, contents, summary"

  private static let cardTypes = """
    id TEXT NOT NULL, list TEXT NOT NULL, rank BLOB NOT NULL, title TEXT NOT NULL,
    text TEXT NOT NULL, kind TEXT NOT NULL, name TEXT, latitude REAL, longitude REAL,
    has_picture INTEGER NOT NULL, contents TEXT NOT NULL, summary TEXT NOT NULL
    """

  /// The tables of version 1, from which each new store starts too.
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

  /// What version 2 adds. Attachments are rows of `representations` with a name and a position below 0.
  private static let secondVersion =
    """
    CREATE TABLE boards (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, rank BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE board_images (
      change INTEGER NOT NULL, is_after INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,
      rank BLOB NOT NULL, PRIMARY KEY (change, is_after, id)) WITHOUT ROWID;
    INSERT INTO boards VALUES ('\(BoardID.main)', '\(NamedBoard.firstName)', x'80');
    ALTER TABLE representations ADD COLUMN name TEXT;
    """
    + ["lists", "list_images"].map { table in
      """
      ALTER TABLE \(table) ADD COLUMN board TEXT NOT NULL DEFAULT '\(BoardID.main)';
      ALTER TABLE \(table) ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE \(table) ADD COLUMN card_limit INTEGER;
      """
    }.joined()
    + ["cards", "card_images", "pending_cards"].map { table in
      """
      ALTER TABLE \(table) ADD COLUMN due TEXT;
      ALTER TABLE \(table) ADD COLUMN is_done INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE \(table) ADD COLUMN labels TEXT NOT NULL DEFAULT '';
      ALTER TABLE \(table) ADD COLUMN checklist TEXT NOT NULL DEFAULT '';
      ALTER TABLE \(table) ADD COLUMN attachments TEXT NOT NULL DEFAULT '';
      ALTER TABLE \(table) ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
      """
    }.joined()

  /// What version 3 adds: comments, a picture among the attachments as cover, and when a change was made. The text of a
  /// checklist has the names of lists and the dates of items since then.
  private static let thirdVersion =
    ["cards", "card_images", "pending_cards"].map { table in
      """
      ALTER TABLE \(table) ADD COLUMN comments TEXT NOT NULL DEFAULT '';
      ALTER TABLE \(table) ADD COLUMN cover INTEGER;
      """
    }.joined() + "ALTER TABLE changes ADD COLUMN time INTEGER;"

  /// The lists of a new board.
  static var firstLists: [String] {
    [translated("To Do"), translated("In Progress"), translated("Done")]
  }

  /// Creates the tables and the first lists in a new database, and migrates a database of an older version.
  ///
  /// - Parameters:
  ///   - backup: keeps a copy of the store as the older version left it, before anything changes. An error that it
  ///     throws leaves the store alone.
  ///   - step: called at each step.
  /// - Throws: `newer`.
  static func prepare(
    _ database: Database, backup: (_ version: Int) throws(BoardError) -> Void,
    step: (StaticString) -> Void
  ) throws(BoardError) {
    let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= version else { throw .newer(version: found) }
    guard found != version else { return }
    if found > 0 { try backup(found) }
    step("begin the transaction")
    try database.transaction { () throws(BoardError) in
      if found == 0 { try database.execute(tables) }
      if found < 2 { try database.execute(secondVersion) }
      try database.execute(thirdVersion)
      if found == 0 { try fill(database) }
      try database.execute("PRAGMA user_version = \(version)")
      step("commit the transaction")
    }
    step("the transaction is committed")
  }

  private static func fill(_ database: Database) throws(BoardError) {
    try database.run("INSERT INTO facts VALUES ('identity', ?)", .text(ListID().rawValue))
    let ranks = Rank.ranks(firstLists.count, after: nil, before: nil)
    for (title, rank) in zip(firstLists, ranks) {
      try database.insert(BoardList(id: ListID(), title: title), rank)
    }
  }
}

extension Database {
  func insert(_ list: BoardList, _ rank: Rank) throws(BoardError) {
    try run(
      "INSERT INTO lists (\(Schema.listColumns)) VALUES (?, ?, ?, ?, ?, ?)",
      .text(list.id.rawValue),
      .text(list.title), .bytes(rank.bytes), .text(list.board.rawValue), .flag(list.isArchived),
      .optional(list.limit))
  }
}
