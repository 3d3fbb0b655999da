internal import CommandLineArguments
internal import DragLine
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

  static let keep = Flag(
    "keep", value: .required("NAME"),
    help: "keep here what only you can settle; may be repeated")
  static let drop = Flag(
    "drop", value: .required("NAME"),
    help: "drop it here, because it is elsewhere; may be repeated")

  static let verb = Verb(
    "recover", summary: "finish the moves of dragctls that were killed",
    description: """
      Every other verb of dragctl does this first. Prints what it has settled, and what it could not settle
      and why; then the status is not 0.
      Programs that never come back leave moves on record, and when these are too many dragd accepts no
      further ones: --list shows them. --settle records of one that its source will never delete the item;
      if the source did not, the item then exists twice.
      Where dragd has lost its records, only you can find out which side has the item: --keep or --drop
      what stands in brackets behind the move, after a look at the other side.
      """,
    flags: [list, settle, keep, drop, .json], settlesFirst: false
  ) { invocation throws(Failure) in
    let decides = invocation.has(keep) || invocation.has(drop)
    switch (invocation.has(list), invocation.has(settle)) {
    case (true, true): throw .usage(translated("--list and --settle do not go together"))
    case (true, false) where decides:
      throw .usage(translated("--list does not go with --keep and --drop"))
    case (false, true) where decides:
      throw .usage(translated("--settle does not go with --keep and --drop"))
    case (true, false): try OpenMoves.list(invocation)
    case (false, true): try OpenMoves.settle(invocation)
    case (false, false): try run(invocation)
    }
  }

  /// Milliseconds for each of dragd's answers.
  private static let timeout = 20_000

  private static func run(_ invocation: Invocation) throws(Failure) {
    var recovery = Recovery(timeout: timeout, decisions: try decisions(invocation))
    recovery.run()
    if recovery.host == nil { recoverElsewhere(&recovery) }
    if invocation.has(.json) {
      try Console.print(json(recovery))
    } else {
      for item in recovery.settled { try Console.print(Printable.line(item.words) + "\n") }
      for item in recovery.unsettled {
        Console.note(
          translated("not settled: {reason} ({name})", ["reason": item.reason, "name": item.name]))
      }
      if recovery.unsettled.contains(where: \.needsDecision) {
        Console.note(
          translated(
            """
            Look whether the other side has it. If not: dragctl recover --keep NAME, with the name in \
            brackets; if so: dragctl recover --drop NAME.
            """))
      }
      let waiting = Set(recovery.unsettled.filter { !$0.needsDecision }.map(\.folder)).sorted()
      for folder in waiting.compactMap({ try? StateFolder.path(of: $0) }) {
        Console.note(
          translated("What is noted in {folder} stays until that is settled.", ["folder": folder]))
      }
    }
    if let name = recovery.decisions.keys.min() {
      throw Failure(
        .notFound, translated("“{name}” is no move that you have to settle", ["name": name]),
        hint: translated("“dragctl recover” shows them."))
    }
    if let failure = recovery.failure { throw failure }
  }

  /// Settles moves at other machines, one machine after the other.
  private static func recoverElsewhere(_ recovery: inout Recovery) {
    for host in recovery.otherHosts.compactMap(\.self).sorted() {
      do throws(Failure) {
        try Remote.use(try LineDial(to: Argument(host)))
        var other = Recovery(timeout: timeout, decisions: recovery.decisions)
        other.run()
        recovery.add(other)
      } catch {
        Console.report(error)
      }
      Remote.end()
    }
  }

  private static func decisions(
    _ invocation: Invocation
  ) throws(Failure) -> [String: Recovery.Decision] {
    var decisions: [String: Recovery.Decision] = [:]
    for (flag, decision) in [(keep, Recovery.Decision.keep), (drop, .drop)] {
      for name in try invocation.texts(of: flag) {
        if let other = decisions.updateValue(decision, forKey: name), other != decision {
          throw .usage(translated("“{name}” is to be kept and dropped", ["name": name]))
        }
      }
    }
    return decisions
  }

  private static func json(_ recovery: Recovery) -> JSON {
    let settled = recovery.settled.map { item in
      JSON.object([
        .init("path", .string(item.path)),
        .init("result", .string(item.outcome.rawValue)),
      ])
    }
    let left = recovery.unsettled.map { item in
      JSON.object([
        .init("note", .string(item.name)), .init("reason", .string(item.reason)),
        .init("needs_decision", .bool(item.needsDecision)),
      ])
    }
    return .object([.init("settled", .array(settled)), .init("left", .array(left))])
  }
}
