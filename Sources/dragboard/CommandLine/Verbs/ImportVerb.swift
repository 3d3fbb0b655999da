internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Foundation
internal import Translations

/// `dragboard import`
enum ImportVerb {
  private static let newBoard = Flag(
    "new", value: .required("NAME"), help: "make this board, and add the lists there")

  static let verb = Verb(
    "import", summary: "add the lists that another program wrote",
    operands: .init("FILE", least: 1, most: 1, completes: .files),
    description: """
      Adds lists with their cards at the end of the board, which is the default one without --board and --new, \
      and prints their ids. A list of the board that has the same \
      title and no card is filled instead; beside one that has cards, the new list gets a number: “To Do (2)”. “-” is \
      standard input. In Markdown each heading is a list, and each item \
      below it a card, as in GitHub's task lists and Obsidian's Kanban. FILE.ics is an iCalendar: each task is a card. \
      FILE.json is a board that Trello has exported. FILE.txt is a todo.txt: each project is a list. FILE.html is a \
      page: each heading is a list, and each item of a list a card; a page without lists is one card. A backup that \
      “export --backup” has written adds its boards. The import is one change, which the window can undo. Standard \
      error names what could not be imported.
      """,
    flags: [
      Flag(
        "type", value: .required("TYPE"),
        help: "text/markdown, text/calendar, application/json, text/plain or text/html"),
      newBoard, .allCards, .json,
    ],
    examples: [
      .init("dragboard import tasks.md --board Garden", "onto a board"),
      .init("dragboard import tasks.md --new Garden", "onto a board of its own"),
      .init("dragboard import todo.txt", "a list for each project"),
      .init("dragboard import tasks.ics", "the tasks of a calendar"),
      .init("dragboard import boards.tar", "all boards of a backup"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let file = invocation.words[0]
    let path = try TypedPath.existing(invocation.operands[0]).path
    let type = try type(of: file, invocation)
    let (bytes, rest) = try bytes(file, at: path)
    if !invocation.has("type"), BoardStore.isBackup(beginning: bytes) {
      return try restore(bytes, rest, on: board, invocation)
    }
    let read: BoardImport
    do throws(BoardError) {
      read = try type.read(bytes, title: title(of: file, type))
    } catch {
      var failure = CommandFailure(error)
      if case .malformed = error { failure.hint = formats(unlessSaidBy: invocation) }
      throw failure
    }
    guard !read.lists.isEmpty else {
      // The reader left out the whole file, which may be of any kind; listing it would say nothing.
      throw CommandFailure(
        .refused, translated("there is no list in it"),
        hint: formats(unlessSaidBy: invocation))
    }
    try invocation.checkCount(read.cardCount)
    for line in read.left { Console.note(translated("not imported: {what}", ["what": line])) }
    let name = try invocation.text(of: newBoard)
    guard name == nil || !invocation.has(Flag.board) else {
      throw CommandFailure.usage(translated("--board and --new do not go together"))
    }
    let outcome = try board.store.perform(
      .importLists(read.lists, to: name == nil ? board.id : BoardID(), naming: name))
    for line in outcome.notes { Console.note(line) }
    try print(outcome, left: read.left, board, invocation)
  }

  /// Adds the boards of a backup.
  ///
  /// - Parameter rest: has what follows its first bytes.
  private static func restore(
    _ bytes: [UInt8], _ rest: FileHandle, on board: VerbBoard, _ invocation: Invocation
  ) throws {
    guard !invocation.has(Flag.board), !invocation.has(newBoard) else {
      throw CommandFailure.usage(translated("a backup brings boards of its own"))
    }
    let outcome = try board.store.restoreBackup { body throws(BoardError) in
      try body(bytes[...])
      while true {
        let piece: Data?
        do {
          piece = try rest.read(upToCount: 1 << 20)
        } catch {
          throw .unreadable(path: invocation.words[0], reason: error.localizedDescription)
        }
        guard let piece, !piece.isEmpty else { return }
        try body([UInt8](piece)[...])
      }
    }
    for line in outcome.notes { Console.note(line) }
    try print(outcome, left: [], board, invocation)
  }

  private static func print(
    _ outcome: ChangeOutcome, left: [String], _ board: VerbBoard, _ invocation: Invocation
  ) throws {
    guard invocation.has(Flag.json) else {
      return try Console.print(outcome.lists.map { "\($0)\n" }.joined())
    }
    let lists = try outcome.lists.compactMap { id in
      try board.store.list(id).map { JSON($0, try board.store.cards(in: id)) }
    }
    try Console.print(
      JSON.object([.init("lists", .array(lists)), .init("left", .strings(left))]))
  }

  /// How names decide the format: the hint for a file whose format neither its name nor --type says.
  private static func formats(unlessSaidBy invocation: Invocation) -> String? {
    guard !invocation.has("type"), ListFile.said(by: invocation.words[0]) == nil else { return nil }
    return translated(
      """
      The name of a file says what it is: .ics iCalendar, .json a board of Trello, .txt a todo.txt, .html a page, \
      and anything else Markdown. “--type TYPE” says it instead: {types}.
      """, ["types": ListFile.allCases.map(\.rawValue).joined(separator: ", ")])
  }

  /// The title of the list for items that are in no list.
  private static func title(of file: String, _ type: ListFile) -> String {
    let title = file == "-" ? "" : BoardImport.title(ofFileAt: file)
    guard title.isEmpty else { return title }
    return type == .todoText ? BoardImport.todoTextTitle : translated("Import")
  }

  private static func type(of file: String, _ invocation: Invocation) throws -> ListFile {
    guard let text = try invocation.text(of: "type") else { return ListFile(named: file) }
    guard let type = ListFile(rawValue: text) else {
      throw CommandFailure.usage(
        translated("--type: lists cannot be read from “{type}”", ["type": text]),
        hint: translated(
          "There are {types}.",
          ["types": ListFile.allCases.map(\.rawValue).joined(separator: ", ")]))
    }
    return type
  }

  /// The first bytes of a file, which are all that lists may have, and where the others of a backup are.
  private static func bytes(
    _ file: String, at path: String
  ) throws -> (first: [UInt8], rest: FileHandle) {
    // Foundation's error has no reason in the person's language.
    guard file == "-" || access(path, R_OK) == 0 else {
      throw CommandFailure(.other, "\(file): \(String(cString: strerror(errno)))")
    }
    do {
      let handle =
        try file == "-" ? FileHandle.standardInput : FileHandle(forReadingFrom: URL(filePath: path))
      // One byte more, so that the reader sees what is too large.
      return (try [UInt8](handle.read(upToCount: BoardImport.largest + 1) ?? Data()), handle)
    } catch {
      throw CommandFailure(
        .other,
        translated(
          "{path} cannot be read: {reason}", ["path": file, "reason": error.localizedDescription]))
    }
  }
}
