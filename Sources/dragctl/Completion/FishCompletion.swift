internal import CommandLineArguments
internal import Translations

enum FishCompletion {
  static func script(for verbs: [Verb]) -> String {
    let isMissing = "complete -c dragctl -n \"not __fish_seen_subcommand_from $verbs\""
    var lines = [
      "# fish completion for dragctl", "complete -c dragctl -f",
      wrapped(["set -l verbs"] + verbs.map(\.name)),
      "\(isMissing) -s h -l help -d 'show help'", "\(isMissing) -l version -d 'show the version'",
      wrapped([
        isMissing, "-s H -l host -x -a '(__fish_print_hostnames)'", "-d 'for another machine'",
      ]),
    ]
    for verb in verbs {
      lines.append(
        wrapped([isMissing, "-a \(verb.name)", "-d \(quoted(verb.summary.translated))"]))
      let seen = "complete -c dragctl -n '__fish_seen_subcommand_from \(verb.name)'"
      for flag in CompletionWords.visible(verb) {
        var words = ["\(seen) -l \(flag.name)"]
        if let short = flag.short { words.append("-s \(short)") }
        switch flag.value {
        case .none, .optional: break
        case .required: words.append("-r")
        }
        words += candidates(flag.completes) + ["-d \(quoted(flag.help.translated))"]
        lines.append(wrapped(words))
      }
      if verb.operands.completes != .nothing {
        lines.append(wrapped([seen] + candidates(verb.operands.completes)))
      }
      if case .actions(_, let some, let list) = verb.operands.completes {
        let isSome = "__fish_seen_subcommand_from \(verb.name); and __fish_seen_subcommand_from "
        lines.append(
          wrapped(
            ["complete -c dragctl -n '\(isSome)\(some.joined(separator: " "))'"]
              + candidates(.listed(list))))
      }
    }
    lines.append(
      wrapped(["\(isMissing) -a help", "-d 'show the help of a verb'"]))
    lines.append(
      wrapped([
        "complete -c dragctl -n '__fish_seen_subcommand_from help'", "-a \"$verbs\"",
      ]))
    return lines.map { "\($0)\n" }.joined()
  }

  /// Breaks a command between words, so that no line is wider than 120 columns.
  private static func wrapped(_ words: [String]) -> String {
    let widest = 118
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= widest {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(lines.isEmpty ? word : "    \(word)")
      }
    }
    return lines.joined(separator: " \\\n")
  }

  private static func candidates(_ completes: Completes) -> [String] {
    switch completes {
    case .nothing: []
    case .files: ["-F"]
    case .listed(let list): ["-a \(quoted("(\(CompletionWords.listing(list)))"))"]
    case .words(let words), .actions(let words, _, _):
      ["-a \(quoted(words.joined(separator: " ")))"]
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
