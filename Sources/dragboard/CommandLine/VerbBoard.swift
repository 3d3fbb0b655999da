internal import BoardModel
internal import CommandLineArguments
internal import DragClient
internal import DragModel
internal import DragSystem
internal import Translations

/// The board for the verbs: it finds lists and cards by what a person typed.
final class VerbBoard {
  let store: BoardStore
  /// The board that `--board` chooses, otherwise the default board.
  let id: BoardID
  /// Whether only cards of that board are meant.
  private let isChosen: Bool

  /// Whether the verb is for the board with examples.
  static var isDemo = false
  /// The person's own store, until the verb has ended.
  private static var opened: BoardStore?

  /// Closes the store. Where the verb has changed it, the timer for reminders is set: no other process need run.
  static func close() {
    defer { opened = nil }
    guard let opened, opened.hasChanged else { return }
    do throws(BoardError) {
      ReminderUnits.armNow(try opened.nextReminder())
    } catch {
      // The verb has done what it was to do.
    }
  }

  /// Settles first what killed processes have left unsettled.
  ///
  /// - Parameter isForCards: whether `--board` is that of the cards, rather than of the list that they go to.
  convenience init(settling invocation: Invocation, isForCards: Bool = true) async throws {
    try self.init(invocation, isForCards: isForCards)
    await settleDeadSources()
  }

  /// - Parameter isForCards: see above.
  init(_ invocation: Invocation, isForCards: Bool = true) throws {
    let store = try BoardStore(folder: Self.isDemo ? Demo.folder : BoardStore.defaultFolder) {
      FailPoint.pass($0)
    }
    if Self.isDemo { try Demo.fill(store) } else { Self.opened = store }
    self.store = store
    let name = try invocation.text(of: Flag.board)
    isChosen = name != nil && isForCards
    do {
      id = try name.map { try store.board(matching: $0).id } ?? .main
    } catch {
      var failure = CommandFailure(thrown: error)
      let names = (try? store.boards())?.map { Self.quoted($0.name) } ?? []
      let boards = names.joined(separator: ", ")
      failure.hint =
        names.count == 1
        ? translated("There is only {board}.", ["board": boards])
        : translated("There are {boards}.", ["boards": boards])
      throw failure
    }
  }

  private static func quoted(_ name: String) -> String {
    translated("“{name}”", ["name": name])
  }

  /// The list with a title or id.
  ///
  /// - Parameter includesArchive: whether the list may be archived.
  func list(_ text: String, includesArchive: Bool = false) throws(CommandFailure) -> BoardList {
    do throws(BoardError) {
      return try store.list(matching: text, on: id, includesArchive: includesArchive)
    } catch {
      var failure = CommandFailure(error)
      if case .noSuchList = error, var lists = try? store.lists(on: id) {
        if includesArchive { lists += (try? store.archivedLists(on: id)) ?? [] }
        failure.hint =
          lists.isEmpty
          ? translated("The board has no lists.")
          : translated("The board has {lists}.", ["lists": Self.titles(lists)])
        if !includesArchive,
          let archived = try? store.list(matching: text, on: id, includesArchive: true)
        {
          failure.hint = translated(
            "It is in the archive: dragboard archive --restore “{title}” brings it back.",
            ["title": archived.title])
        }
      }
      throw failure
    }
  }

  /// For people.
  static func titles(_ lists: [BoardList]) -> String {
    lists.map { quoted($0.title) }.joined(separator: ", ")
  }

  /// The card with an id, or with the beginning of an id, or else the only card with that title.
  func card(_ text: String) throws(CommandFailure) -> Card {
    do throws(BoardError) {
      var found = try identified(text)
      if found.isEmpty { found = try titled(text) }
      guard let card = found.first else { throw .noSuchCard(text) }
      guard found.count == 1 else {
        throw .ambiguous(text, candidates: try candidates(found))
      }
      return card
    } catch {
      var failure = CommandFailure(error)
      if case .noSuchCard = error {
        failure.hint = translated(
          "“dragboard ls” shows the cards with their ids; four characters are enough.")
      }
      throw failure
    }
  }

  /// The cards with an id, or with the beginning of one.
  private func identified(_ text: String) throws(BoardError) -> [Card] {
    let found = try store.cards(matching: text)
    guard isChosen else { return found }
    let lists = try Set((store.lists(on: id) + store.archivedLists(on: id)).map(\.id))
    return found.filter { lists.contains($0.list) }
  }

  /// More cards than a person reads in one line.
  private static let mostCandidates = 5

  /// What tells cards apart: their ids as “ls” shows them, titles and lists, with the boards if these are other ones.
  private func candidates(_ cards: [Card]) throws(BoardError) -> [String] {
    let boards = try Dictionary(uniqueKeysWithValues: store.boards().map { ($0.id, $0.name) })
    let length = LsVerb.idLength(cards)
    var lines: [String] = []
    for card in cards.prefix(Self.mostCandidates) {
      let list = try store.list(card.list)
      let board = list.flatMap { $0.board == id ? nil : boards[$0.board] }
      let place = [board, list?.title].compactMap(\.self).joined(separator: "/")
      lines.append(
        translated(
          "{id} (“{title}” in {list})",
          [
            "id": card.id.rawValue.prefix(length), "title": card.shownTitle, "list": place,
          ]))
    }
    let more = cards.count - lines.count
    return more == 0 ? lines : lines + [translated("… and {count} more", ["count": more])]
  }

  /// The cards with a title, whatever its case; archived ones only if no list shows one.
  private func titled(_ text: String) throws(BoardError) -> [Card] {
    let boards = try isChosen ? [id] : store.boards().map(\.id)
    let title = text.lowercased()
    func found(
      in read: (BoardID) throws(BoardError) -> [(list: BoardList, cards: [Card])]
    ) throws(BoardError) -> [Card] {
      var found: [Card] = []
      for board in boards {
        found += try read(board).flatMap(\.cards).filter { $0.title.lowercased() == title }
      }
      return found
    }
    let shown = try found { (board) throws(BoardError) in try store.board(board) }
    guard shown.isEmpty else { return shown }
    return try found { (board) throws(BoardError) in try store.archive(of: board) }
  }

  /// Removes and returns the archived lists that are meant by title or id. A word that names a card does not mean one.
  ///
  /// - Throws: for a title of several lists.
  func removeArchivedLists(from words: inout [String]) throws(CommandFailure) -> [BoardList] {
    var lists: [BoardList] = []
    var others: [String] = []
    for word in words {
      if let list = try archivedList(word) { lists.append(list) } else { others.append(word) }
    }
    words = others
    return lists
  }

  private func archivedList(_ word: String) throws(CommandFailure) -> BoardList? {
    guard (try? card(word)) == nil else { return nil }
    do throws(BoardError) {
      let list = try store.list(matching: word, on: id, includesArchive: true)
      return list.isArchived ? list : nil
    } catch .ambiguous(let name, let candidates) {
      throw CommandFailure(BoardError.ambiguous(name, candidates: candidates))
    } catch {
      return nil
    }
  }

  /// The cards that are meant, each once.
  func cards(_ texts: [String]) throws(CommandFailure) -> [Card] {
    var found: [Card] = []
    for text in texts {
      let card = try card(text)
      if !found.contains(where: { $0.id == card.id }) { found.append(card) }
    }
    return found
  }

  /// Prints the changed cards: their ids, or with `--json` the whole cards.
  func print(_ ids: [CardID], _ invocation: Invocation) throws {
    guard invocation.has(Flag.json) else {
      return try Console.print(ids.map { "\($0)\n" }.joined())
    }
    let cards = try ids.compactMap { (id) throws(BoardError) in try store.card(id) }
    try Console.print(JSON.array(cards.map { JSON($0, of: try store.list($0.list)) }))
  }

  // MARK: Moves

  func prepareMove(_ key: String, isWhole: Bool) throws(DragError) {
    try store.prepareMoveForOthers(key, isWhole: isWhole)
  }
  func releaseMove(_ key: String) { try? store.releaseMove(key: key) }
  func deleteMoved(_ key: String) throws(BoardError) { try store.deleteMoved(key: key) }

  /// Costs one query when no process has died while it moved a card.
  private func settleDeadSources() async {
    guard (try? store.hasDeadSources()) == true else { return }
    do {
      let client = try await DragClient.connect()
      defer { client.close() }
      try await recoverDeadSources(client)
    } catch {
      Console.note(
        translated(
          "A dragboard was killed while it moved cards, and that is not settled: {reason}",
          ["reason": CommandFailure(thrown: error).message]))
    }
  }

  /// Deletes the cards that moved away from processes which have died since.
  func recoverDeadSources(_ client: DragClient) async throws {
    for cookie in try store.claimDeadCookies() {
      let source = MoveSource(cookie: cookie) { [weak self] key in try await self?.deleteMoved(key)
      }
      try await client.recover(source: source)
      try store.dropCookie(cookie)
    }
  }
}
