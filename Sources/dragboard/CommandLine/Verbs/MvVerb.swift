internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard mv`
enum MvVerb {
  static let verb = Verb(
    "mv", summary: "move cards to a list", operands: .init("CARD… LIST", least: 2, most: nil),
    description: """
      Moves the cards to the list, in the order given, and prints their ids. It is one change, which the window can \
      undo. The list is on the board of the cards, if it has one of that name, or else on the default board; --board \
      names another one.
      """,
    flags: [
      Flag("at", value: .required("INDEX"), help: "before the card that is there now, from 0"),
      .json,
    ],
    examples: [
      .init("dragboard mv 4fb16d08 Done", "to the end of a list"),
      .init("dragboard mv 4fb16d08 'To Do' --at 0 --board Garden", "to another board"),
    ]
  ) { invocation in
    let words = invocation.words
    let board = try await VerbBoard(settling: invocation, isForCards: false)
    let cards = try board.cards(Array(words.dropLast()))
    let name = words[words.count - 1]
    let list = try list(name, for: cards, board, invocation)
    let position = try invocation.number(of: "at", as: Int.self).map { Position.index($0) } ?? .end
    let outcome = try board.store.perform(.reorderCards(cards.map(\.id), to: list.id, at: position))
    try board.print(outcome.cards, invocation)
  }

  /// The list of that name on the one board that the cards are on, or else on the default board; unless the person
  /// chose a board.
  private static func list(
    _ name: String, for cards: [Card], _ board: VerbBoard, _ invocation: Invocation
  ) throws -> BoardList {
    let boards = Set(try cards.compactMap { try board.store.list($0.list)?.board })
    guard !invocation.has(Flag.board), boards.count == 1, let own = boards.first, own != board.id
    else { return try board.list(name) }
    do throws(BoardError) {
      return try board.store.list(matching: name, on: own)
    } catch {
      // The title of several lists is no reason to take one of another board.
      guard case .noSuchList = error else { throw CommandFailure(error) }
    }
    do throws(CommandFailure) {
      return try board.list(name)
    } catch {
      var failure = error
      let titles = VerbBoard.titles(try board.store.lists(on: own))
      failure.hint = translated("The board of the cards has {lists}.", ["lists": titles])
      throw failure
    }
  }
}
