internal import BoardModel
internal import DragClient

/// The board as the verbs use it.
final class ShellBoard {
  let store: BoardStore

  init() throws(BoardError) { store = try BoardStore() }

  /// A list by its title or id.
  func list(_ text: String) throws(ShellFailure) -> BoardList {
    do throws(BoardError) {
      return try store.list(matching: text)
    } catch {
      var failure = ShellFailure(error)
      if case .noSuchList = error, let lists = try? store.lists() {
        let titles = lists.map { "“\($0.title)”" }.joined(separator: ", ")
        failure.hint = lists.isEmpty ? "The board has no lists." : "The board has \(titles)."
      }
      throw failure
    }
  }

  /// A card by its id, or the beginning of it.
  func card(_ text: String) throws(ShellFailure) -> Card {
    do throws(BoardError) {
      return try store.card(matching: text)
    } catch {
      var failure = ShellFailure(error)
      failure.hint = "“dragboard ls” shows the cards with their ids; four characters are enough."
      throw failure
    }
  }

  /// The cards, each once.
  func cards(_ texts: [String]) throws(ShellFailure) -> [Card] {
    var found: [Card] = []
    for text in texts {
      let card = try card(text)
      if !found.contains(where: { $0.id == card.id }) { found.append(card) }
    }
    return found
  }

  /// Whether a card that is about to move away is there still as it was offered.
  func check(_ id: CardID, _ version: String?) throws(BoardError) {
    guard let now = try store.version(of: id) else { throw .noSuchCard(id.rawValue) }
    guard now == version else {
      throw .invalid(field: "card", reason: "it was changed since it was offered")
    }
  }

  func deleteMoved(_ id: CardID) throws(BoardError) { try store.deleteMoved(id) }
}
