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
    "clipboard", summary: "show the clipboard and its history, search, copy again, pin or forget",
    operands: .init(
      "[ACTION [ENTRY…|WORDS]]", most: nil,
      completes: .actions(actions, after: ["copy", "pin", "unpin", "forget"], list: "history")),
    description: """
      ACTION is show, which shows what is on the clipboard and the history, search WORDS, copy ENTRY, pin
      ENTRY…, unpin ENTRY…, forget ENTRY…, clear, pause or resume. “search” shows only what has WORDS in its
      text, its file names or its types. ENTRY is a number that is shown, 1 for the newest, or an ID, which
      stays the same when more is copied. While the history is paused nothing joins it.
      """,
    flags: [CopyVerb.primary, all, .json],
    examples: [
      .init("dragctl clipboard", "what is there, and what was"),
      .init("dragctl clipboard search 'train to'", "what had these words"),
      .init("dragctl clipboard copy 2", "put it on the clipboard again"),
      .init("dragctl clipboard pin 1 3", "keep two until they are forgotten"),
      .init("dragctl clipboard forget 2", "take one out of the history"),
      .init("dragctl clipboard forget --all", "take everything out, pinned entries too"),
    ]
  ) { invocation throws(Failure) in
    try run(invocation)
  }

  private enum Action: String, CaseIterable {
    case show, search, copy, pin, unpin, forget, clear, pause, resume
  }

  private static let actions = Action.allCases.map(\.rawValue)
}

extension ClipboardVerb {
  private static func action(of invocation: Invocation) throws(Failure) -> Action {
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
    case (.search, _, _):
      guard phrase(words).contains(where: { !$0.isWhitespace }) else {
        throw .usage(
          translated("clipboard search needs WORDS"),
          hint: translated("Give words that the entry has one after the other."))
      }
    case (.copy, _, 1), (.pin, _, 1), (.unpin, _, 1), (.forget, false, 1):
      throw .usage(
        translated("clipboard {word} needs an entry", ["word": word]),
        hint: action == .forget
          ? translated("Give the number or the id that “dragctl clipboard” shows, or --all.")
          : translated("Give the number or the id that “dragctl clipboard” shows."))
    // The clipboard has one content at a time.
    case (.copy, _, _): try refuse(words.dropFirst(2), word)
    case (.pin, _, _), (.unpin, _, _), (.forget, false, _): break
    case (.show, _, _), (.clear, _, _), (.pause, _, _), (.resume, _, _), (.forget, true, _):
      try refuse(words.dropFirst(), word)
    }
    return action
  }

  private static func refuse(_ rest: ArraySlice<Argument>, _ action: String) throws(Failure) {
    guard let first = rest.first else { return }
    throw .usage(
      translated("clipboard {word}: unexpected “{other}”", ["word": action, "other": first.text]))
  }

  /// The words after the action, as a person means them without quotes.
  private static func phrase(_ words: [Argument]) -> String {
    words.dropFirst().map(\.text).joined(separator: " ")
  }

  private static func run(_ invocation: Invocation) throws(Failure) {
    let action = try action(of: invocation)
    let words = invocation.operands
    let connection = try VerbSession.connect()
    let selection = ClipboardSelection(invocation)
    switch action {
    case .show: try show(selection, connection, printsJSON: invocation.has(.json))
    case .search:
      try search(phrase(words), connection, printsJSON: invocation.has(.json))
    case .copy: try perform(.copy(selection), invocation, connection)
    case .pin: try perform(.pin, invocation, connection)
    case .unpin: try perform(.unpin, invocation, connection)
    case .forget where invocation.has(all):
      try HistoryAction.forgetAll(connection, printsJSON: invocation.has(.json))
    case .forget: try perform(.forget, invocation, connection)
    case .clear:
      try connection.askClipboard { () throws(RequestError) in try .clearClipboard(selection) }
    case .pause:
      try connection.askClipboard { () throws(RequestError) in try .pauseClipboard(true) }
    case .resume:
      try connection.askClipboard { () throws(RequestError) in try .pauseClipboard(false) }
    }
  }

  private static func perform(
    _ action: HistoryAction, _ invocation: Invocation, _ connection: BrokerConnection
  ) throws(Failure) {
    let names = try invocation.operands.dropFirst().map { word throws(Failure) in
      try EntryName(word)
    }
    try action.perform(
      on: try connection.historyEntries(names), connection, printsJSON: invocation.has(.json))
  }
}
