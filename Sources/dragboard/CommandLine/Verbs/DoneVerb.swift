internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard done`
enum DoneVerb {
  static let verb = Verb(
    "done", summary: "mark cards as done", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Marks the cards as done, and prints their ids. It is one change, which the window can undo. They stay where \
      they are, unless the preferences of the window say otherwise.
      """,
    flags: [Flag("not", help: "mark them as not done"), .json],
    examples: [.init("dragboard done 4fb16d08", "it stays in its list")]
  ) { invocation in
    let board = try VerbBoard(invocation)
    let cards = try board.cards(invocation.words).map(\.id)
    try board.store.perform(
      .setDone(cards, !invocation.has("not"), then: board.store.preferences.whenDone))
    try board.print(cards, invocation)
  }
}
