internal import DragModel
internal import DragSystem
internal import FolderArchive
internal import Foundation
internal import Translations

/// A whole store as one file: all boards with their archives, and the content of every card. The same boards make the
/// same bytes.
///
/// It is a tar archive of a folder `dragboard` with `boards.json` and a file in `content` for each representation and
/// attachment. What they say stands in dragboard(1), BACKUPS.
extension BoardStore {
  /// Whether a file is a backup, by its beginning.
  package static func isBackup(at path: String) -> Bool { BoardsBackup.isOne(at: path) }

  /// Whether bytes begin as a backup does.
  package static func isBackup(beginning bytes: [UInt8]) -> Bool {
    BoardsBackup.isOne(beginning: bytes)
  }

  /// Writes a backup into a file.
  ///
  /// - Throws: `unwritable`, `alreadyThere`; `unreadable` where another process deletes content meanwhile.
  package func writeBackup(to path: String, replacing isReplacing: Bool) throws(BoardError) {
    let folder = "\(exports)/\(UUID().uuidString.lowercased())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let root = "\(folder)/\(BoardsBackup.root)"
    try StoreFolder.make("\(root)/\(BoardsBackup.contentFolder)")
    let boards = try database.transaction { () throws(BoardError) in try rowsOfAllBoards() }
    var count = 0
    let json = try BoardsBackup.json(of: boards) { (contents, position) throws(BoardError) in
      count += 1
      let name = "\(BoardsBackup.contentFolder)/\(count)"
      let stored = StoredContents(folder: self.folder, contents: contents)
      try stored.read(position: position, from: database).write(toNew: "\(root)/\(name)")
      return name
    }
    try Content.bytes(json).write(toNew: "\(root)/\(BoardsBackup.file)")
    try BoardsBackup.makeUniform(root)
    try Content.folder(at: root).save(to: path, replacing: isReplacing)
  }

  /// Also of what is archived.
  private func rowsOfAllBoards() throws(BoardError) -> [BoardsBackup.Rows] {
    var all: [BoardsBackup.Rows] = []
    for board in try boards() {
      let lists = try database.all(
        "SELECT id, title, is_archived, card_limit FROM lists WHERE board = ? ORDER BY rank, id",
        .text(board.id.rawValue)
      ) { row in
        BoardList(
          id: ListID(rawValue: row.text(0)), title: row.text(1), board: board.id,
          limit: row.isNull(3) ? nil : row.integer(3), isArchived: row.integer(2) != 0)
      }
      var rows = BoardsBackup.Rows(board: board)
      for list in lists {
        let cards = try database.all(
          "SELECT \(Schema.cardColumns) FROM cards WHERE list = ? ORDER BY rank, id",
          .text(list.id.rawValue)
        ) { CardRow($0) }
        rows.lists.append((list, cards))
      }
      all.append(rows)
    }
    return all
  }

  /// Adds the boards of a backup, as one change. Into a store without cards it brings exactly what was saved; in any
  /// other one, boards, lists and cards get new ids and names where there are such already.
  ///
  /// - Returns: the boards, with notes about those that have other names now.
  /// - Throws: `unreadable`; `invalid` for what is no whole backup.
  package func restoreBackup(at path: String) throws(BoardError) -> ChangeOutcome {
    let file = try Content.file(at: path)
    return try restoreBackup { body throws(BoardError) in try file.forEachPiece(body) }
  }

  /// The same for the bytes of a backup, which are read once.
  package func restoreBackup(_ pieces: Content.Pieces) throws(BoardError) -> ChangeOutcome {
    let folder = "\(exports)/\(UUID().uuidString.lowercased())"
    try StoreFolder.make(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var backup = try mapError { () throws(BoardError) in
      try Content.unpack(pieces, as: BoardsBackup.root, in: folder)
      return try BoardsBackup(at: "\(folder)/\(BoardsBackup.root)")
    } to: {
      BoardsBackup.failure($0)
    }
    try backup.stage(by: staging)
    step("large content is staged")
    return try change { () throws(BoardError) in try restore(backup) }
  }

  private func restore(_ backup: BoardsBackup) throws(BoardError) -> ChangeOutcome {
    var outcome = ChangeOutcome()
    let known = try boards()
    // The default board is always there: one that nobody has used is replaced.
    let unused = backup.boards.contains { $0.id == .main } ? try unusedLists(among: known) : []
    let isUnused = !unused.isEmpty
    var backup = backup
    var names = Set(known.filter { !isUnused || $0.id != .main }.map { $0.name.lowercased() })
    for index in backup.boards.indices {
      let id = backup.boards[index].id
      let name = try NamedBoard.checked(backup.boards[index].name, isMain: id == .main)
      let isReplaced = isUnused && id == .main
      if !isReplaced, known.contains(where: { $0.id == id }) { backup.boards[index].id = BoardID() }
      let free = BoardList.freeTitle(
        name, besides: isReplaced ? names : names.union(NamedBoard.reserved))
      names.insert(free.lowercased())
      if free != name {
        outcome.notes.append(
          translated(
            "the board “{title}” is “{name}” here, because there is a board of that name",
            ["title": name, "name": free]))
      }
      backup.boards[index].name = free
    }
    guard known.count + backup.boards.count - (isUnused ? 1 : 0) <= Self.mostBoards else {
      throw .invalid(
        field: "boards",
        reason: translated("there can be at most {limit}", ["limit": Self.mostBoards]))
    }
    try giveFreeIDs(to: &backup, besides: Set(unused))
    outcome.boards = backup.boards.map(\.id)
    outcome.lists = backup.boards.flatMap { $0.lists.map(\.id) }
    outcome.cards = backup.boards.flatMap { $0.lists.flatMap { $0.cards.map(\.new.id) } }
    outcome.change = try recording(
      translated("Restore Backup"), boards: outcome.boards, lists: outcome.lists + unused,
      cards: outcome.cards
    ) { () throws(BoardError) in
      for id in unused {
        try database.run("DELETE FROM lists WHERE id = ?", .text(id.rawValue))
      }
      try insert(backup)
    }
    return outcome
  }

  /// The lists of the default board where it is as in a new store, without a card; else none.
  private func unusedLists(among boards: [NamedBoard]) throws(BoardError) -> [ListID] {
    let lists = try database.all(
      "SELECT id, title, is_archived, card_limit FROM lists WHERE board = ? ORDER BY rank",
      .text(BoardID.main.rawValue)
    ) { row in
      (
        id: ListID(rawValue: row.text(0)), title: row.text(1),
        isChanged: row.integer(2) != 0 || !row.isNull(3)
      )
    }
    let hasCards =
      try database.first(
        "SELECT 1 FROM cards WHERE list IN (SELECT id FROM lists WHERE board = ?)",
        .text(BoardID.main.rawValue)
      ) { _ in true } != nil
    let hasName = boards.contains { $0.id == .main && $0.name == NamedBoard.firstName }
    guard !hasCards, hasName, lists.map(\.title) == Schema.firstLists,
      !lists.contains(where: \.isChanged)
    else { return [] }
    return lists.map(\.id)
  }

  /// Gives new ids to lists and cards whose ids the store has.
  private func giveFreeIDs(
    to backup: inout BoardsBackup, besides unused: Set<ListID>
  ) throws(BoardError) {
    var (lists, cards) = (Set<ListID>(), Set<CardID>())
    for board in backup.boards.indices {
      for list in backup.boards[board].lists.indices {
        let id = backup.boards[board].lists[list].id
        let isUsed = try self.list(id) != nil && !unused.contains(id)
        if isUsed || !lists.insert(id).inserted { backup.boards[board].lists[list].id = ListID() }
        for card in backup.boards[board].lists[list].cards.indices {
          let id = backup.boards[board].lists[list].cards[card].new.id
          let isUsed = try self.card(id) != nil
          if isUsed || !cards.insert(id).inserted {
            backup.boards[board].lists[list].cards[card].new.id = CardID()
          }
        }
      }
    }
  }

  private func insert(_ backup: BoardsBackup) throws(BoardError) {
    let last = try database.all("SELECT rank FROM boards ORDER BY rank") {
      Rank(bytes: $0.bytes(0))
    }.last
    let ranks = Rank.ranks(backup.boards.count, after: last, before: nil)
    for (board, rank) in zip(backup.boards, ranks) {
      if board.id == .main {
        try database.run(
          "UPDATE boards SET name = ? WHERE id = ?", .text(board.name), .text(board.id.rawValue))
      } else {
        try database.run(
          "INSERT INTO boards VALUES (?, ?, ?)", .text(board.id.rawValue), .text(board.name),
          .bytes(rank.bytes))
      }
      let ranks = Rank.ranks(board.lists.count, after: nil, before: nil)
      for (list, rank) in zip(board.lists, ranks) {
        let new = BoardList(
          id: list.id, title: try Self.title(ofList: list.title), board: board.id,
          limit: list.limit, isArchived: list.isArchived)
        try database.insert(new, rank)
        let ranks = Rank.ranks(list.cards.count, after: nil, before: nil)
        for (card, rank) in zip(list.cards, ranks) {
          try insert(try store(card.new, in: list.id, rank, numbering: card.numbers))
        }
      }
    }
    let cards = backup.boards.flatMap(\.lists).flatMap(\.cards).map(\.new)
    try unifyLabels(of: cards.filter { !$0.details.labels.isEmpty }.map(\.id))
  }
}
