import CommandLineArguments
import DragModel

@testable import BoardModel
@testable import DragSystem
@testable import dragctl

extension FuzzTarget {
  /// dragctl's command lines: words with NULs between them, as the kernel has them.
  static let arguments = FuzzTarget(
    "arguments",
    seeds: [
      "offer|--text|x|--type|text/plain|--uses=3|--expires|1h30m|--linger|1.5s|--operations|copy,link",
      "offer|-|a|--rep|text/plain;charset=\"a;b\"=f|--exec|image/png=cat|--size|1.5GiB|--name|n",
      "accept|--type|image/*|-o|dir|--force|--move", "target|name|--type|*/*|-o|dir|--exec|cat",
      "drop|--on|name|file", "help|offer", "withdrow|x", "list|--json", "completion|bash",
      "-selection|c|-t|image/png|-o|-loops|1|file", "-bia|-t|5|--trim", "-nt|text/plain|--|words",
    ],
    maxLength: 300, dictionary: CommandTable.words
  ) { bytes throws(BrokenPromise) in
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      Argument(Array($0))
    }
    for word in words {
      _ = Milliseconds(word.text)
      _ = ByteCount(word.text)
    }
    for tool in ClipboardTool.allCases { try checkTool(tool, words) }
    let command: Command
    do throws(Failure) {
      command = try Command(words)
    } catch {
      try promise(!error.message.isEmpty, "a failure says nothing")
      return
    }
    guard case .run(let verb, let invocation) = command else { return }
    let (least, most) = (verb.operands.least, verb.operands.most ?? .max)
    try promise(
      least <= most && (least...most).contains(invocation.operands.count),
      "\(verb.name) has \(invocation.operands.count) operands")
    do throws(Failure) {
      try plan(verb, invocation)
    } catch {
      try promise(!error.message.isEmpty, "a failure says nothing")
    }
  }

  /// What a tool's name takes, a verb takes.
  private static func checkTool(
    _ tool: ClipboardTool, _ words: [Argument]
  ) throws(BrokenPromise) {
    guard case .call(let call)? = try? ToolParser.parse(tool, words) else { return }
    let action = call.action ?? .copy
    for step in action == .exchange ? [.paste, .copy] : action == .nothing ? [] : [action] {
      try promise(
        (try? Command(call.words(step))) != nil, "\(tool): \(call.words(step).map(\.text))")
    }
  }

  /// What verbs make of their arguments before they do anything.
  private static func plan(_ verb: Verb, _ invocation: Invocation) throws(Failure) {
    switch CommandTable(rawValue: verb.name) {
    case .offer:
      _ = try OfferPlan(invocation, inputIsTerminal: true)
      _ = try OfferOptions(invocation)
    case .accept: _ = try AcceptCommand(invocation)
    case .target: _ = try TargetPlan(invocation)
    case .drop: _ = try DropCommand(invocation)
    case .copy: _ = try CopyCommand(invocation)
    case .paste: _ = try PasteCommand(invocation)
    case .drag: _ = try DragCommand(invocation, naming: [])
    case .list, .show, .types, .watch, .targets, .withdraw, .cancel, .recover, .status, .install,
      .completion, .clipboard, .serve, nil:
      break
    }
  }

  /// Notes of moves: the text, and the same sealed as it stands in its file.
  static let notes = FuzzTarget(
    "notes",
    seeds: [
      """
      dragctl-source 1
      cookie abcdefghijklmnopqrstuvwxyz
      file key 1 2 3 -4 5 /a%20b c%0Ad

      """,
      """
      dragctl-destination 1
      transfer \(Calls.id)
      folder 7 /a/b
      name c.txt
      replaces no

      """,
    ],
    maxLength: 600,
    dictionary: [
      "dragctl-source 1\n", "dragctl-destination 1\n", "cookie ", "file ", "key ", "transfer ",
      "folder ", "name ", "replaces yes\n", "replaces no\n", "%00", "%0A", "%25",
    ]
  ) { bytes throws(BrokenPromise) in
    try promise(NoteSeal.opened(NoteSeal.sealed(bytes)) == bytes, "a note does not come back")
    if let inner = NoteSeal.opened(bytes) {
      try promise(NoteSeal.sealed(inner) == bytes, "a note has two seals")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let note = SourceNote(text) {
      try promise(SourceNote(note.text) == note, "\(note) is another one when it is read again")
    }
    if let note = PendingNote(text) {
      try promise(PendingNote(note.text) == note, "\(note) is another one when it is read again")
    }
    let encoded = PercentText.encoded(bytes)
    try promise(PercentText.decoded(encoded) == bytes, "“\(encoded)” is not what it encodes")
    try promise(
      encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "“\(encoded)” is more than one word")
  }
}

extension FuzzTarget {
  /// Words of others where dragctl shows them, or hands them to a shell.
  static let words = FuzzTarget(
    "words", seeds: ["Don't", "a\tb\nc\u{1B}[2J\u{202E}", "$(touch X) `x` \\ \"!", "\u{9B}31m"],
    maxLength: 200,
    dictionary: [
      "\u{1B}[", "\u{9B}", "\u{202E}", "\u{2028}", "\u{200D}", "\u{FEFF}", "\u{E0001}", "'", "\\",
    ]
  ) { bytes throws(BrokenPromise) in
    let text = String(decoding: bytes, as: UTF8.self)
    let line = Printable.line(text)
    try promise(!line.unicodeScalars.contains(where: acts), "“\(line)” is not clean")
    try promise(Printable.line(line) == line, "“\(line)” is cleaned twice")
    let quoted = CompletionWords.quoted(text)
    try promise(unquoted(quoted) == Array(text.utf8), "\(quoted) is not the word that it quotes")
    let object = JSON.object([JSON.Member(text, .string(text))])
    let json = object.description
    try promise((try? JSON(parsing: Array(json.utf8))) == object, "\(json) says another")
    try promise(
      json.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "\(json) has control characters")
    // The pieces in which it is written change nothing but what stands at their edges.
    var whole = TerminalText()
    guard whole.admits(bytes) else { return }
    var pieces = TerminalText()
    for byte in bytes.dropLast() where !pieces.admits([byte]) {
      throw BrokenPromise(description: "a terminal may have all of it, and not byte by byte")
    }
  }

  /// Whether a terminal would do something, or begin a line, instead of showing it.
  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Embeddings, overrides and isolates of direction.
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }

  /// What a POSIX shell makes of single quotes and backslashes; nil for more than one word.
  private static func unquoted(_ word: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"):
        guard let end = rest.firstIndex(of: byte) else { return nil }
        bytes += rest[..<end]
        rest = rest[(end + 1)...]
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        bytes.append(next)
      default: return nil
      }
    }
    return bytes
  }
}

extension CommandTable {
  /// The words of command lines.
  fileprivate static var words: [String] {
    allCases.map(\.rawValue)
      + [
        "--text", "--type", "--rep", "--exec", "--size", "--name", "--uses=", "--once", "--expires",
        "--linger", "--operations", "--output", "--force", "--move", "--json", "--item", "--all",
        "--on",
        "--help", "--", "-o", "-t", "copy,move", "1h30m", "1.5GiB", "text/plain=",
      ]
  }
}
