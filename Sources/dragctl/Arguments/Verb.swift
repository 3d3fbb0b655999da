internal import CommandLineArguments
internal import Translations

/// A verb: its syntax, and what it does.
struct Verb: VerbDeclaration, Sendable {
  let syntax: CommandSyntax
  /// Whether dragctl first settles moves that a killed dragctl left behind.
  let settlesFirst: Bool
  /// Whether it can be for another machine.
  let takesHost: Bool
  let run: @Sendable (Invocation) throws(Failure) -> Void

  init(
    _ name: String, summary: Translatable, operands: CommandSyntax.Operands = .none,
    description: Translatable = "", flags: [Flag], examples: [CommandSyntax.Example] = [],
    manual: String? = nil, settlesFirst: Bool = true,
    takesHost: Bool = true,
    run: @escaping @Sendable (Invocation) throws(Failure) -> Void
  ) {
    syntax = CommandSyntax(
      "dragctl", verb: name, summary: summary, operands: operands, description: description,
      flags: flags, examples: examples, manual: manual ?? "dragctl-\(name)(1)")
    self.settlesFirst = settlesFirst
    self.takesHost = takesHost
    self.run = run
  }

  var name: String { syntax.verb ?? "" }
  var summary: Translatable { syntax.summary }
  var operands: CommandSyntax.Operands { syntax.operands }
  var flags: [Flag] { syntax.flags }
  var examples: [CommandSyntax.Example] { syntax.examples }
}

/// A verb's parsed arguments.
typealias Invocation = ParsedArguments<Failure>

extension Failure: UsageFailure {}

/// The flags that several verbs share.
extension Flag {
  static let json = Flag("json", help: "print JSON")
  static let progress = Flag(
    "progress", value: .required("WHEN"), completes: .words(["auto", "always", "never"]),
    help: "auto (on a terminal), always or never")
}

/// The lists that `dragctl completion` prints.
extension Completes {
  /// Ids of the present offers.
  static let offers = Completes.listed("offers")
  /// Types of the present offers.
  static let types = Completes.listed("types")
  /// Names of drop targets.
  static let targets = Completes.listed("targets")
  /// The names of what is on the clipboard.
  static let pastable = Completes.listed("pastable")
  /// The ids of the history's entries.
  static let history = Completes.listed("history")
}
