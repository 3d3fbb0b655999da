# bash completion for dragboard
_dragboard() {
  local cur prev words cword
  if declare -F _init_completion >/dev/null; then
    _init_completion -n = || return
  else
    words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=${words[cword]} prev=${words[cword-1]}
  fi
  local IFS=$'\n'
  local board=(dragboard) chosen=()
  local verbs=$'ls\nsearch\nadd\nedit\nattach\nattachments\nmv\ndone\narchive\nrm\noffer\nexport\nimport'
  verbs+=$'\nadd-list\nboards\nundo\nredo\nshelf'
  if [[ $cword -gt 1 && ${words[1]} == --demo ]]; then
    board+=(--demo) words=("${words[@]:1}") cword=$((cword - 1))
  fi
  if [[ $cword -eq 1 ]]; then
    COMPREPLY=($(compgen -W "$verbs"$'\nhelp\n--demo\n--editor\n--new-instance\n--help\n--version' -- "$cur"))
    return
  fi
  local index
  for ((index = 2; index < cword - 1; index++)); do
    [[ ${words[index]} == --board ]] && chosen=(--board "${words[index + 1]}")
  done
  if [[ $prev == --board ]]; then
    _dragboard_live < <("${board[@]}" complete boards 2>/dev/null)
    return
  fi
  case ${words[1]} in
    ls)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--archive\n--json\n--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete lists "${chosen[@]}" 2>/dev/null);;
      esac;;
    add)
      case $prev in --text|--due|--label|--item|--at) return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--text\n--due\n--label\n--item\n--at\n--all\n--board\n--help' -- "$cur"));;
        *) if [[ $cword -eq 2 ]]; then _dragboard_live < <("${board[@]}" complete lists "${chosen[@]}" 2>/dev/null)
          else compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); fi;;
      esac;;
    search) COMPREPLY=($(compgen -W $'--json\n--board\n--help' -- "$cur"));;
    edit)
      case $prev in --title|--text|--due|--label|--item|--comment|--tick) return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W \
          $'--title\n--text\n--due\n--label\n--item\n--comment\n--tick\n--json\n--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null);;
      esac;;
    attach)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--json\n--board\n--help' -- "$cur"));;
        *) if [[ $cword -eq 2 ]]; then _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null)
          else compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); fi;;
      esac;;
    attachments)
      case $prev in --save) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--save\n--remove\n--json\n--board\n--help' -- "$cur"));;
        *) if [[ $cword -eq 2 ]]; then _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null)
          else _dragboard_live < <("${board[@]}" complete attachments "${words[2]}" 2>/dev/null); fi;;
      esac;;
    mv)
      case $prev in --at) return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--at\n--json\n--board\n--help' -- "$cur"));;
        *) if [[ $cword -eq 2 ]]; then _dragboard_live < <("${board[@]}" complete cards 2>/dev/null)
          else _dragboard_live < <("${board[@]}" complete lists "${chosen[@]}" 2>/dev/null
            "${board[@]}" complete cards 2>/dev/null); fi;;
      esac;;
    done)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--not\n--json\n--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null);;
      esac;;
    archive)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--restore\n--json\n--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null);;
      esac;;
    undo|redo) COMPREPLY=($(compgen -W $'--help' -- "$cur"));;
    add-list)
      case $prev in --at|--limit) return;; esac
      COMPREPLY=($(compgen -W $'--at\n--limit\n--json\n--board\n--help' -- "$cur"));;
    boards)
      case $prev in --add|--list|--rename) return;; esac
      COMPREPLY=($(compgen -W $'--add\n--list\n--rename\n--delete\n--json\n--board\n--help' -- "$cur"));;
    rm)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null);;
      esac;;
    offer)
      case $prev in --label|--on) return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--hold\n--move\n--on\n--label\n--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null);;
      esac;;
    export)
      case $prev in
        --type) _dragboard_live < <("${board[@]}" complete types "${words[2]}" 2>/dev/null); return;;
        --list) _dragboard_live < <("${board[@]}" complete lists "${chosen[@]}" 2>/dev/null); return;;
        -o|--output|--backup) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return;;
      esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--type\n--list\n--all\n--backup\n--output\n--force\n--board\n--help' -- "$cur"));;
        *) _dragboard_live < <("${board[@]}" complete cards "${chosen[@]}" 2>/dev/null);;
      esac;;
    import)
      case $prev in
        --type) COMPREPLY=($(compgen -W \
          $'text/markdown\ntext/calendar\napplication/json\ntext/plain\ntext/html' -- "$cur")); return;;
      esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--type\n--new\n--all\n--json\n--board\n--help' -- "$cur"));;
        *) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"));;
      esac;;
    shelf) COMPREPLY=($(compgen -W $'--help' -- "$cur"));;
    help) COMPREPLY=($(compgen -W "$verbs" -- "$cur"));;
  esac
}
# Offers the lines that begin with what was typed, each as a word that means just that: other programs have chosen
# them, and nothing in them is expanded. Within quotes that is only what they can take as it is.
_dragboard_live() {
  local line quote= typed
  COMPREPLY=()
  case $cur in
    [\"\']*) quote=${cur:0:1} typed=${cur:1};;
    *) IFS= read typed <<<"$cur";;
  esac
  while IFS=$'\t' read -r line _; do
    [[ ${line,,} == "${typed,,}"* ]] || continue
    case $quote in
      \") [[ $line == *[\"\$\`\\!]* ]] && continue;;
      \') [[ $line == *\'* ]] && continue;;
      *) printf -v line %q "$line";;
    esac
    COMPREPLY+=("$line")
  done
}
complete -F _dragboard dragboard
