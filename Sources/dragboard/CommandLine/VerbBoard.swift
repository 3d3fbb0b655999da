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

  /// - Parameter isForCards: whether `--board` is that of the cards, rather than of the list that they go to.
  init(_ invocation: Invocation, isForCards: Bool = true) throws {
    let store = try BoardStore(folder: Self.isDemo ? Demo.folder : BoardStore.defaultFolder) {
      FailPoint.pass($0)
    }
    if Self.isDemo { try Demo.fill(store) }
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
  func list(_ text: String) throws(CommandFailure) -> BoardList {
    do throws(BoardError) {
      return try store.list(matching: text, on: id)
    } catch {
      var failure = CommandFailure(error)
      if case .noSuchList = error, let lists = try? store.lists(on: id) {
        let titles = lists.map { Self.quoted($0.title) }.joined(separator: ", ")
        failure.hint =
          lists.isEmpty
          ? translated("The board has no lists.")
          : translated("The board has {lists}.", ["lists": titles])
      }
      throw failure
    }
  }

  /// The card with an id, or with the beginning of an id, or else the only card with that title.
  func card(_ text: String) throws(CommandFailure) -> Card {
    do throws(BoardError) {
      return try identified(text)
    } catch {
      let titled = (try? self.titled(text)) ?? []
      if case .noSuchCard = error, let card = titled.first {
        guard titled.count > 1 else { return card }
        throw CommandFailure(.ambiguous(text, candidates: titled.map(\.id.rawValue)))
      }
      var failure = CommandFailure(error)
      failure.hint = translated(
        "“dragboard ls” shows the cards with their ids; four characters are enough.")
      throw failure
    }
  }

  private func identified(_ text: String) throws(BoardError) -> Card {
    let card = try store.card(matching: text)
    let owner = try store.list(card.list)?.board
    guard !isChosen || owner == id else { throw .noSuchCard(text) }
    return card
  }

  /// The cards with a title, whatever its case.
  private func titled(_ text: String) throws(BoardError) -> [Card] {
    let boards = try isChosen ? [id] : store.boards().map(\.id)
    let title = text.lowercased()
    var found: [Card] = []
    for board in boards {
      let cards = try store.board(board).flatMap(\.cards)
      found += cards.filter { $0.title.lowercased() == title }
    }
    return found
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

  /// Prints what has become of cards: their ids, or with `--json` all of them.
  func print(_ ids: [CardID], _ invocation: Invocation) throws {
    guard invocation.has(Flag.json) else {
      return try Console.print(ids.map { "\($0)\n" }.joined())
    }
    let cards = try ids.compactMap { (id) throws(BoardError) in try store.card(id) }
    try Console.print(JSON.array(cards.map { JSON($0) }))
  }

  // MARK: Moves

  func prepareMove(_ key: String) throws(BoardError) { try store.prepareMove(key: key) }
  func releaseMove(_ key: String) { try? store.releaseMove(key: key) }
  func deleteMoved(_ key: String) throws(BoardError) { try store.deleteMoved(key: key) }

  /// Deletes the cards that moved away from processes which have died since.
  func settleMovesOfDeadProcesses(_ client: DragClient) async throws {
    for cookie in try store.claimDeadCookies() {
      let source = MoveSource(cookie: cookie) { [weak self] key in try await self?.deleteMoved(key)
      }
      try await client.recover(source: source)
      try store.dropCookie(cookie)
    }
  }
}
