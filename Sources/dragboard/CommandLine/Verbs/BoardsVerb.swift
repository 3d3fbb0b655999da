internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// `dragboard boards`
enum BoardsVerb {
  private static let list = Flag(
    "list", value: .required("TITLE"),
    help: "a list of the added board, instead of the usual ones; repeat it")

  static let verb = Verb(
    "boards", summary: "show the boards, add one, or change one",
    description: """
      Shows the boards with the numbers of their lists and cards, after the change that a flag asks for. The window \
      can undo it. An added board has the lists that a new store has, or those that --list names: an empty title is \
      none. The default board is called “board” too, whatever its name, and cannot be deleted.
      """,
    flags: [
      Flag("add", value: .required("NAME"), help: "add a board"),
      list,
      Flag("rename", value: .required("NAME"), help: "rename the chosen board"),
      Flag("delete", help: "delete the chosen board, with its lists and cards"),
      .json,
    ],
    examples: [
      .init("dragboard boards --add Garden", "a second board"),
      .init("dragboard boards --add Reading --list Now --list Later", "one with lists of its own"),
      .init("dragboard boards --board Garden --rename Yard", "another name"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let changes = try changes(invocation, board)
    guard changes.count <= 1 else {
      throw CommandFailure.usage(translated("--add, --rename and --delete do not go together"))
    }
    for change in changes { try board.store.perform(change) }
    let rows = try board.store.boards().map { one in
      let lists = try board.store.lists(on: one.id)
      let cards = try lists.map { try board.store.cardCount(in: $0.id) }.reduce(0, +)
      return Row(board: one, lists: lists.count, cards: cards)
    }
    if invocation.has(Flag.json) {
      try Console.print(JSON.array(rows.map(\.json)))
    } else {
      try Console.print(rows.map { "\($0.text)\n" }.joined())
    }
  }

  private static func changes(
    _ invocation: Invocation, _ board: VerbBoard
  ) throws -> [BoardChange] {
    var changes: [BoardChange] = []
    let lists = try invocation.texts(of: list)
    if let name = try invocation.text(of: "add") {
      changes.append(
        .addBoard(name: name, lists: lists.isEmpty ? nil : lists.filter { !$0.isEmpty }))
    } else if !lists.isEmpty {
      throw CommandFailure.usage(translated("--{flag} needs --add", ["flag": list.name]))
    }
    for flag in ["rename", "delete"] where invocation.has(flag) && !invocation.has(Flag.board) {
      throw CommandFailure.usage(translated("--{flag} needs --board", ["flag": flag]))
    }
    if let name = try invocation.text(of: "rename") {
      changes.append(.renameBoard(board.id, name: name))
    }
    if invocation.has("delete") { changes.append(.deleteBoard(board.id)) }
    return changes
  }

  private struct Row {
    let board: NamedBoard
    let lists: Int
    let cards: Int

    var text: String {
      let lists = translated(count: lists, one: "{count} list", other: "{count} lists")
      let cards = translated(count: cards, one: "{count} card", other: "{count} cards")
      return "\(Printable.line(board.name))  \(lists), \(cards)"
    }

    var json: JSON {
      .object([
        .init("id", .string(board.id.rawValue)), .init("name", .string(board.name)),
        .init("lists", .number(lists)), .init("cards", .number(cards)),
      ])
    }
  }
}
