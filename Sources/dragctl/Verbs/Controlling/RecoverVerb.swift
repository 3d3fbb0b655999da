internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// `dragctl recover`
enum RecoverVerb {
  static let list = Flag(
    "list", help: "only list the moves of all programs that a side has not acknowledged")
  static let settle = Flag(
    "settle", value: .required("ID"),
    help: "only end the wait for the source of that move; may be repeated")

  static let verb = Verb(
    "recover", summary: "finish the moves of dragctls that were killed",
    description: """
      Every other verb of dragctl does this first. Prints what it has settled, and what it could not settle
      and why; then the status is not 0.
      Programs that never come back leave moves on record, and when these are too many dragd accepts no
      further ones: --list shows them. --settle records of one that its source will never delete the item;
      if the source did not, the item then exists twice.
      """,
    flags: [list, settle, .json], settlesFirst: false
  ) { invocation throws(Failure) in
    switch (invocation.has(list), invocation.has(settle)) {
    case (true, true): throw .usage(translated("--list and --settle do not go together"))
    case (true, false): try OpenMoves.list(invocation)
    case (false, true): try OpenMoves.settle(invocation)
    case (false, false): try run(invocation)
    }
  }

  /// Milliseconds for each of dragd's answers.
  private static let timeout = 20_000

  private static func run(_ invocation: Invocation) throws(Failure) {
    var recovery = Recovery(timeout: timeout)
    recovery.run()
    if invocation.has(.json) {
      try Console.print(json(recovery))
    } else {
      for item in recovery.settled { try Console.print(Printable.line(item.words) + "\n") }
      for item in recovery.unsettled {
        Console.note(
          translated("not settled: {reason} ({name})", ["reason": item.reason, "name": item.name]))
      }
      if !recovery.unsettled.isEmpty, let folder = try? StateFolder.path(of: "dragctl") {
        Console.note(
          translated("These files stay in {folder} until that is settled.", ["folder": folder]))
      }
    }
    if let failure = recovery.failure { throw failure }
  }

  private static func json(_ recovery: Recovery) -> JSON {
    let settled = recovery.settled.map { item in
      JSON.object([
        .init("path", .string(item.path)),
        .init("result", .string(item.outcome.rawValue)),
      ])
    }
    let left = recovery.unsettled.map { item in
      JSON.object([.init("note", .string(item.name)), .init("reason", .string(item.reason))])
    }
    return .object([.init("settled", .array(settled)), .init("left", .array(left))])
  }
}
