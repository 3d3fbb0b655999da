internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard archive`
enum ArchiveVerb {
  static let verb = Verb(
    "archive", summary: "put cards away", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Puts the cards into the archive of their board, or back into their lists, and prints their ids. It is one \
      change, which the window can undo. “dragboard ls --archive” shows what is there.
      """,
    flags: [Flag("restore", help: "put them back into their lists"), .json],
    examples: [
      .init("dragboard archive 4fb16d08", "it is neither shown nor lost"),
      .init("dragboard archive --restore 4fb16d08", "back into its list"),
    ]
  ) { invocation in
    let board = try VerbBoard(invocation)
    let cards = try board.cards(invocation.words).map(\.id)
    try board.store.perform(.archiveCards(cards, !invocation.has("restore")))
    try board.print(cards, invocation)
  }
}
