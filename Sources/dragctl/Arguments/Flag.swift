/// A flag of a verb, as the parser, the help and the completions need to know it.
struct Flag: Sendable {
  enum Value: Sendable {
    case none
    /// A placeholder for the help, such as FILE.
    case required(String)
    /// Only as `--flag=VALUE`.
    case optional(String)
  }

  /// Without the dashes.
  let name: String
  let short: Character?
  let value: Value
  /// One line, lower case, no full stop.
  let help: String
  let completes: Completes
  /// Left out of help and completions: for the completions' own use.
  let isHidden: Bool

  init(
    _ name: String, short: Character? = nil, value: Value = .none,
    completes: Completes = .nothing, isHidden: Bool = false, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.completes = completes
    self.isHidden = isHidden
  }

  /// As the help writes it: `-o, --output FILE`.
  var synopsis: String {
    let long =
      switch value {
      case .none: "--\(name)"
      case .required(let placeholder): "--\(name) \(placeholder)"
      case .optional(let placeholder): "--\(name)[=\(placeholder)]"
      }
    return short.map { "-\($0), \(long)" } ?? long
  }
}

/// What a shell may complete in some place.
enum Completes: Hashable, Sendable {
  case nothing
  case files
  /// Ids of what is on offer now.
  case offers
  /// Types of what is on offer now.
  case types
  /// Names of drop targets.
  case targets
  case words([String])
}

/// The flags that several verbs share.
extension Flag {
  static let help = Flag("help", short: "h", help: "show this help")
  static let json = Flag("json", help: "print JSON")
  static let progress = Flag(
    "progress", value: .required("WHEN"), completes: .words(["auto", "always", "never"]),
    help: "auto (on a terminal), always or never")
}
