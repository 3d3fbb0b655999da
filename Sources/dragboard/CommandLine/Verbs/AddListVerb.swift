internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// `dragboard add-list`
enum AddListVerb {
  static let verb = Verb(
    "add-list", summary: "add a list", operands: .init("TITLE", least: 1, most: 1),
    description: """
      Adds a list at the end of the board, and prints its id. It refuses the title of another list, whatever the case \
      of its letters, because a title names one list.
      """,
    flags: [
      Flag("at", value: .required("INDEX"), help: "before the list that is there now, from 0"),
      Flag("limit", value: .required("COUNT"), help: "how many cards it should have at most"),
      .json,
    ],
    examples: [.init("dragboard add-list Review --at 2 --limit 3", "a list between two others")]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let index = try invocation.number(of: "at", as: Int.self)
    let limit = try invocation.number(of: "limit", from: 1, as: Int.self)
    let change = BoardChange.addList(
      title: invocation.words[0], at: index, on: board.id, limit: limit, refusingKnown: true)
    for id in try board.store.perform(change).lists {
      guard invocation.has(Flag.json), let list = try board.store.list(id) else {
        try Console.print("\(id)\n")
        continue
      }
      try Console.print(JSON(list, []))
    }
  }
}
