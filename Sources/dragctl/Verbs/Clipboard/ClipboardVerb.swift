internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// `dragctl clipboard`
enum ClipboardVerb {
  static let all = Flag("all", short: "a", help: "forget: everything")

  static let verb = Verb(
    "clipboard", summary: "show the clipboard and its history, clear, pause, pin or forget",
    operands: .init(
      "[show|clear|pause|resume|[un]pin N|forget N]", most: 2, completes: .words(actions)),
    description: """
      Without a word it shows what is on the clipboard and the history. N is a number that it shows;
      1 is the newest. While it is paused nothing joins the history.
      """,
    flags: [CopyVerb.primary, all, .json],
    examples: [
      .init("dragctl clipboard", "what is there, and what was"),
      .init("dragctl clipboard forget 2", "take one out of the history"),
      .init("dragctl clipboard forget --all", "take everything out, pinned entries too"),
    ]
  ) { invocation throws(Failure) in
    try run(invocation)
  }

  private enum Action: String, CaseIterable {
    case show, clear, pause, resume, pin, unpin, forget
  }

  private static let actions = Action.allCases.map(\.rawValue)
}

extension ClipboardVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let words = invocation.operands
    let word = words.first?.text ?? Action.show.rawValue
    guard let action = Action(rawValue: word) else {
      throw .usage(
        translated("clipboard: unknown word “{word}”", ["word": word]),
        hint: Suggestion.hint(
          for: word, among: actions,
          else: translated("One of: {words}.", ["words": actions.joined(separator: ", ")])))
    }
    let forgetsAll = invocation.has(all)
    guard !forgetsAll || action == .forget else {
      throw .usage(translated("--all goes with “forget” only"))
    }
    switch (action, forgetsAll, words.count) {
    case (.pin, _, 1), (.unpin, _, 1), (.forget, false, 1):
      throw .usage(
        translated("clipboard {word}: which one?", ["word": word]),
        hint: action == .forget
          ? translated("Give the number that “dragctl clipboard” shows, or --all.")
          : translated("Give the number that “dragctl clipboard” shows."))
    case (.pin, _, _), (.unpin, _, _), (.forget, false, _): break
    case (_, _, 2...):
      throw .usage(
        translated(
          "clipboard {word}: unexpected “{other}”", ["word": word, "other": words[1].text]))
    case (.show, _, _), (.clear, _, _), (.pause, _, _), (.resume, _, _), (.forget, true, _): break
    }
    let connection = try Session.connect()
    let selection = ClipboardSelection(invocation)
    switch action {
    case .show: try show(selection, connection, printsJSON: invocation.has(.json))
    case .clear:
      try connection.askClipboard { () throws(RequestError) in try .clearClipboard(selection) }
    case .pause:
      try connection.askClipboard { () throws(RequestError) in try .pauseClipboard(true) }
    case .resume:
      try connection.askClipboard { () throws(RequestError) in try .pauseClipboard(false) }
    case .pin:
      let entry = try connection.historyEntry(try number(words[1]))
      try connection.askClipboard { () throws(RequestError) in try .pinClipboard(entry.offer) }
    case .unpin:
      let entry = try connection.historyEntry(try number(words[1]))
      try connection.askClipboard { () throws(RequestError) in try .unpinClipboard(entry.offer) }
    case .forget:
      let entries =
        forgetsAll
        ? try connection.askClipboard { () throws(RequestError) in try .clipboardHistory() }
        : [try connection.historyEntry(try number(words[1]))]
      for entry in entries {
        try connection.askClipboard { () throws(RequestError) in try .forgetClipboard(entry.offer) }
      }
    }
  }

  private static func number(_ word: Argument) throws(Failure) -> UInt32 {
    guard let number = UInt32(word.text), number > 0 else {
      throw .usage(
        translated("“{word}” is no number of the history", ["word": word.text]),
        hint: translated("1 is the newest."))
    }
    return number
  }

  private static func show(
    _ selection: ClipboardSelection, _ connection: BrokerConnection, printsJSON: Bool
  ) throws(Failure) {
    let status = try connection.askClipboard { () throws(RequestError) in try .clipboardStatus() }
    let current = try connection.currentClipboard(selection)
    let types =
      try current.map { content throws(Failure) in try connection.types(of: content.offer) } ?? []
    let history = try connection.askClipboard { () throws(RequestError) in try .clipboardHistory() }
    guard !printsJSON else {
      return try Console.print(json(current, types, history, isPaused: status.isPaused))
    }
    if let current {
      let notes = [
        current.isCut ? translated("cut") : nil,
        current.isSensitive ? translated("sensitive") : nil,
        current.isOwn ? translated("kept by dragclip") : nil,
      ].compactMap { $0 }
      let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
      try Console.print(
        translated(
          "Now: {types}",
          ["types": Printable.line(types.map(\.description).joined(separator: " ")) + suffix])
          + "\n")
    } else {
      Console.note(translated("Nothing is on the clipboard."))
    }
    if status.isPaused {
      Console.note(translated("The history is paused; “dragctl clipboard resume” goes on."))
    }
    guard !history.isEmpty else { return }
    try Console.print(table(history).text(width: StandardStream.output.columns))
  }

  private static func table(_ history: [HistoryEntry]) -> Table {
    let now = Clock.realtime
    var table = Table(["N", "AGE", "SIZE", "PINNED", "TYPES"])
    for (index, entry) in history.enumerated() {
      let age = now > entry.copied ? (now - entry.copied) / 1_000_000 : 0
      table.add([
        String(index + 1), Measure.age(seconds: age), Measure.bytes(entry.size),
        entry.isPinned ? translated("pinned") : "",
        entry.types.map(\.description).joined(separator: " "),
      ])
    }
    return table
  }

  private static func json(
    _ current: CurrentContent?, _ types: [MIMEType], _ history: [HistoryEntry], isPaused: Bool
  ) -> JSON {
    let now: JSON =
      current.map { content in
        .object([
          .init("offer", .string(content.offer.description)),
          .init("types", .strings(types.map(\.description))),
          .init("targets", .strings(content.targets)),
          .init("sensitive", .bool(content.isSensitive)),
          .init("cut", .bool(content.isCut)),
          .init("own", .bool(content.isOwn)),
          .init("held", .bool(content.isHeld)),
          .init("process", .number(content.process.map(UInt64.init))),
        ])
      } ?? .null
    let entries = history.map { entry in
      JSON.object([
        .init("offer", .string(entry.offer.description)),
        .init("types", .strings(entry.types.map(\.description))),
        .init("size", .number(entry.size)),
        .init("copied", .string(Measure.date(microseconds: entry.copied))),
        .init("pinned", .bool(entry.isPinned)),
      ])
    }
    return .object([
      .init("current", now), .init("history", .array(entries)), .init("paused", .bool(isPaused)),
    ])
  }
}
