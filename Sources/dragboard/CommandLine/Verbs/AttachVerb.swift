internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// `dragboard attach`
enum AttachVerb {
  static let verb = Verb(
    "attach", summary: "attach files to a card",
    operands: .init("CARD FILE…", least: 2, most: nil, completes: .files),
    description: """
      Attaches the files to the card, after those that it has, and prints the card's id. A folder is attached as a \
      whole, and “-” is standard input. It is one change, which the window can undo; if one of \
      the files cannot be read, none is attached.
      """,
    flags: [.json],
    examples: [
      .init("dragboard attach 4fb16d08 report.pdf photo.png", "two files on one card"),
      .init("dmesg | dragboard attach 4fb16d08 -", "what another program prints"),
    ]
  ) { invocation in
    let words = invocation.words
    let board = try await VerbBoard(settling: invocation)
    let card = try board.card(words[0]).id
    let files = try invocation.operands.dropFirst().map { file in
      file == "-" ? try standardInput() : try Self.file(file, among: words.count - 1)
    }
    try board.store.perform(.attach(files, to: card))
    try board.print([card], invocation)
  }

  private static func file(
    _ file: Argument, among count: Int
  ) throws(BoardError) -> NewAttachment {
    do throws(BoardError) {
      let (path, name) = try TypedPath.existing(file)
      return try NewAttachment(fileAt: path, named: name)
    } catch {
      throw error.refusing(files: count)
    }
  }

  private static func standardInput() throws -> NewAttachment {
    let input = try AddVerb.standardInputContent()
    let ending = FileEnding.ending(for: input.type).map { ".\($0)" } ?? ""
    return NewAttachment(
      name: translated("input") + ending, type: input.type, content: .bytes(input.bytes))
  }
}
