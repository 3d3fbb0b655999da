internal import Translations

/// Changing boards, and lists as a whole.
extension BoardStore {
  /// The most boards of a store.
  package static let mostBoards = 100

  func addBoard(_ name: String, _ titles: [String]?) throws(BoardError) -> ChangeOutcome {
    let name = try NamedBoard.checked(name, isMain: false)
    var lists: [BoardList] = []
    let board = BoardID()
    for title in titles ?? Schema.firstLists {
      let title = try Self.title(ofList: title)
      guard !lists.contains(where: { $0.isNamed(title) }) else {
        throw .invalid(
          field: "lists",
          reason: translated(
            """
            “{title}” occurs twice; each list needs a title of its own, and capital letters make no \
            difference
            """, ["title": title]))
      }
      lists.append(BoardList(id: ListID(), title: title, board: board))
    }
    return try change { () throws(BoardError) in
      let change = try recording(translated("Add Board"), boards: [board], lists: lists.map(\.id)) {
        () throws(BoardError) in
        try insert(board, name)
        for (list, rank) in zip(lists, Rank.ranks(lists.count, after: nil, before: nil)) {
          try database.insert(list, rank)
        }
      }
      return ChangeOutcome(change: change, boards: [board], lists: lists.map(\.id))
    }
  }

  /// Inserts a board after the others.
  private func insert(_ board: BoardID, _ name: String) throws(BoardError) {
    try requireUnused(name, by: board)
    let others = try database.all("SELECT rank FROM boards ORDER BY rank") {
      Rank(bytes: $0.bytes(0))
    }
    guard others.count < Self.mostBoards else {
      throw .invalid(
        field: "boards",
        reason: translated("there can be at most {limit}", ["limit": Self.mostBoards]))
    }
    let rank = Rank.ranks(1, after: others.last, before: nil)[0]
    try database.run(
      "INSERT INTO boards VALUES (?, ?, ?)", .text(board.rawValue), .text(name), .bytes(rank.bytes))
  }

  func renameBoard(_ board: BoardID, _ name: String) throws(BoardError) -> ChangeOutcome {
    let name = try NamedBoard.checked(name, isMain: board == .main)
    return try change { () throws(BoardError) in
      try requireBoard(board)
      try requireUnused(name, by: board)
      let change = try recording(translated("Rename Board"), boards: [board]) {
        () throws(BoardError) in
        try database.run(
          "UPDATE boards SET name = ? WHERE id = ?", .text(name), .text(board.rawValue))
      }
      return ChangeOutcome(change: change, boards: [board])
    }
  }

  func deleteBoard(_ board: BoardID) throws(BoardError) -> ChangeOutcome {
    guard board != .main else {
      throw .invalid(field: "board", reason: translated("the default board cannot be deleted"))
    }
    return try change { () throws(BoardError) in
      try requireBoard(board)
      let lists = try database.all("SELECT id FROM lists WHERE board = ?", .text(board.rawValue)) {
        ListID(rawValue: $0.text(0))
      }
      let cards = try database.all(
        "SELECT id FROM cards WHERE list IN (SELECT id FROM lists WHERE board = ?)",
        .text(board.rawValue)
      ) { CardID(rawValue: $0.text(0)) }
      let change = try recording(
        translated("Delete Board"), boards: [board], lists: lists, cards: cards
      ) {
        () throws(BoardError) in
        for list in lists {
          try database.run("DELETE FROM cards WHERE list = ?", .text(list.rawValue))
        }
        try database.run("DELETE FROM lists WHERE board = ?", .text(board.rawValue))
        try database.run("DELETE FROM boards WHERE id = ?", .text(board.rawValue))
      }
      return ChangeOutcome(change: change, boards: [board], lists: lists, cards: cards)
    }
  }

  /// Refuses the name of another board: people and drop targets tell boards apart by their names.
  private func requireUnused(_ name: String, by board: BoardID) throws(BoardError) {
    let same = try boards().first { $0.id != board && $0.name.lowercased() == name.lowercased() }
    if let same {
      throw .invalid(
        field: "name", reason: translated("there is a board “{name}” already", ["name": same.name]))
    }
  }

  /// - Parameter name: of the board if it is a new one.
  func importLists(
    _ lists: [NewList], _ board: BoardID, _ name: String?
  ) throws(BoardError) -> ChangeOutcome {
    let name = try name.map { (name) throws(BoardError) in
      try NamedBoard.checked(name, isMain: false)
    }
    var staged = lists
    for index in lists.indices {
      staged[index].title = try Self.title(ofList: lists[index].title)
      for card in lists[index].cards.indices {
        staged[index].cards[card] = try lists[index].cards[card].staged(by: staging)
      }
    }
    step("large content is staged")
    return try change { () throws(BoardError) in
      if name == nil { try requireBoard(board) }
      let boards = name == nil ? [] : [board]
      let last = try database.first(
        "SELECT rank FROM lists WHERE board = ? ORDER BY rank DESC LIMIT 1", .text(board.rawValue)
      ) { Rank(bytes: $0.bytes(0)) }
      var empty = try emptyLists(on: board)
      // A new board already has lists of the usual names: the import fills an empty list instead of adding another one
      // of its name.
      let filled = staged.map { list -> ListID? in
        guard !list.isArchived else { return nil }
        let same = list.title.lowercased()
        let index =
          empty.firstIndex { $0.title == list.title }
          ?? empty.firstIndex { $0.title.lowercased() == same }
        return index.map { empty.remove(at: $0).id }
      }
      var notes = try giveFreeTitles(to: &staged, filled, on: board)
      let ids = filled.map { $0 ?? ListID() }
      let cards = staged.flatMap(\.cards).map(\.id)
      let change = try recording(
        translated("Import"), boards: boards, lists: ids, cards: cards
      ) { () throws(BoardError) in
        if let name { try insert(board, name) }
        for (index, rank) in Rank.ranks(staged.count, after: last, before: nil).enumerated() {
          let (list, id) = (staged[index], ids[index])
          if filled[index] == nil {
            try database.insert(
              BoardList(
                id: id, title: list.title, board: board, limit: list.limit,
                isArchived: list.isArchived), rank)
          } else if let limit = list.limit {
            try database.run(
              "UPDATE lists SET card_limit = ? WHERE id = ?", .integer(limit), .text(id.rawValue))
          }
          for (card, rank) in zip(list.cards, Rank.ranks(list.cards.count, after: nil, before: nil))
          {
            try insert(try store(card, in: id, rank))
          }
        }
        let labelled = staged.flatMap(\.cards).filter { !$0.details.labels.isEmpty }
        notes += try unifyLabels(of: labelled.map(\.id))
      }
      let step = change.map { ChangeStep(change: $0, count: cards.count) }
      return ChangeOutcome(
        change: change, step: step, boards: boards, lists: ids, cards: cards, notes: notes)
    }
  }

  /// Adds numbers to the titles of imported lists that another list has: a title names one list. Archived lists keep
  /// theirs, as they are found by it only in the archive.
  ///
  /// - Parameter filled: for each list the one of the board that it fills; nil for a list to add.
  /// - Returns: a line for each title that is another one now.
  private func giveFreeTitles(
    to new: inout [NewList], _ filled: [ListID?], on board: BoardID
  ) throws(BoardError) -> [String] {
    var used = Set(try lists(on: board).map { $0.title.lowercased() })
    let added = new.indices.filter { filled[$0] == nil && !new[$0].isArchived }
    // A number must not take the title that another list of the file has.
    let taken = added.filter { !used.insert(new[$0].title.lowercased()).inserted }
    var numbers: [String: Int] = [:]
    return taken.map { index in
      let title = new[index].title
      new[index].title = BoardList.freeTitle(
        title, besides: used, next: &numbers[title.lowercased(), default: 2])
      used.insert(new[index].title.lowercased())
      return translated(
        "the list “{title}” is “{name}” here, because the board has a list of that title",
        ["title": title, "name": new[index].title])
    }
  }

  /// The lists of a board that have no cards, not even in the archive.
  private func emptyLists(on board: BoardID) throws(BoardError) -> [BoardList] {
    let used = Set(
      try database.all(
        "SELECT DISTINCT list FROM cards WHERE list IN (SELECT id FROM lists WHERE board = ?)",
        .text(board.rawValue)
      ) { ListID(rawValue: $0.text(0)) })
    return try lists(on: board).filter { !used.contains($0.id) }
  }

  // MARK: Lists

  static func check(limit: Int?) throws(BoardError) {
    if let limit, !BoardList.limits.contains(limit) {
      throw .invalid(
        field: "limit",
        reason: translated("it is {limit}, and must be 1 to 9999", ["limit": limit]))
    }
  }

  /// Refuses the title of another list: people find a list by its title in any case of letters, so two would be
  /// ambiguous.
  func requireNoList(
    named title: String, on board: BoardID, besides list: ListID? = nil
  ) throws(BoardError) {
    let same = try lists(on: board).first {
      $0.id != list && $0.isNamed(title)
    }
    if let same { throw Self.known(same.title) }
  }

  static func known(_ title: String) -> BoardError {
    .invalid(
      field: "title",
      reason: translated(
        """
        there is a list “{title}” already; each list needs a title of its own, and capital letters \
        make no difference
        """,
        ["title": title]))
  }

  func limitList(_ list: ListID, _ limit: Int?) throws(BoardError) -> ChangeOutcome {
    try Self.check(limit: limit)
    return try changeList(list, translated("Limit List")) { () throws(BoardError) in
      try database.run(
        "UPDATE lists SET card_limit = ? WHERE id = ?", .optional(limit), .text(list.rawValue))
    }
  }

  func archiveList(_ list: ListID, _ isArchived: Bool) throws(BoardError) -> ChangeOutcome {
    try changeList(
      list, isArchived ? translated("Archive List") : translated("Restore List")
    ) { () throws(BoardError) in
      if !isArchived, let known = try self.list(list) {
        try requireNoList(named: known.title, on: known.board, besides: list)
      }
      try database.run(
        "UPDATE lists SET is_archived = ? WHERE id = ?", .flag(isArchived), .text(list.rawValue))
    }
  }

  private func changeList(
    _ list: ListID, _ name: String, _ body: () throws(BoardError) -> Void
  ) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      try requireList(list)
      return ChangeOutcome(change: try recording(name, lists: [list], body), lists: [list])
    }
  }

  /// The shown cards get each other's ranks in the new order, so that archived cards keep theirs.
  func sortList(_ list: ListID, _ order: CardOrder) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      try requireList(list)
      let cards = try cards(in: list)
      let ranks = try database.all(
        "SELECT rank FROM cards WHERE list = ? AND is_archived = 0 ORDER BY rank, id",
        .text(list.rawValue)
      ) { $0.bytes(0) }
      let sorted = order.sorted(cards).map(\.id)
      guard sorted != cards.map(\.id) else { return ChangeOutcome(lists: [list], cards: sorted) }
      let change = try recording(translated("Sort List"), cards: sorted) { () throws(BoardError) in
        for (card, rank) in zip(sorted, ranks) {
          try database.run(
            "UPDATE cards SET rank = ? WHERE id = ?", .bytes(rank), .text(card.rawValue))
        }
      }
      return ChangeOutcome(change: change, lists: [list], cards: sorted)
    }
  }
}
