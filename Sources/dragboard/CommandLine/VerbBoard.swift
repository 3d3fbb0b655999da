internal import BoardModel
internal import CommandLineArguments
internal import DragClient
internal import DragSystem
internal import Translations

/// The board for the verbs: it finds lists and cards by what a person typed.
final class VerbBoard {
  let store: BoardStore

  /// Whether the verb is for the board with examples.
  static var isDemo = false

  init() throws(BoardError) {
    store = try BoardStore(folder: Self.isDemo ? Demo.folder : BoardStore.defaultFolder)
    store.onStep = { FailPoint.pass($0) }
    if Self.isDemo { try Demo.fill(store) }
  }

  /// The list with a title or id.
  func list(_ text: String) throws(CommandFailure) -> BoardList {
    do throws(BoardError) {
      return try store.list(matching: text)
    } catch {
      var failure = CommandFailure(error)
      if case .noSuchList = error, let lists = try? store.lists() {
        let titles = lists.map { "“\($0.title)”" }.joined(separator: ", ")
        failure.hint =
          lists.isEmpty
          ? translated("The board has no lists.")
          : translated("The board has {lists}.", ["lists": titles])
      }
      throw failure
    }
  }

  /// The card with an id, or with the beginning of an id.
  func card(_ text: String) throws(CommandFailure) -> Card {
    do throws(BoardError) {
      return try store.card(matching: text)
    } catch {
      var failure = CommandFailure(error)
      failure.hint = translated(
        "“dragboard ls” shows the cards with their ids; four characters are enough.")
      throw failure
    }
  }

  /// The cards with the given ids, each once.
  func cards(_ texts: [String]) throws(CommandFailure) -> [Card] {
    var found: [Card] = []
    for text in texts {
      let card = try card(text)
      if !found.contains(where: { $0.id == card.id }) { found.append(card) }
    }
    return found
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
