# fish completion for dragboard
complete -c dragboard -f
set -l verbs ls search add edit attach attachments mv done archive rm offer export import add-list boards undo redo \
    shelf help
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -s h -l help -d 'show help'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -l version -d 'show the version'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -l demo -d 'use a board with examples'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -l editor -d 'open just the editor of geocaches'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -l new-instance \
    -d 'open a window in a process of its own'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a ls -d 'show the lists and their cards'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a add -d 'add cards to a list'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a rm -d 'delete cards'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a offer -d 'put cards on offer on dragd'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a export -d 'write out a card, a list or a board'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a shelf -d 'open the shelf alone'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a search -d 'find cards by words'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a edit -d 'change a card'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a mv -d 'move cards to a list'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a attach -d 'attach files to a card'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a attachments \
    -d 'show, save or remove what is attached to a card'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a done -d 'mark cards as done'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a archive -d 'archive cards'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a undo -d 'undo the last change'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a redo -d 'repeat what was undone last'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a add-list -d 'add a list'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a boards -d 'show the boards, add one, or change one'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a import \
    -d 'add the lists that another program wrote'
complete -c dragboard -n "not __fish_seen_subcommand_from $verbs" -a help -d 'show help on a verb'
complete -c dragboard -n "__fish_seen_subcommand_from $verbs" -s h -l help -d 'show help'
complete -c dragboard \
    -n '__fish_seen_subcommand_from ls search edit attach attachments mv done archive import add-list boards' -l json \
    -d 'print JSON'
complete -c dragboard -n '__fish_seen_subcommand_from ls' -l archive -d 'show the archived cards and lists'
complete -c dragboard -n '__fish_seen_subcommand_from archive' -l restore -d 'put them back into their lists'
complete -c dragboard -n '__fish_seen_subcommand_from ls mv' \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete lists 2>/dev/null)'
complete -c dragboard -n '__fish_seen_subcommand_from add' -l text -r -d 'a card of this text'
complete -c dragboard -n '__fish_seen_subcommand_from add mv add-list' -l at -r -d 'before what is there now'
complete -c dragboard -n '__fish_seen_subcommand_from add; and test (count (commandline -opc)) -eq 2' \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete lists 2>/dev/null)'
complete -c dragboard -n '__fish_seen_subcommand_from add; and test (count (commandline -opc)) -gt 2' -F
complete -c dragboard -n '__fish_seen_subcommand_from rm offer export edit done archive mv' \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete cards 2>/dev/null)'
complete -c dragboard -n '__fish_seen_subcommand_from offer' -l hold -d 'let dragd hold the content, and end'
complete -c dragboard -n '__fish_seen_subcommand_from offer' -l move -d 'let others move the cards'
complete -c dragboard -n '__fish_seen_subcommand_from offer' -l on -r -d 'drop the cards onto it'
complete -c dragboard -n '__fish_seen_subcommand_from offer' -l label -r -d 'what people see'
complete -c dragboard -n '__fish_seen_subcommand_from export' -l type -r \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete types (commandline -opc)[3] 2>/dev/null)' \
    -d 'a MIME type, or a pattern'
complete -c dragboard -n '__fish_seen_subcommand_from export' -s o -l output -r -F -d 'write into a new file'
complete -c dragboard -n '__fish_seen_subcommand_from export' -l backup -r -F -d 'write all boards into a new file'
complete -c dragboard -n '__fish_seen_subcommand_from export' -l force -d 'replace the file if it exists'
set -l boarded ls search add edit attach attachments mv done archive rm offer export import add-list boards
complete -c dragboard -n "__fish_seen_subcommand_from $boarded" -l board -r \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete boards 2>/dev/null)' \
    -d 'use this board'
complete -c dragboard -n '__fish_seen_subcommand_from edit' -l title -r -d 'its title'
complete -c dragboard -n '__fish_seen_subcommand_from edit' -l text -r -d 'the text below the title'
complete -c dragboard -n '__fish_seen_subcommand_from add edit' -l due -r -d 'when it is due'
complete -c dragboard -n '__fish_seen_subcommand_from edit' -l label -r -d 'the labels instead of those it has'
complete -c dragboard -n '__fish_seen_subcommand_from add' -l label -r -d 'a label'
complete -c dragboard -n '__fish_seen_subcommand_from add edit' -l item -r -d 'add to the checklist'
complete -c dragboard -n '__fish_seen_subcommand_from edit' -l comment -r -d 'add a comment'
complete -c dragboard -n '__fish_seen_subcommand_from edit' -l tick -r -d 'tick an item, or untick it'
complete -c dragboard -n '__fish_seen_subcommand_from attach attachments; and test (count (commandline -opc)) -eq 2' \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete cards 2>/dev/null)'
complete -c dragboard -n '__fish_seen_subcommand_from attach; and test (count (commandline -opc)) -gt 2' -F
complete -c dragboard -n '__fish_seen_subcommand_from attachments; and test (count (commandline -opc)) -gt 2' \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete attachments (commandline -opc)[3] 2>/dev/null)'
complete -c dragboard -n '__fish_seen_subcommand_from attachments' -l save -r -a '(__fish_complete_directories)' \
    -d 'write them into this folder'
complete -c dragboard -n '__fish_seen_subcommand_from attachments' -l remove -d 'remove those named from the card'
complete -c dragboard -n '__fish_seen_subcommand_from done' -l not -d 'mark them as not done'
complete -c dragboard -n '__fish_seen_subcommand_from add-list' -l limit -r -d 'how many cards it should have at most'
complete -c dragboard -n '__fish_seen_subcommand_from boards' -l add -r -d 'add a board'
complete -c dragboard -n '__fish_seen_subcommand_from boards' -l list -r -d 'a list of the added board'
complete -c dragboard -n '__fish_seen_subcommand_from boards' -l rename -r -d 'rename the board'
complete -c dragboard -n '__fish_seen_subcommand_from boards' -l delete -d 'delete the board'
complete -c dragboard -n '__fish_seen_subcommand_from import' -F
complete -c dragboard -n '__fish_seen_subcommand_from add import' -l all -d 'even if they are more than 1000 cards'
complete -c dragboard -n '__fish_seen_subcommand_from import' -l new -x -d 'make this board, and add the lists there'
complete -c dragboard -n '__fish_seen_subcommand_from import' -l type -r \
    -a 'text/markdown text/calendar application/json text/plain text/html' -d 'what the file is'
complete -c dragboard -n '__fish_seen_subcommand_from export' -l list -r \
    -a '(dragboard (string match -- --demo (commandline -opc)) complete lists 2>/dev/null)' -d 'write this list'
complete -c dragboard -n '__fish_seen_subcommand_from export' -l all -d 'write all lists of the board'
