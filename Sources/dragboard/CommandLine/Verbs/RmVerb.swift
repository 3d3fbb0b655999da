internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard rm`
enum RmVerb {
  static let verb = Verb(
    "rm", summary: "delete cards", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Deletes the cards, given by their ids or at least four characters from the beginning of them. \
      It is one change, which the window can undo.
      """,
    examples: [.init("dragboard rm 4fb16d08", "delete a card")]
  ) { invocation in
    let board = try VerbBoard(invocation)
    let cards = try board.cards(invocation.words)
    try board.store.perform(.deleteCards(cards.map(\.id)))
  }
}
