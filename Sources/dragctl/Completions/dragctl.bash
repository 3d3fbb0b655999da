# bash completion for dragctl
_dragctl() {
  local cur prev words cword
  if declare -F _init_completion >/dev/null; then
    _init_completion -n = || return
  else
    words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=${words[cword]} prev=${words[cword-1]}
  fi
  local IFS=$'\n' host=
  if [[ $cword -ge 2 && (${words[1]} == -H || ${words[1]} == --host) ]]; then
    if [[ $cword -eq 2 ]]; then
      COMPREPLY=($(compgen -A hostname -- "$cur"))
      return
    fi
    # The lists are of this machine.
    host=${words[2]} words=("${words[0]}" "${words[@]:3}") cword=$((cword - 2))
  fi
  if [[ $cword -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'offer
accept
list
show
types
watch
copy
paste
clipboard
drag
drop
target
targets
withdraw
cancel
recover
status
install
completion
serve
help
--help
--host
--version' -- "$cur"))
    return
  fi
  case ${words[1]} in
    offer)
      case $prev in
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
        --text)
          :
          return;;
        --rep|-r)
          compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
          return;;
        --exec|-x)
          :
          return;;
        --size)
          :
          return;;
        --name)
          :
          return;;
        --label)
          :
          return;;
        --operations)
          COMPREPLY=($(compgen -W 'copy
move
link
copy,move
copy,link' -- "$cur"))
          return;;
        --uses)
          :
          return;;
        --expires)
          :
          return;;
        --linger)
          :
          return;;
        --progress)
          COMPREPLY=($(compgen -W 'auto
always
never' -- "$cur"))
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--type
--text
--rep
--exec
--size
--name
--label
--operations
--private
--sensitive
--once
--uses
--expires
--linger
--detach
--dereference
--links
--skip-unreadable
--progress
--json
--help' -- "$cur"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
      fi;;
    accept)
      case $prev in
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
        --item|-i)
          :
          return;;
        --output|-o)
          compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
          return;;
        --timeout)
          :
          return;;
        --progress)
          COMPREPLY=($(compgen -W 'auto
always
never' -- "$cur"))
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--type
--item
--all
--move
--output
--force
--preserve
--no-preserve
--archive
--links
--wait
--next
--timeout
--progress
--json
--help' -- "$cur"))
      else
        _dragctl_live < <(dragctl completion --offers 2>/dev/null)
      fi;;
    list)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--quiet
--json
--help' -- "$cur"))
      else
        :
      fi;;
    show)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--json
--help' -- "$cur"))
      else
        _dragctl_live < <(dragctl completion --offers 2>/dev/null)
      fi;;
    types)
      case $prev in
        --item|-i)
          :
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--item
--json
--help' -- "$cur"))
      else
        _dragctl_live < <(dragctl completion --offers 2>/dev/null)
      fi;;
    watch)
      case $prev in
        --exec|-x)
          :
          return;;
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--exec
--type
--json
--help' -- "$cur"))
      else
        :
      fi;;
    copy)
      case $prev in
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
        --text)
          :
          return;;
        --rep|-r)
          compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
          return;;
        --exec|-x)
          :
          return;;
        --size)
          :
          return;;
        --name)
          :
          return;;
        --label)
          :
          return;;
        --clear-after)
          :
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--type
--text
--rep
--exec
--size
--name
--label
--primary
--cut
--sensitive
--once
--clear-after
--trim-newline
--foreground
--clear
--dereference
--links
--skip-unreadable
--help' -- "$cur"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
      fi;;
    paste)
      case $prev in
        --type|-t)
          _dragctl_live < <(dragctl completion --pastable 2>/dev/null)
          return;;
        --output|-o)
          compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
          return;;
        --history)
          _dragctl_live < <(dragctl completion --history 2>/dev/null)
          return;;
        --watch|-w)
          :
          return;;
        --timeout)
          :
          return;;
        --progress)
          COMPREPLY=($(compgen -W 'auto
always
never' -- "$cur"))
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--type
--output
--force
--move
--preserve
--no-preserve
--dereference
--links
--skip-unreadable
--primary
--list-types
--history
--watch
--no-newline
--timeout
--progress
--json
--help' -- "$cur"))
      else
        :
      fi;;
    clipboard)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--primary
--all
--json
--help' -- "$cur"))
      else
        case $prev in
          copy|pin|unpin|forget) _dragctl_live < <(dragctl completion --history 2>/dev/null);;
          clipboard|-*) COMPREPLY=($(compgen -W 'show
search
copy
pin
unpin
forget
clear
pause
resume' -- "$cur"));;
          *) case ${words[2]} in
            copy|pin|unpin|forget) _dragctl_live < <(dragctl completion --history 2>/dev/null);;
          esac;;
        esac
      fi;;
    drag)
      case $prev in
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
        --text)
          :
          return;;
        --name)
          :
          return;;
        --label)
          :
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--type
--text
--name
--label
--stdin
--and-exit
--help' -- "$cur"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
      fi;;
    drop)
      case $prev in
        --on)
          _dragctl_live < <(dragctl completion --targets 2>/dev/null)
          return;;
        --at)
          :
          return;;
        --operation)
          COMPREPLY=($(compgen -W 'copy
move
link' -- "$cur"))
          return;;
        --text)
          :
          return;;
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
        --name)
          :
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--on
--at
--operation
--text
--type
--name
--dereference
--links
--skip-unreadable
--json
--help' -- "$cur"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
      fi;;
    target)
      case $prev in
        --type|-t)
          _dragctl_live < <(dragctl completion --types 2>/dev/null)
          return;;
        --label)
          :
          return;;
        --operations)
          COMPREPLY=($(compgen -W 'copy
move
link
copy,move
copy,link' -- "$cur"))
          return;;
        --exec|-x)
          :
          return;;
        --output|-o)
          compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--type
--label
--operations
--once
--exec
--output
--preserve
--no-preserve
--archive
--links
--help' -- "$cur"))
      else
        :
      fi;;
    targets)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--json
--help' -- "$cur"))
      else
        _dragctl_live < <(dragctl completion --targets 2>/dev/null)
      fi;;
    withdraw)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--all
--help' -- "$cur"))
      else
        _dragctl_live < <(dragctl completion --offers 2>/dev/null)
      fi;;
    cancel)
      case $prev in
        --reason)
          :
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--reason
--help' -- "$cur"))
      else
        :
      fi;;
    recover)
      case $prev in
        --settle)
          :
          return;;
        --keep)
          :
          return;;
        --drop)
          :
          return;;
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--list
--settle
--keep
--drop
--json
--help' -- "$cur"))
      else
        :
      fi;;
    status)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--json
--help' -- "$cur"))
      else
        :
      fi;;
    install)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--yes
--help' -- "$cur"))
      else
        :
      fi;;
    completion)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--help' -- "$cur"))
      else
        COMPREPLY=($(compgen -W 'bash
zsh
fish' -- "$cur"))
      fi;;
    serve)
      case $prev in
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--help' -- "$cur"))
      else
        :
      fi;;
    help)
      COMPREPLY=($(compgen -W 'offer
accept
list
show
types
watch
copy
paste
clipboard
drag
drop
target
targets
withdraw
cancel
recover
status
install
completion
serve' -- "$cur"));;
  esac
}
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
complete -F _dragctl dragctl
