/// A verb as the parser, the help and the completions need to know it.
struct Verb: Sendable {
  let name: String
  /// One line, lower case, no full stop.
  let summary: String
  let operands: Operands
  /// What the help says between the usage and the flags.
  let description: String
  let flags: [Flag]
  let examples: [Example]
  /// Whether it first settles what dragctls have left that died.
  let settlesFirst: Bool
  let run: @Sendable (Invocation) throws(Failure) -> Void

  struct Operands: Sendable {
    /// As the usage line writes it: `[FILE…]`.
    let synopsis: String
    let least: Int
    /// Nil: any number.
    let most: Int?
    let completes: Completes

    init(_ synopsis: String, least: Int = 0, most: Int?, completes: Completes) {
      self.synopsis = synopsis
      self.least = least
      self.most = most
      self.completes = completes
    }

    static let none = Operands("", most: 0, completes: .nothing)
  }

  struct Example: Sendable {
    let command: String
    let meaning: String

    init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }

  init(
    _ name: String, summary: String, operands: Operands = .none, description: String = "",
    flags: [Flag], examples: [Example] = [], settlesFirst: Bool = true,
    run: @escaping @Sendable (Invocation) throws(Failure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.description = description
    self.flags = flags + [.help]
    self.examples = examples
    self.settlesFirst = settlesFirst
    self.run = run
  }
}
