/// A verb as the parser and the help need to know it.
nonisolated struct Verb {
  let name: String
  /// One line, lower case, no full stop.
  let summary: String
  /// As the usage line writes them: `LIST [FILE…]`.
  let operands: String
  let least: Int
  /// Nil: any number.
  let most: Int?
  let description: String
  let flags: [Flag]
  let examples: [(command: String, meaning: String)]
  /// For the completions' own use.
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
    [LsVerb.verb, AddVerb.verb, RmVerb.verb, OfferVerb.verb, ExportVerb.verb, CompleteVerb.verb]
  }
}

/// A flag of a verb.
nonisolated struct Flag {
  /// Without the dashes.
  let name: String
  let short: Character?
  /// A placeholder for the help, such as FILE; nil when it takes no value.
  let value: String?
  /// One line, lower case, no full stop.
  let help: String

  init(_ name: String, short: Character? = nil, value: String? = nil, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// As the help writes it: `-o, --output FILE`.
  var synopsis: String {
    let long = "--\(name)" + (value.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}
