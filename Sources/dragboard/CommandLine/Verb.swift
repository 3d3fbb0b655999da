/// A verb: its arguments, its help and its action.
nonisolated struct Verb {
  let name: String
  /// One line, lower case, no full stop.
  let summary: String
  /// In the notation of the usage line: `LIST [FILE…]`.
  let operands: String
  let least: Int
  /// Nil for any number.
  let most: Int?
  let description: String
  let flags: [Flag]
  let examples: [(command: String, meaning: String)]
  /// Whether only the completion scripts use it.
  let isHidden: Bool
  let run: @MainActor (Arguments) async throws -> Void

  init(
    _ name: String, summary: String, operands: String = "", least: Int = 0, most: Int? = 0,
    description: String = "", flags: [Flag] = [],
    examples: [(command: String, meaning: String)] = [], isHidden: Bool = false,
    run: @escaping @MainActor (Arguments) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.least = least
    self.most = most
    self.description = description
    self.flags = flags + [Flag("help", short: "h", help: "show this help")]
    self.examples = examples
    self.isHidden = isHidden
    self.run = run
  }

  /// Every verb, in the order of the help.
  @MainActor static var all: [Verb] {
    [
      LsVerb.verb, AddVerb.verb, RmVerb.verb, OfferVerb.verb, ExportVerb.verb, ShelfVerb.verb,
      CompleteVerb.verb,
    ]
  }
}

/// A flag of a verb.
nonisolated struct Flag {
  /// Without the dashes.
  let name: String
  let short: Character?
  /// A placeholder for the help, such as FILE; nil for a flag without a value.
  let value: String?
  /// One line, lower case, no full stop.
  let help: String

  init(_ name: String, short: Character? = nil, value: String? = nil, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// In the notation of the help: `-o, --output FILE`.
  var synopsis: String {
    let long = "--\(name)" + (value.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}
