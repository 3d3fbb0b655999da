package import Translations

/// The flags and operands of a program, or of one verb of a program. A program declares each of its commands once; the
/// parser, the help and the completions read that declaration.
package struct CommandSyntax: Sendable {
  package struct Operands: Sendable {
    /// As the usage line writes them: `[FILE…]`.
    package let synopsis: Translatable
    package let least: Int
    /// Nil: any number.
    package let most: Int?
    package let completes: Completes

    package init(
      _ synopsis: Translatable, least: Int = 0, most: Int?, completes: Completes = .nothing
    ) {
      self.synopsis = synopsis
      self.least = least
      self.most = most
      self.completes = completes
    }

    package static let none = Operands("", most: 0)
  }

  package struct Example: Sendable {
    package let command: String
    package let meaning: Translatable

    package init(_ command: String, _ meaning: Translatable) {
      self.command = command
      self.meaning = meaning
    }
  }

  package let program: String
  /// Nil for a program without verbs.
  package let verb: String?
  /// One line, lower case, no full stop.
  package let summary: Translatable
  package let operands: Operands
  /// The text of the help between the usage and the flags.
  package let description: Translatable
  package let flags: [Flag]
  package let examples: [Example]
  /// The manual that says more, such as `dragctl-offer(1)`; nil where the program's help names it.
  package let manual: String?

  /// Adds `--help` to `flags`.
  package init(
    _ program: String, verb: String? = nil, summary: Translatable, operands: Operands = .none,
    description: Translatable = "", flags: [Flag], examples: [Example] = [], manual: String? = nil
  ) {
    self.program = program
    self.verb = verb
    self.summary = summary
    self.operands = operands
    self.description = description
    self.flags = flags + [.help]
    self.examples = examples
    self.manual = manual
  }

  /// The words before the flags: `dragctl offer`.
  package var command: String {
    verb.map { "\(program) \($0)" } ?? program
  }

  var helpHint: String { translated("Try “{command} --help”.", ["command": command]) }

  /// The start of a message about this command's arguments: the verb, which the program's own prefix does not name.
  var messagePrefix: String { verb.map { "\($0): " } ?? "" }
}
