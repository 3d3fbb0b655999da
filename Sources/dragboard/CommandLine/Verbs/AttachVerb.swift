internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard attach`
enum AttachVerb {
  static let verb = Verb(
    "attach", summary: "attach files to a card",
    operands: .init("CARD FILE…", least: 2, most: nil, completes: .files),
    description: """
      Attaches the files to the card, after those that it has, and prints the card's id. A folder is attached as a \
      whole. It is one change, which the window can undo; if one of the files cannot be read, none is attached.
      """,
    flags: [.json],
    examples: [.init("dragboard attach 4fb16d08 report.pdf photo.png", "two files on one card")]
  ) { invocation in
    let words = invocation.words
    let board = try VerbBoard(invocation)
    let card = try board.card(words[0]).id
    let files = try words.dropFirst().map { try NewAttachment(fileAt: TypedPath.absolute($0)) }
    try board.store.perform(.attach(files, to: card))
    try board.print([card], invocation)
  }
}
