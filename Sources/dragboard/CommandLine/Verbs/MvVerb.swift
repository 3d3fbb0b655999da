internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard mv`
enum MvVerb {
  static let verb = Verb(
    "mv", summary: "move cards to a list", operands: .init("CARD… LIST", least: 2, most: nil),
    description: """
      Moves the cards to the list, in the order given, and prints their ids. It is one change, which the window can \
      undo. --board names the board of the list; the cards may be on any.
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
    let board = try VerbBoard(invocation, isForCards: false)
    let list = try board.list(words[words.count - 1])
    let cards = try board.cards(Array(words.dropLast())).map(\.id)
    let position = try invocation.number(of: "at", as: Int.self).map { Position.index($0) } ?? .end
    let outcome = try board.store.perform(.moveCards(cards, to: list.id, at: position))
    try board.print(outcome.cards, invocation)
  }
}
