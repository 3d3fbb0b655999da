internal import CommandLineArguments
internal import Translations

enum FishCompletion {
  static func script(for verbs: [Verb]) -> String {
    let names = verbs.map(\.name).joined(separator: " ")
    var text = """
      # fish completion for dragctl
      complete -c dragctl -f
      complete -c dragctl -n 'not __fish_seen_subcommand_from \(names)' -s h -l help -d 'show help'
      complete -c dragctl -n 'not __fish_seen_subcommand_from \(names)' -l version -d 'show the version'

      """
    for verb in verbs {
      text += "complete -c dragctl -n 'not __fish_seen_subcommand_from \(names)' -a \(verb.name)"
      text += " -d \(quoted(verb.summary.translated))\n"
      let seen = "complete -c dragctl -n '__fish_seen_subcommand_from \(verb.name)'"
      for flag in CompletionWords.visible(verb) {
        text += "\(seen) -l \(flag.name)"
        if let short = flag.short { text += " -s \(short)" }
        switch flag.value {
        case .none, .optional: break
        case .required: text += " -r"
        }
        text += "\(candidates(flag.completes)) -d \(quoted(flag.help.translated))\n"
      }
      if verb.operands.completes != .nothing {
        text += "\(seen)\(candidates(verb.operands.completes))\n"
      }
    }
    return text
  }

  private static func candidates(_ completes: Completes) -> String {
    switch completes {
    case .nothing: ""
    case .files: " -F"
    case .listed(let list): " -a \(quoted("(\(CompletionWords.listing(list)))"))"
    case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
    }
  }

  /// Between fish's single quotes only `\` and `'` are special.
  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "'" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
