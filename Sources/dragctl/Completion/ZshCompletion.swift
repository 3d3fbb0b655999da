internal import CommandLineArguments
internal import Translations

enum ZshCompletion {
  static func script(for verbs: [Verb]) -> String {
    """
    #compdef dragctl
    # zsh completion for dragctl
    _dragctl_live() {
      local -a found
      local line
      # The lists are of this machine.
      [[ -n $host ]] && return
      for line in ${(f)"$($@ 2>/dev/null)"}; do
        found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
      done
      _describe 'on offer now' found
    }
    _dragctl_offers() { _dragctl_live dragctl completion --offers }
    _dragctl_types() { _dragctl_live dragctl completion --types }
    _dragctl_targets() { _dragctl_live dragctl completion --targets }
    _dragctl_pastable() { _dragctl_live dragctl completion --pastable }
    _dragctl_history() { _dragctl_live dragctl completion --history }
    _dragctl() {
      local curcontext="$curcontext" state line host
      local -a verbs
      local -A opt_args
      verbs=(
    \(verbs.map(description).joined())    'help:show the help of a verb'
      )
      _arguments -C '(- *)'{-h,--help}'[show help]' '(- *)--version[show the version]' \\
        '(-H --host)'{-H+,--host=}'[for another machine]:host:_hosts' '1:verb:->verb' '*::argument:->argument'
      host="${opt_args[-H]}${opt_args[--host]}"
      case $state in
        verb) _describe 'verb' verbs;;
        argument)
          case $words[1] in
    \(verbs.map(branch).joined())        help) _describe 'verb' verbs;;
          esac;;
      esac
    }
    if [ "$funcstack[1]" = _dragctl ]; then _dragctl "$@"; else compdef _dragctl dragctl; fi

    """
  }

  private static func description(_ verb: Verb) -> String {
    "    \(CompletionWords.quoted("\(verb.name):\(verb.summary.translated)"))\n"
  }

  private static func branch(_ verb: Verb) -> String {
    var arguments = CompletionWords.visible(verb).flatMap(arguments)
    if case .actions(let words, let some, let list) = verb.operands.completes {
      let isSome = "[[ ${line[1]} == (\(some.joined(separator: "|"))) ]]"
      arguments.append("'1:ACTION:(\(words.joined(separator: " ")))'")
      arguments.append("'*:ENTRY:{ \(isSome) && _dragctl_\(list) }'")
    } else if verb.operands.most != 0 {
      arguments.append(
        "'*:\(escaped(verb.operands.synopsis.translated)):\(action(verb.operands.completes))'")
    }
    return "        \(verb.name)) _arguments -s \\\n            "
      + arguments.joined(separator: " \\\n            ") + ";;\n"
  }

  private static func arguments(_ flag: Flag) -> [String] {
    let help = "[\(escaped(flag.help.translated))]"
    let (equals, value) =
      switch flag.value {
      case .none: ("", "")
      case .required(let name): ("=", ":\(escaped(name.translated)):\(action(flag.completes))")
      case .optional(let name): ("=-", "::\(escaped(name.translated)):\(action(flag.completes))")
      }
    let long = word("*--\(flag.name)\(equals)\(help)", value)
    guard let short = flag.short else { return [long] }
    return [long, word("*-\(short)\(equals.isEmpty ? "" : "+")\(help)", value)]
  }

  /// One quoted word. What is wider than 120 columns stands on two lines, which the shell joins.
  private static func word(_ start: String, _ end: String) -> String {
    start.count + end.count > 104 ? "'\(start)'\\\n'\(end)'" : "'\(start)\(end)'"
  }

  private static func action(_ completes: Completes) -> String {
    switch completes {
    case .nothing: " "
    case .files: "_files"
    case .listed(let list): "_dragctl_\(list)"
    case .words(let words), .actions(let words, _, _): "(\(words.joined(separator: " ")))"
    }
  }

  /// Safe inside single quotes and inside the brackets and colons of `_arguments`.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": escaped += "’"
      case "[", "]", ":", "\\": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
