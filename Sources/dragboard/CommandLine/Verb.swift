internal import CommandLineArguments
internal import Translations

/// A verb: its syntax, and what it does.
nonisolated struct Verb: VerbDeclaration {
  let syntax: CommandSyntax
  let run: @MainActor (Invocation) async throws -> Void

  init(
    _ name: String, summary: Translatable, operands: CommandSyntax.Operands = .none,
    description: Translatable = "", flags: [Flag] = [], examples: [CommandSyntax.Example] = [],
    run: @escaping @MainActor (Invocation) async throws -> Void
  ) {
    syntax = CommandSyntax(
      "dragboard", verb: name, summary: summary, operands: operands, description: description,
      flags: flags, examples: examples)
    self.run = run
  }

  var name: String { syntax.verb ?? "" }
}

/// A verb's parsed arguments.
typealias Invocation = ParsedArguments<CommandFailure>

extension Invocation {
  /// The operands as text; bytes that are not UTF-8 become U+FFFD.
  nonisolated var words: [String] { operands.map(\.text) }
}
