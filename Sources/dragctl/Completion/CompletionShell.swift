internal import CommandLineArguments

/// The shells that dragctl has completions for.
enum CompletionShell: String, CaseIterable {
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

/// The parts that the three scripts share.
enum CompletionWords {
  /// The command that prints a list: `value` or `value<TAB>description` a line. Without a running dragd it prints
  /// nothing, and starts none.
  static func listing(_ list: String) -> String { "dragctl completion --\(list) 2>/dev/null" }

  static func visible(_ verb: Verb) -> [Flag] {
    verb.flags.filter { !$0.isHidden }
  }

  /// Every spelling of a flag that takes the next word as its value.
  static func spellings(_ flag: Flag) -> [String] {
    ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
  }

  static func quoted(_ text: String) -> String {
    String(decoding: quoted(Array(text.utf8)), as: UTF8.self)
  }

  /// A word of the language of every POSIX shell.
  static func quoted(_ word: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + word.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }
}
