internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard export`
enum ExportVerb {
  static let verb = Verb(
    "export", summary: "write out a card, a list or a board", operands: .init("[CARD]", most: 1),
    description: """
      Writes one representation of the card to standard output: the best one, or the first of a type that --type \
      names. If the card has no such type, the message lists its types. With --list or --all it writes whole lists \
      as Markdown tasks, with limits and the archive in the format of Obsidian's Kanban. Then --type text/calendar \
      makes tasks of an iCalendar, and --type text/plain makes a todo.txt. Standard error names what the format cannot \
      hold. With --backup it writes all boards with their archives and the content of every card, which “dragboard \
      import” reads again.
      """,
    flags: [
      Flag("type", value: .required("TYPE"), help: "a MIME type, or a pattern such as image/*"),
      Flag("list", value: .required("LIST"), help: "write this list"),
      Flag("all", help: "write all lists of the board"),
      Flag("backup", value: .required("FILE"), help: "write all boards into a new file"),
      Flag("output", short: "o", value: .required("FILE"), help: "write into a new file"),
      Flag("force", help: "replace the file if it exists"),
    ],
    examples: [
      .init(
        "dragboard export 4fb16d08 --type application/gpx+xml -o cache.gpx", "a geocache for a GPS"),
      .init("dragboard export 4fb16d08 --type 'image/*' | display", "look at its picture"),
      .init("dragboard export --all -o board.md", "every list, for an editor"),
      .init("dragboard export --all --type text/calendar -o board.ics", "for a task program"),
      .init("dragboard export --all --type text/plain -o todo.txt", "a line for each card"),
      .init("dragboard export --backup boards.tar", "all that there is"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    if let file = invocation.values(of: "backup").last {
      let others = ["type", "list", "all", "output", "board"]
      guard invocation.words.isEmpty, !others.contains(where: { invocation.has($0) }) else {
        throw CommandFailure.usage(translated("--backup writes all boards, and nothing else"))
      }
      guard file != "-" else {
        throw CommandFailure.usage(translated("--backup needs a file; “-” is none"))
      }
      return try save(to: file, replacing: invocation.has("force")) { path throws(BoardError) in
        try board.store.writeBackup(to: path, replacing: invocation.has("force"))
      }
    }
    let (content, left) = try content(invocation, board)
    if let file = invocation.values(of: "output").last {
      try save(to: file, replacing: invocation.has("force")) { path throws(BoardError) in
        try content.save(to: path, replacing: invocation.has("force"))
      }
    } else {
      try print(content)
    }
    // This comes last: if the file is refused, nothing is written at all.
    for line in left { Console.note(translated("not written: {what}", ["what": line])) }
  }

  /// The content to write, and what of it the format cannot hold.
  private static func content(
    _ invocation: Invocation, _ board: VerbBoard
  ) throws -> (content: BoardModel.Content, left: [String]) {
    let list = try invocation.text(of: "list")
    let wanted = try invocation.text(of: "type") ?? "*/*"
    let chosen = [invocation.words.first, list, invocation.has("all") ? "" : nil].compactMap(\.self)
    guard chosen.count == 1 else {
      throw CommandFailure.usage(
        translated("export needs a CARD, --list or --all"),
        hint: translated("Try “{command}”.", ["command": "dragboard export --help"]))
    }
    guard let word = invocation.words.first else {
      let only = try list.map { try board.list($0).id }
      let export: BoardExport
      switch wanted {
      case "*/*", "text/*", "text/markdown":
        export = try board.store.markdown(of: board.id, only: only)
      case BoardImport.calendarType:
        export = try board.store.calendar(of: board.id, only: only)
      case "text/plain":
        let file = invocation.values(of: "output").last?.text
        export = try board.store.todoText(
          of: board.id, only: only,
          title: file.map { BoardImport.title(ofFileAt: $0) } ?? BoardImport.todoTextTitle)
      default:
        throw CommandFailure(
          .nothingAcceptable,
          translated(
            "lists are written as text/markdown, text/calendar or text/plain, not “{type}”",
            ["type": wanted]))
      }
      return (.bytes(export.bytes), export.left)
    }
    return (try content(of: board.card(word), wanted, board), [])
  }

  private static func content(
    of card: Card, _ wanted: String, _ board: VerbBoard
  ) throws -> BoardModel.Content {
    let offered = try board.store.representations(of: card.id, convert: OfferedCards.convert)
    guard let found = offered.first(matching: wanted) else {
      let types = offered.map(\.type).joined(separator: ", ")
      throw CommandFailure(
        .nothingAcceptable, translated("the card has nothing of type “{type}”", ["type": wanted]),
        hint: translated("It has {types}.", ["types": types]))
    }
    return try found.read()
  }

  private static func print(_ content: BoardModel.Content) throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(BoardError) {
      try content.forEachPiece { piece throws(BoardError) in
        do throws(CommandFailure) {
          try Console.print(Array(piece))
        } catch {
          failure = error
          throw .storage(error.message)
        }
      }
    } catch {
      throw failure ?? CommandFailure(error)
    }
  }

  private static func save(
    to file: Argument, replacing isReplacing: Bool,
    _ body: (String) throws(BoardError) -> Void
  ) throws(CommandFailure) {
    do throws(BoardError) {
      try TypedPath.save(to: file, replacing: isReplacing, body)
    } catch {
      var failure = CommandFailure(error)
      if case .alreadyThere = error { failure.hint = translated("--force replaces it.") }
      throw failure
    }
  }
}
