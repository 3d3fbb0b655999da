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
  if [[ $cword -eq 1 ]]; then
    COMPREPLY=($(compgen -W $'ls\nadd\nrm\noffer\nexport\nhelp\n--demo\n--editor\n--new-instance\n--help\n--version' -- "$cur"))
    return
  fi
  case ${words[1]} in
    ls)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--json\n--help' -- "$cur"));;
        *) _dragboard_lists;;
      esac;;
    add)
      case $prev in --text|--at) return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--text\n--at\n--help' -- "$cur"));;
        *) if [[ $cword -eq 2 ]]; then _dragboard_lists
          else compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); fi;;
      esac;;
    rm)
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--help' -- "$cur"));;
        *) _dragboard_cards;;
      esac;;
    offer)
      case $prev in --label|--on) return;; esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--hold\n--move\n--on\n--label\n--help' -- "$cur"));;
        *) _dragboard_cards;;
      esac;;
    export)
      case $prev in
        --type) COMPREPLY=($(compgen -W "$(dragboard complete types "${words[2]}" 2>/dev/null)" -- "$cur")); return;;
        -o|--output) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return;;
      esac
      case $cur in
        -*) COMPREPLY=($(compgen -W $'--type\n--output\n--force\n--help' -- "$cur"));;
        *) _dragboard_cards;;
      esac;;
    help) COMPREPLY=($(compgen -W $'ls\nadd\nrm\noffer\nexport' -- "$cur"));;
  esac
}
_dragboard_cards() {
  COMPREPLY=($(compgen -W "$(dragboard complete cards 2>/dev/null | cut -f1)" -- "$cur"))
}
# Titles have blanks, and may have anything else: nothing in them is expanded.
_dragboard_lists() {
  local title
  COMPREPLY=()
  while IFS= read -r title; do
    [[ ${title,,} == "${cur,,}"* ]] && COMPREPLY+=("$(printf %q "$title")")
  done < <(dragboard complete lists 2>/dev/null)
}
complete -F _dragboard dragboard
