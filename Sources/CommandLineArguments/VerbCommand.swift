internal import Translations

/// A verb of a program: at least its syntax.
package protocol VerbDeclaration {
  var syntax: CommandSyntax { get }
}

/// The verbs of a program, a case for each, in the order of the help.
package protocol VerbTable: CaseIterable, RawRepresentable<String> {
  associatedtype Verb: VerbDeclaration
  associatedtype Failure: UsageFailure

  /// The verb of that name. The first use of `init(rawValue:)` instead would cost the start of a program as much as a
  /// call of dragd.
  static func named(_ name: String) -> Self?

  static var program: String { get }
  static var version: String { get }
  /// The text of the program's `--help`.
  static var help: String { get }
  /// The verb; computed, so that a start of the program makes only one.
  var verb: Verb { get }
  /// Whether the help leaves the verb out, because only the completions use it.
  var isHidden: Bool { get }
}

extension VerbTable {
  package var isHidden: Bool { false }

  /// The verbs that the help shows.
  package static var shown: [Verb] { allCases.filter { !$0.isHidden }.map(\.verb) }

  fileprivate static var names: [String] { allCases.filter { !$0.isHidden }.map(\.rawValue) }
}

/// A parsed command line of a program with verbs.
package enum VerbCommand<Table: VerbTable> {
  case printed(String)
  case run(Table.Verb, ParsedArguments<Table.Failure>)

  /// - Parameter arguments: without the program's own name.
  package init(_ arguments: [Argument]) throws(Table.Failure) {
    guard let first = arguments.first else { throw .usage(translated("no verb"), hint: Self.hint) }
    let word = first.text
    switch word {
    case "--help", "-h", "help":
      let name = arguments.map(\.text).first { !["--help", "-h", "help"].contains($0) }
      guard let name else {
        self = .printed(Table.help)
        return
      }
      self = .printed(try Self.verb(name).syntax.help)
    case "--version": self = .printed("\(Table.program) \(Table.version)\n")
    default:
      let verb = try Self.verb(word)
      let parsed = try verb.syntax.parse(
        Array(arguments.dropFirst()), failingWith: Table.Failure.self)
      if parsed.has(Flag.help) {
        self = .printed(verb.syntax.help)
      } else {
        try verb.syntax.checkOperands(of: parsed)
        for note in parsed.notes { CommandOutput.note("\(Table.program): \(note)") }
        self = .run(verb, parsed)
      }
    }
  }

  private static var hint: String {
    translated(
      "One of: {verbs}. Try “{program} --help”.",
      ["verbs": Table.names.joined(separator: ", "), "program": Table.program])
  }

  private static func verb(_ name: String) throws(Table.Failure) -> Table.Verb {
    guard let known = Table.named(name) else {
      let isFlag = name.hasPrefix("-")
      throw .usage(
        isFlag
          ? translated("unknown flag {flag} before the verb", ["flag": name])
          : translated("unknown verb “{verb}”", ["verb": name]),
        hint: Suggestion.hint(
          for: name, among: isFlag ? ["--help", "--version"] : Table.names, else: hint))
    }
    return known.verb
  }
}
