internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

extension [NumberedEntry] {
  fileprivate func printTable() throws(Failure) {
    let now = Clock.realtime
    var table = Table(["N", "ID", "AGE", "SIZE", "PINNED", "CONTENT", "TYPES"])
    for numbered in self {
      let entry = numbered.entry
      let age = now > entry.copied ? (now - entry.copied) / 1_000_000 : 0
      let types = entry.types.map(\.description)
      table.add([
        String(numbered.number), entry.id.map { Printable.line($0) } ?? "",
        Measure.age(seconds: age), Measure.bytes(entry.size),
        entry.isPinned ? translated("pinned") : "",
        TextWidth.shortened(numbered.words, to: 40),
        types.joined(separator: " "),
      ])
    }
    try Console.print(table.text(width: StandardStream.output.columns))
  }
}

extension ClipboardVerb {
  /// Prints the content of a selection and the history.
  static func show(
    _ selection: ClipboardSelection, _ connection: BrokerConnection, printsJSON: Bool
  ) throws(Failure) {
    let status = try connection.askClipboard { () throws(RequestError) in try .clipboardStatus() }
    let (current, types) = try content(of: selection, connection)
    let history = try connection.historyEntries()
    guard !printsJSON else {
      return try Console.print(
        JSON.object([
          .init("current", current.map { json($0, types) } ?? .null),
          .init("history", .array(history.map(\.json))),
          .init("paused", .bool(status.isPaused)),
        ]))
    }
    if let current {
      let notes = [
        current.isCut ? translated("cut") : nil,
        current.isSensitive ? translated("sensitive") : nil,
        current.isOwn && current.isHeld ? translated("kept by dragclip") : nil,
      ].compactMap { $0 }
      let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
      try Console.print(
        translated(
          "Now: {types}",
          ["types": Printable.line(types.map(TargetName.shown).joined(separator: " ")) + suffix])
          + "\n")
    } else {
      Console.note(translated("Nothing is on the clipboard."))
    }
    if status.isPaused {
      Console.note(translated("The history is paused; “dragctl clipboard resume” continues it."))
    }
    if !history.isEmpty { try history.printTable() }
  }

  /// The content of a selection and its types; nil for none, and for an offer that has just ended.
  private static func content(
    of selection: ClipboardSelection, _ connection: BrokerConnection
  ) throws(Failure) -> (CurrentContent?, [MIMEType]) {
    guard let current = try connection.currentClipboard(selection) else { return (nil, []) }
    do throws(Failure) {
      return (current, try connection.types(of: current))
    } catch {
      guard error.code == .noSuchOffer else { throw error }
      return (nil, [])
    }
  }

  /// Prints the entries of the history that have some words.
  static func search(
    _ words: String, _ connection: BrokerConnection, printsJSON: Bool
  ) throws(Failure) {
    let found = try connection.historyEntries().filter { $0.content.has(words) }
    guard !found.isEmpty else {
      if printsJSON { try Console.print(JSON.array([])) }
      throw Failure(
        .notFound, translated("no entry of the history has “{words}”", ["words": words]))
    }
    guard !printsJSON else { return try Console.print(JSON.array(found.map(\.json))) }
    try found.printTable()
  }

  private static func json(_ current: CurrentContent, _ types: [MIMEType]) -> JSON {
    .object([
      .init("offer", .string(current.offer.description)),
      .init("types", .strings(types.map(\.description))),
      .init("targets", .strings(current.targets)),
      .init("sensitive", .bool(current.isSensitive)),
      .init("cut", .bool(current.isCut)),
      .init("own", .bool(current.isOwn)),
      .init("held", .bool(current.isHeld)),
      .init("process", .number(current.process.map(UInt64.init))),
    ])
  }
}
