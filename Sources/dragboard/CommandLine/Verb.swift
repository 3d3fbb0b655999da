internal import CommandLineArguments
internal import Foundation
internal import Translations

/// A verb: its syntax, and what it does.
nonisolated struct Verb: VerbDeclaration {
  let syntax: CommandSyntax
  let run: @MainActor (Invocation) async throws -> Void

  init(
    _ name: String, summary: Translatable, operands: CommandSyntax.Operands = .none,
    description: Translatable = "", flags: [Flag] = [], hasBoard: Bool = true,
    examples: [CommandSyntax.Example] = [],
    run: @escaping @MainActor (Invocation) async throws -> Void
  ) {
    syntax = CommandSyntax(
      "dragboard", verb: name, summary: summary, operands: operands, description: description,
      flags: flags + (hasBoard ? [.board] : []), examples: examples, manual: "dragboard(1)")
    self.run = run
  }

  var name: String { syntax.verb ?? "" }
}

extension Flag {
  /// Every verb that works on a board has it.
  nonisolated static let board = Flag(
    "board", value: .required("NAME"), completes: .listed("boards"),
    help: "use this board rather than the default one")

  nonisolated static let json = Flag("json", help: "print JSON")
}

/// A verb's parsed arguments.
typealias Invocation = ParsedArguments<CommandFailure>

extension Invocation {
  /// The operands as text; bytes that are not UTF-8 become U+FFFD.
  nonisolated var words: [String] { operands.map(\.text) }
}
