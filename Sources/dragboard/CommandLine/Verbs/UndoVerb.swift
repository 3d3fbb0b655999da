internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard undo` and `dragboard redo`
enum UndoVerb {
  static let undo = Verb(
    "undo", summary: "undo the last change",
    description: """
      Undoes the last change of all boards, whether a window or the shell has made it, and prints its name. Cards that \
      came from another program as a move stay, because they exist nowhere else.
      """,
    hasBoard: false, examples: [.init("dragboard undo", "what was deleted last is back")]
  ) { invocation in
    let store = try await VerbBoard(settling: invocation).store
    guard let outcome = try store.undo(), let name = outcome.name else {
      throw CommandFailure(.notFound, translated("there is nothing to undo"))
    }
    guard !outcome.changesNothing else {
      throw CommandFailure(
        .refused, translated("Received cards stay, because they exist nowhere else"))
    }
    try Console.print("\(name)\n")
  }

  static let redo = Verb(
    "redo", summary: "repeat what was undone last",
    description: "Repeats the change that was undone last, and prints its name.",
    hasBoard: false, examples: [.init("dragboard redo", "undo has undone too much")]
  ) { invocation in
    let store = try await VerbBoard(settling: invocation).store
    guard let name = try store.redo()?.name else {
      throw CommandFailure(.notFound, translated("there is nothing to redo"))
    }
    try Console.print("\(name)\n")
  }
}

extension ChangeOutcome {
  fileprivate var changesNothing: Bool { boards.isEmpty && lists.isEmpty && cards.isEmpty }
}
