internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// The moves of all programs that `dragctl recover` shows and settles.
enum OpenMoves {
  static func list(_ invocation: Invocation) throws(Failure) {
    let moves = try VerbSession.connect().ask { () throws(RequestError) in try .openMoves() }
    if invocation.has(.json) {
      try Console.print(JSON.array(moves.map { JSON($0) }))
    } else if moves.isEmpty {
      Console.note(translated("Both sides have acknowledged every recorded move."))
    } else {
      try Console.print(table(moves).text(width: StandardStream.output.columns))
    }
  }

  private static func table(_ moves: [OpenMove]) -> Table {
    let now = Clock.realtime
    var table = Table(["ID", "AGE", "WAITS FOR", "FROM", "TO", "KEY"])
    for move in moves {
      table.add([
        move.id.description, move.age(at: now), move.unacknowledgedSide,
        move.source.isEmpty ? translated("(unknown)") : move.source,
        move.destination.isEmpty ? translated("(unknown)") : move.destination, move.key,
      ])
    }
    return table
  }

  static func settle(_ invocation: Invocation) throws(Failure) {
    let moves = try invocation.texts(of: RecoverVerb.settle).map { text throws(Failure) in
      guard let move = Identifier(text) else {
        throw .usage(
          translated("“{text}” is not the whole id of a move", ["text": text]),
          hint: translated("“dragctl recover --list” shows them."))
      }
      return move
    }
    let connection = try VerbSession.connect()
    var settled: [Identifier] = []
    var failure: Failure?
    for move in moves {
      do throws(Failure) {
        try connection.ask { () throws(RequestError) in try .settleMove(move) }
      } catch {
        // One that is not on record must not keep the others from being settled.
        if let failure { Console.report(failure) }
        failure = error
        if error.status == .unavailable { break }
        continue
      }
      settled.append(move)
      guard !invocation.has(.json) else { continue }
      try Console.print(
        translated(
          """
          dragd no longer waits for the source of {move}. If the source did not delete the item, it \
          now exists twice.
          """, ["move": move]) + "\n")
    }
    if invocation.has(.json) {
      try Console.print(JSON.strings(settled.map(\.description)))
    }
    if let failure { throw failure }
  }
}

extension OpenMove {
  fileprivate func age(at now: UInt64) -> String {
    guard accepted > 0 else { return "?" }
    return Measure.age(seconds: (now > accepted ? now - accepted : 0) / 1_000_000)
  }

  /// For people: which side has not acknowledged the move.
  fileprivate var unacknowledgedSide: String {
    switch (isDeleted, isAcknowledged) {
    case (false, false): translated("both")
    case (false, true): translated("source")
    case (true, _): translated("destination")
    }
  }
}

extension JSON {
  fileprivate init(_ move: OpenMove) {
    let accepted = move.accepted > 0 ? Measure.date(microseconds: move.accepted) : nil
    self = .object([
      .init("id", .string(move.id.description)),
      .init("key", .string(move.key)),
      .init("source_app_id", .string(move.source)),
      .init("destination_app_id", .string(move.destination)),
      .init("accepted", .string(accepted)),
      .init("source_acknowledged", .bool(move.isDeleted)),
      .init("destination_acknowledged", .bool(move.isAcknowledged)),
    ])
  }
}
