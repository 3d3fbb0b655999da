/// The shells that completions are made for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The completion script, from the same table as the parser and the help.
  func script(for verbs: [Verb]) -> String {
    switch self {
    case .bash: BashCompletion.script(for: verbs)
    case .zsh: ZshCompletion.script(for: verbs)
    case .fish: FishCompletion.script(for: verbs)
    }
  }
}

/// What the three scripts share.
enum CompletionWords {
  /// The program's own lists of what is on offer now: `value` or `value<TAB>description` a line. It
  /// prints nothing, and starts no dragd, where there is none.
  static let offers = "dragctl completion --offers 2>/dev/null"
  static let types = "dragctl completion --types 2>/dev/null"
  static let targets = "dragctl completion --targets 2>/dev/null"

  static func visible(_ verb: Verb) -> [Flag] {
    verb.flags.filter { !$0.isHidden }
  }

  /// Every spelling of a flag that takes the next word as its value.
  static func spellings(_ flag: Flag) -> [String] {
    ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
  }

  /// By scalars: a quote and an accent that stands on it are one character, and the shell sees the quote.
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "'") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
  }
}
