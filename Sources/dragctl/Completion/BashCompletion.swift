internal import CommandLineArguments

enum BashCompletion {
  static func script(for verbs: [Verb]) -> String {
    let first = CompletionWords.quoted(
      lines(verbs.map(\.name) + ["help", "--help", "--host", "--version"]))
    return """
      # bash completion for dragctl
      _dragctl() {
        local cur prev words cword
        if declare -F _init_completion >/dev/null; then
          _init_completion -n = || return
        else
          words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
          cur=${words[cword]} prev=${words[cword-1]}
        fi
        local IFS=$'\\n' host=
        if [[ $cword -ge 2 && (${words[1]} == -H || ${words[1]} == --host) ]]; then
          if [[ $cword -eq 2 ]]; then
            COMPREPLY=($(compgen -A hostname -- "$cur"))
            return
          fi
          # The lists are of this machine.
          host=${words[2]} words=("${words[0]}" "${words[@]:3}") cword=$((cword - 2))
        fi
        if [[ $cword -eq 1 ]]; then
          COMPREPLY=($(compgen -W \(first) -- "$cur"))
          return
        fi
        case ${words[1]} in
      \(verbs.map(branch).joined())    help)
            \(reply(.words(verbs.map(\.name))));;
        esac
      }
      \(live)
      complete -F _dragctl dragctl

      """
  }

  private static let live = #"""
    # Offers the lines that begin with what was typed, each as a word that means just that: other programs have chosen
    # them, and nothing in them is expanded. Within quotes that is only what they can take as it is.
    _dragctl_live() {
      local line quote= typed
      COMPREPLY=()
      [[ $host ]] && return
      case $cur in
        [\"\']*) quote=${cur:0:1} typed=${cur:1};;
        *) IFS= read typed <<<"$cur";;
      esac
      while IFS=$'\t' read -r line _; do
        [[ $line == "$typed"* ]] || continue
        case $quote in
          \") [[ $line == *[\"\$\`\\!]* ]] && continue;;
          \') [[ $line == *\'* ]] && continue;;
          *) printf -v line %q "$line";;
        esac
        COMPREPLY+=("$line")
      done
    }
    """#

  private static func branch(_ verb: Verb) -> String {
    let flags = CompletionWords.visible(verb)
    var text = "    \(verb.name))\n      case $prev in\n"
    for flag in flags {
      guard case .required = flag.value else { continue }
      text += "        \(CompletionWords.spellings(flag).joined(separator: "|")))\n"
      text += "          \(reply(flag.completes))\n          return;;\n"
    }
    text += "      esac\n      if [[ $cur == -* ]]; then\n        "
    text += reply(.words(flags.map { "--\($0.name)" }))
    text += "\n      else\n        \(reply(verb.operands.completes))\n      fi;;\n"
    return text
  }

  private static func reply(_ completes: Completes) -> String {
    switch completes {
    case .nothing: ":"
    case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$cur\"))"
    case .listed(let list): live(CompletionWords.listing(list))
    case .words(let words):
      "COMPREPLY=($(compgen -W \(CompletionWords.quoted(lines(words))) -- \"$cur\"))"
    case .actions(let words, let some, let list):
      """
      case $prev in
                \(some.joined(separator: "|"))) \(live(CompletionWords.listing(list)));;
                clipboard|-*) \(reply(.words(words)));;
                *) case ${words[2]} in
                  \(some.joined(separator: "|"))) \(live(CompletionWords.listing(list)));;
                esac;;
              esac
      """
    }
  }

  private static func live(_ command: String) -> String {
    "_dragctl_live < <(\(command))"
  }

  private static func lines(_ words: [String]) -> String {
    words.joined(separator: "\n")
  }
}
