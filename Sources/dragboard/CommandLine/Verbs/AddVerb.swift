internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Foundation
internal import Translations

/// `dragboard add`
enum AddVerb {
  static let verb = Verb(
    "add", summary: "add cards to a list",
    operands: .init("LIST [FILE…]", least: 1, most: nil, completes: .files),
    description: """
      Makes a card of each FILE, or a card each of a GPX file's waypoints, and prints their ids. Standard error names \
      what no card has of a file. \
      “-” is standard input, which is also read when there is neither a FILE nor --text. \
      The kinds of cards are inferred as for files that are dropped. If one of the files is refused, none is added. \
      What is planned is that of each card; DATE and COLOR are as those of “dragboard edit”.
      """,
    flags: [
      Flag(
        "text", value: .required("TEXT"), help: "a card of this text; its first line is the title"),
      PlanFlags.due, PlanFlags.label("a label; repeat it"), PlanFlags.item,
      Flag("at", value: .required("INDEX"), help: "before the card that is there now, from 0"),
      .allCards,
    ],
    examples: [
      .init("dragboard add 'To Do' --text 'Buy milk'", "a text card at the end"),
      .init("dragboard add 'To Do' --text 'Call Ada' --due friday --label home", "what is planned"),
      .init("dragboard add Done --at 0 map.png lighthouse.geocache", "two cards at the beginning"),
      .init("dmesg | dragboard add 'To Do'", "a card of what another program prints"),
    ]
  ) { invocation in
    let words = invocation.words
    let board = try await VerbBoard(settling: invocation)
    let list = try board.list(words[0])
    let files = Array(invocation.operands.dropFirst())
    let position = try invocation.number(of: "at", as: Int.self).map { Position.index($0) } ?? .end
    let plan = try PlanFlags(invocation)
    var cards = try read(files, text: try invocation.text(of: "text"))
    try invocation.checkCount(cards.count)
    for index in cards.indices { plan.apply(to: &cards[index].details) }
    for note in cards.compactMap(\.note) { Console.note(note) }
    for line in cards.flatMap(\.left) {
      Console.note(translated("not added: {what}", ["what": line]))
    }
    let outcome = try board.store.perform(.addCards(cards, to: list.id, at: position))
    for line in outcome.notes { Console.note(line) }
    try Console.print(outcome.cards.map { "\($0)\n" }.joined())
  }

  private static func read(_ files: [Argument], text: String?) throws -> [NewCard] {
    if let text {
      guard files.isEmpty else {
        throw CommandFailure.usage(translated("--text and files do not go together"))
      }
      guard !text.isBlank else {
        throw CommandFailure.usage(translated("--text: a card needs words"))
      }
      let type = "text/plain;charset=utf-8"
      return try CardReader(splittingLists: false).cards(
        from: IncomingItem(representations: [(type, .bytes(Array(text.utf8)))]))
    }
    if files.isEmpty, isatty(STDIN_FILENO) != 0 {
      throw CommandFailure.usage(
        translated("add needs a FILE or --text"),
        hint: translated(
          "Usage: {words}", ["words": "dragboard add \(translated("LIST [FILE…|--text TEXT]"))"]))
    }
    var cards: [NewCard] = []
    for file in files.isEmpty ? ["-"] : files {
      cards +=
        file == "-"
        ? try standardInput() : try Self.cards(fromFile: file, among: files.count)
    }
    return cards
  }

  private static func cards(fromFile file: Argument, among count: Int) throws -> [NewCard] {
    do throws(BoardError) {
      let (path, name) = try TypedPath.existing(file)
      return try CardReader().cards(fromFileAt: path, named: name)
    } catch {
      var failure = CommandFailure(error.refusing(files: count))
      // A person often types a card's words in the place of a file.
      if let words = file.validText,
        !FileManager.default.fileExists(atPath: TypedPath.absolute(words))
      {
        failure.hint = translated("For a card of these words: --text “{words}”", ["words": words])
      }
      throw failure
    }
  }

  private static func standardInput() throws -> [NewCard] {
    var input = try standardInputContent()
    if let text = UTF16Text.utf8(ofUnknown: input.bytes) {
      input = ("text/plain;charset=utf-8", text)
    }
    // Another program has written it, and perhaps what a stranger has dropped on that.
    return try CardReader(splittingLists: false, openingFiles: false).cards(
      from: IncomingItem(representations: [(input.type, .bytes(input.bytes))]))
  }

  /// What another program writes into a pipe, with the type that it looks like.
  static func standardInputContent() throws -> (type: String, bytes: [UInt8]) {
    guard let data = try FileHandle.standardInput.readToEnd(), !data.isEmpty else {
      throw CommandFailure(.refused, translated("standard input is empty"))
    }
    let bytes = [UInt8](data)
    let type = FileType.infer(
      name: nil, firstBytes: Array(bytes.prefix(FileType.firstBytesWanted)))
    return (type, bytes)
  }
}
