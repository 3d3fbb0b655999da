package import Translations

/// A flag of a command. The parser, the help and the completions read the same declaration.
package struct Flag: Sendable {
  package enum Value: Sendable {
    case none
    /// A placeholder for the help, such as FILE.
    case required(Translatable)
    /// Only as `--flag=VALUE`.
    case optional(Translatable)
  }

  /// Without the dashes.
  package let name: String
  package let short: Character?
  /// A letter that the next version does not understand any more.
  package let formerShort: Character?
  package let value: Value
  /// One line, lower case, no full stop.
  package let help: Translatable
  package let completes: Completes
  /// Whether help and completions leave it out, because only the completions themselves use it.
  package let isHidden: Bool

  package init(
    _ name: String, short: Character? = nil, formerShort: Character? = nil, value: Value = .none,
    completes: Completes = .nothing, isHidden: Bool = false, help: Translatable
  ) {
    self.name = name
    self.short = short
    self.formerShort = formerShort
    self.value = value
    self.help = help
    self.completes = completes
    self.isHidden = isHidden
  }

  package static let help = Flag("help", short: "h", help: "show this help")

  /// As the help writes it: `-o, --output FILE`.
  package var synopsis: String {
    let long =
      switch value {
      case .none: "--\(name)"
      case .required(let placeholder): "--\(name) \(placeholder.translated)"
      case .optional(let placeholder): "--\(name)[=\(placeholder.translated)]"
      }
    return short.map { "-\($0), \(long)" } ?? long
  }
}

/// The candidates that a shell completes in a place of the command line.
package enum Completes: Hashable, Sendable {
  case nothing
  case files
  case words([String])
  /// One of the words first, and other candidates after some of them.
  case actions([String], after: [String], list: String)
  /// The lines that the program prints when its completion script asks for the list of that name.
  case listed(String)
}
