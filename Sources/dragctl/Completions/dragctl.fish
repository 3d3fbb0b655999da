# fish completion for dragctl
complete -c dragctl -f
set -l verbs offer accept list show types watch copy paste clipboard drag drop target targets withdraw cancel recover \
    status install completion serve
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -s h -l help -d 'show help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -l version -d 'show the version'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -s H -l host -x -a '(__fish_print_hostnames)' \
    -d 'for another machine'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a offer \
    -d 'put files, text, input or commands on offer'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' -d 'the MIME type of FILE, standard input or text'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l text -r -d 'offer a text (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l rep -s r -r -F \
    -d 'a representation of the one item, from a file (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l exec -s x -r \
    -d 'a representation that a shell command makes when a program accepts it (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l size -r \
    -d 'the exact number of bytes that the command writes'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l name -r -d 'the suggested file name'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l label -r -d 'what it is, for people'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l operations -r -a 'copy move link copy,move copy,link' \
    -d 'what is allowed: copy, move, link, or several, such as copy,move (default: copy)'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l private \
    -d 'list it nowhere; it can be accepted by its id only'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l sensitive \
    -d 'never on disk, never logged, gone with dragctl'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l once -d 'the same as --uses 1'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l uses -r -d 'each item can be accepted that often'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l expires -r -d 'end after that time, such as 10m'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l linger -r -d 'how long held content stays (default: 1d)'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l detach -d 'go to the background once the offer stands'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l dereference \
    -d 'of a folder: what links in it lead to, instead of the links'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l links \
    -d 'of a folder: links that lead out of it, as links'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l skip-unreadable \
    -d 'of a folder: leave out what cannot be read, and say so'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l progress -r -a 'auto always never' \
    -d 'auto (on a terminal), always or never'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from offer' -F
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a accept \
    -d 'take what is on offer, to standard output or to files'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' \
    -d 'a type, such as image/png or image/*; the first that is there wins (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l item -s i -r \
    -d 'a number, from 0, or a file name (default: the first that fits, or all into a folder)'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l all -s a \
    -d 'every item, and fail if one has no acceptable type'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l move -s m \
    -d 'move it here: its source deletes it; needs --output'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l output -s o -r -F \
    -d 'a file, a folder for the suggested names, or - for standard output'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l force -s f -d 'replace a file that exists'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l preserve \
    -d 'keep a file\'s whole mode, whoever offers it and whatever it replaces'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l no-preserve \
    -d 'give a file neither the mode nor the time that it had'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l archive \
    -d 'keep a folder as the tar archive that it comes in'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l links \
    -d 'take links that lead out of a folder, from your programs outside of a sandbox'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l wait -d 'wait until something fits, or that long'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l next \
    -d 'wait for the next offer, whatever is there already, or that long'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l timeout -r -d 'give up after that time, such as 30s'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l progress -r -a 'auto always never' \
    -d 'auto (on a terminal), always or never'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from accept' -a '(dragctl completion --offers 2>/dev/null)'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a list -d 'list the offers, newest first'
complete -c dragctl -n '__fish_seen_subcommand_from list' -l quiet -s q -d 'whole ids only, one a line'
complete -c dragctl -n '__fish_seen_subcommand_from list' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from list' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a show -d 'show an offer and its items'
complete -c dragctl -n '__fish_seen_subcommand_from show' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from show' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from show' -a '(dragctl completion --offers 2>/dev/null)'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a types -d 'print the types on offer, best first'
complete -c dragctl -n '__fish_seen_subcommand_from types' -l item -s i -r \
    -d 'those of one item: a number, from 0, or a file name'
complete -c dragctl -n '__fish_seen_subcommand_from types' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from types' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from types' -a '(dragctl completion --offers 2>/dev/null)'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a watch \
    -d 'print offers and transfers as they come and go'
complete -c dragctl -n '__fish_seen_subcommand_from watch' -l exec -s x -r \
    -d 'run a shell command for each offer that comes, one at a time'
complete -c dragctl -n '__fish_seen_subcommand_from watch' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' \
    -d 'with --exec: only for offers with that type, such as image/* (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from watch' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from watch' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a copy \
    -d 'put files, text, input, commands or an offer on the clipboard'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' -d 'the MIME type of FILE, standard input or text'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l text -r -d 'offer a text (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l rep -s r -r -F \
    -d 'a representation of the one item, from a file (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l exec -s x -r \
    -d 'a representation that a shell command makes when a program accepts it (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l size -r \
    -d 'the exact number of bytes that the command writes'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l name -r \
    -d 'the file name suggested to the program that pastes'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l label -r -d 'what it is, for people'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l primary -s p \
    -d 'the selection that marking text fills, which the middle button pastes'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l cut \
    -d 'have the file manager that pastes the files move them'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l sensitive \
    -d 'a password or the like: in no history, on no disk, gone when dragctl ends'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l once -s 1 -d 'can be pasted once'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l clear-after -r \
    -d 'empty the clipboard after that time, such as 30s'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l trim-newline -s n \
    -d 'leave out the newline that standard input ends with'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l foreground -d 'stay until something else is copied'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l clear -s c -d 'empty the clipboard instead'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l dereference \
    -d 'of a folder: what links in it lead to, instead of the links'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l links \
    -d 'of a folder: links that lead out of it, as links'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l skip-unreadable \
    -d 'of a folder: leave out what cannot be read, and say so'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from copy' -F
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a paste -d 'take what is on the clipboard'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l type -s t -r \
    -a '(dragctl completion --pastable 2>/dev/null)' \
    -d 'a type, such as image/png or image/*, or another name; the first one there wins (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l output -s o -r -F \
    -d 'a file, a folder for the suggested names, or - for standard output'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l force -s f -d 'replace a file that exists'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l move -s m \
    -d 'move it here: its source deletes it; needs --output'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l preserve \
    -d 'keep a file\'s whole mode, whoever offers it and whatever it replaces'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l no-preserve \
    -d 'give a file neither the mode nor the time that it had'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l dereference \
    -d 'of a folder: what links in it lead to, instead of the links'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l links \
    -d 'of a folder: links that lead out of it, as links'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l skip-unreadable \
    -d 'of a folder: leave out what cannot be read, and say so'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l primary -s p \
    -d 'the selection that marking text fills, which the middle button pastes'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l list-types -s l \
    -d 'print the types, best first, and paste nothing'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l history -r \
    -a '(dragctl completion --history 2>/dev/null)' \
    -d 'what was copied before: 1 is the newest, 2 the one before it; or an entry\'s id'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l watch -s w -r \
    -d 'run a shell command whenever something is copied, which reads it on standard input'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l no-newline -s n \
    -d 'add no newline, which is the default'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l timeout -r -d 'give up after that time, such as 30s'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l progress -r -a 'auto always never' \
    -d 'auto (on a terminal), always or never'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from paste' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a clipboard \
    -d 'show the clipboard and its history, search, copy again, pin or forget'
complete -c dragctl -n '__fish_seen_subcommand_from clipboard' -l primary -s p \
    -d 'the selection that marking text fills, which the middle button pastes'
complete -c dragctl -n '__fish_seen_subcommand_from clipboard' -l all -s a -d 'forget: everything'
complete -c dragctl -n '__fish_seen_subcommand_from clipboard' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from clipboard' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from clipboard' \
    -a 'show search copy pin unpin forget clear pause resume'
complete -c dragctl -n '__fish_seen_subcommand_from clipboard; and __fish_seen_subcommand_from copy pin unpin forget' \
    -a '(dragctl completion --history 2>/dev/null)'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a drag \
    -d 'put files on the shelf, to be dragged with the pointer'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' -d 'the MIME type of FILE, standard input or text'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l text -r -d 'offer a text (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l name -r -d 'the suggested file name'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l label -r -d 'what it is, for people'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l stdin -s I \
    -d 'also the files that standard input names, one a line'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l and-exit \
    -d 'end once one of them was dragged, and take the others away'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from drag' -F
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a drop \
    -d 'drop files, text, input or an offer on a target'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l on -r -a '(dragctl completion --targets 2>/dev/null)' \
    -d 'where to: the name of a target, or its id'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l at -r \
    -d 'the place in a target that is a list, counted from 0'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l operation -r -a 'copy move link' \
    -d 'copy, move or link, and nothing else (files move only with this)'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l text -r -d 'offer a text (repeatable)'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' -d 'the MIME type of FILE, standard input or text'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l name -r -d 'the suggested file name'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l dereference \
    -d 'of a folder: what links in it lead to, instead of the links'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l links \
    -d 'of a folder: links that lead out of it, as links'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l skip-unreadable \
    -d 'of a folder: leave out what cannot be read, and say so'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from drop' -F
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a target \
    -d 'be a place to drop on: a folder, or a command that gets each item'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l type -s t -r \
    -a '(dragctl completion --types 2>/dev/null)' \
    -d 'a type to take, such as image/png or image/*, best first (repeatable; default: any)'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l label -r -d 'what the place is, for people'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l operations -r -a 'copy move link copy,move copy,link' \
    -d 'what can be done here: copy, move (into a folder), link, or several (default: copy)'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l once -d 'end after the first drop that succeeds'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l exec -s x -r \
    -d 'the shell command that gets each item on its standard input'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l output -s o -r -F \
    -d 'a folder in which each item becomes a file or folder, under its suggested name'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l preserve \
    -d 'keep a file\'s whole mode, whoever offers it and whatever it replaces'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l no-preserve \
    -d 'give a file neither the mode nor the time that it had'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l archive \
    -d 'keep a folder as the tar archive that it comes in'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l links \
    -d 'take links that lead out of a folder, from your programs outside of a sandbox'
complete -c dragctl -n '__fish_seen_subcommand_from target' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a targets \
    -d 'list the places that something can be dropped on'
complete -c dragctl -n '__fish_seen_subcommand_from targets' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from targets' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from targets' -a '(dragctl completion --targets 2>/dev/null)'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a withdraw -d 'end offers'
complete -c dragctl -n '__fish_seen_subcommand_from withdraw' -l all -s a \
    -d 'all that dragctl offers, and what has outlived its source'
complete -c dragctl -n '__fish_seen_subcommand_from withdraw' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from withdraw' -a '(dragctl completion --offers 2>/dev/null)'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a cancel -d 'cancel transfers'
complete -c dragctl -n '__fish_seen_subcommand_from cancel' -l reason -r -d 'what the other party is told'
complete -c dragctl -n '__fish_seen_subcommand_from cancel' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a recover \
    -d 'finish the moves of dragctls that were killed'
complete -c dragctl -n '__fish_seen_subcommand_from recover' -l list \
    -d 'only list the moves of all programs that a side has not acknowledged'
complete -c dragctl -n '__fish_seen_subcommand_from recover' -l settle -r \
    -d 'only end the wait for the source of that move; may be repeated'
complete -c dragctl -n '__fish_seen_subcommand_from recover' -l keep -r \
    -d 'keep here what only you can settle; may be repeated'
complete -c dragctl -n '__fish_seen_subcommand_from recover' -l drop -r \
    -d 'drop it here, because it is elsewhere; may be repeated'
complete -c dragctl -n '__fish_seen_subcommand_from recover' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from recover' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a status \
    -d 'print dragd\'s version, limits and statistics'
complete -c dragctl -n '__fish_seen_subcommand_from status' -l json -d 'print JSON'
complete -c dragctl -n '__fish_seen_subcommand_from status' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a install \
    -d 'put dragctl, dragd and dragclip on another machine, over ssh'
complete -c dragctl -n '__fish_seen_subcommand_from install' -l yes -s y -d 'do not ask'
complete -c dragctl -n '__fish_seen_subcommand_from install' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a completion \
    -d 'print a completion script for a shell'
complete -c dragctl -n '__fish_seen_subcommand_from completion' -l help -s h -d 'show this help'
complete -c dragctl -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a serve \
    -d 'be the other end of “dragctl -H”, which starts this over ssh'
complete -c dragctl -n '__fish_seen_subcommand_from serve' -l help -s h -d 'show this help'
complete -c dragctl -n "not __fish_seen_subcommand_from $verbs" -a help -d 'show the help of a verb'
complete -c dragctl -n '__fish_seen_subcommand_from help' -a "$verbs"
