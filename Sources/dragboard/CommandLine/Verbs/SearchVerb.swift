internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// `dragboard search`
enum SearchVerb {
  static let verb = Verb(
    "search", summary: "find cards by words", operands: .init("WORD…", least: 1, most: nil),
    description: """
      Shows the cards that have every WORD in their title, text, name, types, labels, checklists, \
      comments or attachments, \
      below their lists. It ignores case and accents. “due:today”, “due:week”, “overdue”, \
      “label:NAME” and “done:no” ask for what is planned. It finds cards in the archive too, and shows that they are \
      archived. Without --board it searches all boards.
      """,
    flags: [.json],
    examples: [
      .init("dragboard search milk", "every card about milk"),
      .init("dragboard search due:week done:no", "what is due in these seven days"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let search = CardSearch(arguments: invocation.words)
    guard !search.isEmpty else {
      throw CommandFailure.usage(
        translated("search needs a WORD that is not blank"),
        hint: translated("To see every card: {command}", ["command": "dragboard ls"]))
    }
    let all = try board.store.boards()
    let boards = all.filter { !invocation.has(Flag.board) || $0.id == board.id }
    let found = try boards.flatMap {
      try board.store.search(search, on: $0.id, includesArchive: true)
    }
    let names = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.name) })
    if invocation.has(Flag.json) {
      try Console.print(
        JSON.array(found.map { JSON($0.list, $0.cards, board: names[$0.list.board]) }))
    } else if found.isEmpty {
      throw CommandFailure(.notFound, translated("no card has these words"))
    } else {
      // With the board's name, as --on names a list: each board may have a list of that title.
      try Console.print(
        LsVerb.text(
          found, boards: boards.count > 1 ? names : [:], marksArchived: true,
          columns: StandardStream.output.columns))
    }
  }
}
