/// How to run an example, and what must be true afterwards.
struct ExampleWay: Sendable {
  /// Shell commands that make what the example assumes.
  var before = ""
  /// Lines that run until they are ended, each with the command that succeeds once it works.
  var staying: [Int: String] = [:]
  /// Lines that run in another terminal, in that folder.
  var folders: [Int: String] = [:]
  /// Shell commands that must succeed afterwards.
  var after = "true"
  /// The shell that the example is for.
  var shell = "bash"
  /// Whether it needs a display with dragclip.
  var hasClipboard = false
  /// Whether dragd runs, or starts when it is called.
  var hasBroker = true

  /// Succeeds when something is on offer.
  static let offered = "test -n \"$(dragctl list -q)\""

  static let photo = #"printf '\211PNG\r\n\032\nphoto' > photo.png"#
  static let report = "echo '%PDF-1.4 report' > report.pdf"
  static let drawing = "echo '<svg xmlns=\"http://www.w3.org/2000/svg\"/>' > drawing.svg"
  static let photos = "mkdir photos && echo sea > photos/sea && echo sun > photos/sun"
  /// Starts a process with the word in its command line.
  static let ssh = """
    bash -c 'exec -a ssh-example sleep 1000' & until grep -q ssh /proc/$!/cmdline; do sleep 0.01; done
    """
  static let inbox = "mkdir -p ~/Inbox"
  static let stayingInbox = """
    dragctl target Inbox --operations copy,move -o ~/Inbox & until dragctl targets Inbox > /dev/null 2>&1
    do sleep 0.02; done
    """
  /// Adds a geocache to the board; its id begins as the examples write it.
  static let card = #"""
    printf '{"name": "G", "summary": "S", "latitude": 1, "longitude": 2}' > g.geocache
    dragboard add Done g.geocache > card
    """#

  /// The same card with a file attached.
  static let attached = "\(card); \(report); dragboard attach $(cat card) report.pdf"

  /// The ways of all examples, by the lines of the example.
  static let all: [String: ExampleWay] = [
    offering, dropping, pasting, ManualExample.hasBoard ? boards : [:], shelf, others,
  ].reduce([:]) { $0.merging($1) { $1 } }

  private static let converted = ExampleWay(
    before: drawing, staying: [0: offered],
    after: """
      test "$(dragctl accept -t image/png)" = 'PNG of drawing.svg' && dragctl accept | cmp - drawing.svg
      """)
  private static let streamed = ExampleWay(
    before: photos, after: "dragctl accept -t application/x-tar | tar t | grep -q photos/sea")
  private static let moved = ExampleWay(
    before: "\(report); mkdir ~/Documents", staying: [0: offered],
    after: "wait; test ! -e report.pdf")
  private static let downloaded = ExampleWay(
    before: "\(photo); \(report); mkdir ~/Downloads; dragctl offer photo.png report.pdf",
    after: "cmp photo.png ~/Downloads/photo.png && cmp report.pdf ~/Downloads/report.pdf")

  private static let offering = [
    "dragctl offer photo.png\ndragctl accept --type 'image/*' -o ~/Pictures": ExampleWay(
      before: "\(photo); mkdir ~/Pictures", after: "cmp photo.png ~/Pictures/photo.png"),
    "ps aux | dragctl offer --type text/plain --label processes\ndragctl accept | grep ssh":
      ExampleWay(before: ssh, after: "dragctl list | grep -q processes"),
    "dragctl offer drawing.svg --exec image/png='rsvg-convert drawing.svg'": converted,
    "dragctl offer photos --once --detach\ndragctl accept -o ~/Pictures": ExampleWay(
      before: "\(photos); mkdir ~/Pictures",
      after: "diff -r photos ~/Pictures/photos && test -z \"$(dragctl list -q)\""),
    "pass show bank | dragctl offer --private --sensitive --once --detach": ExampleWay(
      after: """
        test -z "$(dragctl list -q)" && test "$(dragctl accept $(head -1 out.0) -o -)" = 'secret of bank'
        """),
    "dragctl offer --operations move report.pdf\ndragctl accept --move -o ~/Documents": ExampleWay(
      before: "\(report); mkdir ~/Documents", staying: [0: offered],
      after: "wait; grep -q report ~/Documents/report.pdf && test ! -e report.pdf"),
    "dragctl accept --wait --all -o ~/Downloads": downloaded,
    "dragctl offer photo.png": ExampleWay(before: photo, after: "dragctl accept | cmp - photo.png"),
    "ps aux | dragctl offer --type text/plain": ExampleWay(
      before: ssh, after: "dragctl accept | grep -q ssh-example"),
    "dragctl offer photos --once --detach": streamed,
    "dragctl offer --operations move report.pdf": ExampleWay(
      before: report, staying: [0: offered],
      after: "dragctl accept --move -o here.pdf; wait; test ! -e report.pdf && test -e here.pdf"),
    "dragctl accept | wc": ExampleWay(
      before: "dragctl offer --text 'two words'", after: "grep -q '0 *2 *9' out.0"),
    "dragctl accept -t image/png -t 'image/*' -o .": ExampleWay(
      before: "\(photo); mkdir in; mv photo.png in; dragctl offer in/photo.png",
      after: "cmp in/photo.png photo.png"),
    "dragctl accept --move -o ~/Documents": ExampleWay(
      before: """
        \(report); mkdir ~/Documents; dragctl offer --operations move report.pdf &
        until \(offered); do sleep 0.02; done
        """,
      after: "wait; test ! -e report.pdf && grep -q report ~/Documents/report.pdf"),
  ]

  private static let dropping = [
    """
    dragctl target printer --type application/pdf --exec lpr
    dragctl drop report.pdf --on printer
    """: ExampleWay(
      before: report, staying: [0: "dragctl targets printer"], after: "cmp report.pdf printed"),
    """
    dragctl target Inbox --operations copy,move -o ~/Inbox
    dragctl drop report.pdf --on Inbox --operation move
    """: ExampleWay(
      before: "\(report); \(inbox)", staying: [0: "dragctl targets Inbox"],
      after: "test ! -e report.pdf && grep -q report ~/Inbox/report.pdf"),
    "dragctl target printer -t application/pdf --exec lpr": ExampleWay(
      before: report, staying: [0: "dragctl targets printer"],
      after: "dragctl drop report.pdf --on printer && cmp report.pdf printed"),
    "dragctl target Inbox --operations copy,move -o ~/Inbox": ExampleWay(
      before: "\(report); \(inbox)", staying: [0: "dragctl targets Inbox"],
      after: "dragctl drop report.pdf --on Inbox && cmp report.pdf ~/Inbox/report.pdf"),
    #"dragctl target photos -t 'image/*' --exec 'set -C; cat > "$DRAGD_NAME"'"#: ExampleWay(
      before: "\(photo); mkdir in; mv photo.png in", staying: [0: "dragctl targets photos"],
      after: "dragctl drop in/photo.png --on photos && cmp in/photo.png photo.png"),
    "dragctl drop photo.png --on Inbox": ExampleWay(
      before: "\(photo); \(inbox); \(stayingInbox)", after: "cmp photo.png ~/Inbox/photo.png"),
    "ps aux | dragctl drop --on notes --type text/plain": ExampleWay(
      before: """
        \(ssh); dragctl target notes --exec 'cat > notes' & until dragctl targets notes > /dev/null 2>&1
        do sleep 0.02; done
        """, after: "grep -q ssh-example notes"),
    "dragctl drop report.pdf --on Inbox --operation move": ExampleWay(
      before: "\(report); \(inbox); \(stayingInbox)",
      after: "test ! -e report.pdf && grep -q report ~/Inbox/report.pdf"),
  ]

  private static func clipboard(
    _ before: String, staying: [Int: String] = [:], _ after: String
  ) -> ExampleWay {
    ExampleWay(before: before, staying: staying, after: after, hasClipboard: true)
  }

  /// Two copies of other programs; the history has what dragclip has read.
  private static let twoCopies = """
    for word in one two; do
      printf $word | xclip -selection clipboard -i > /dev/null 2>&1
      until test "$(dragctl paste --history 1 2> /dev/null)" = $word; do sleep 0.02; done
    done
    until dragctl paste --history 2 > /dev/null 2>&1; do sleep 0.02; done
    """

  private static let threeCopies = twoCopies.replacing("one two", with: "one two three")

  private static let pasting = [
    "dragctl copy --text 'Hello'": clipboard("", "test \"$(dragctl paste)\" = Hello"),
    "git diff | dragctl copy": clipboard(
      """
      git init -q .; echo one > f; git add f; git -c user.name=a -c user.email=b commit -qm c; echo two > f
      """, "dragctl paste | grep -q '^+two'"),
    "dragctl copy photo.png": clipboard(photo, "dragctl paste -t image/png -o - | cmp - photo.png"),
    "dragctl copy --text '*' --rep text/html=star.html --rep image/png=star.png": clipboard(
      "\(photo); mv photo.png star.png; echo '<b>*</b>' > star.html",
      "test \"$(dragctl paste)\" = '*' && dragctl paste -t text/html | cmp - star.html"),
    "pass show mail | dragctl copy --sensitive -n --clear-after 45s": clipboard(
      "", "test \"$(dragctl paste)\" = 'secret of mail'"),
    "dragctl paste | wc -w": clipboard(
      "dragctl copy --text 'just three words'", "test $(cat out.0) = 3"),
    "dragctl paste -t image/png -o picture.png": clipboard(
      "\(photo); dragctl copy photo.png", "cmp photo.png picture.png"),
    "dragctl paste -o ~/Downloads": clipboard(
      "\(photo); mkdir ~/Downloads; dragctl copy photo.png", "cmp photo.png ~/Downloads/photo.png"),
    "dragctl paste --history 2": clipboard(twoCopies, "test \"$(cat out.0)\" = one"),
    "dragctl paste --watch 'cat >> clippings.txt'": clipboard(
      "dragctl copy --text first", staying: [0: "grep -q first clippings.txt"],
      """
      dragctl copy --text second; until grep -q second clippings.txt; do sleep 0.02; done
      """),
    "dragctl clipboard": clipboard("dragctl copy --text word", "grep -q text/plain out.0"),
    "dragctl clipboard search 'train to'": clipboard(
      "dragctl copy --text 'The train to Bonn'; until dragctl paste --history 1; do sleep 0.02; done",
      "grep -q 'The train to Bonn' out.0"),
    "dragctl clipboard pin 1 3": clipboard(
      threeCopies, "dragctl clipboard --json | jq -e '[.history[] | select(.pinned)] | length == 2'"
    ),
    "dragctl clipboard copy 2": clipboard(twoCopies, "test \"$(dragctl paste)\" = one"),
    "dragctl clipboard forget 2": clipboard(
      twoCopies, "test \"$(dragctl paste --history 1)\" = two && ! dragctl paste --history 2"),
    "dragctl clipboard forget --all": clipboard(twoCopies, "! dragctl paste --history 1"),
  ]

  private static let boards = [
    """
    dragboard add 'To Do' --text 'Buy milk'
    dragboard add Done --at 0 map.png lighthouse.geocache
    dragboard export 4fb1 --type application/gpx+xml -o cache.gpx
    dragboard offer --hold 4fb1 && dragctl accept --type text/plain
    """: ExampleWay(
      before: """
        \(card)
        mv g.geocache lighthouse.geocache
        convert -size 8x8 xc:red map.png
        """,
      after: "grep -q '<wpt' cache.gpx && grep -qx G out.3"),
    "dragboard ls": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'", after: "grep -q 'Buy milk' out.0"),
    "dragboard ls 'To Do' --json | jq -r '.[].cards[].title'": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'", after: "test \"$(cat out.0)\" = 'Buy milk'"
    ),
    "dragboard add 'To Do' --text 'Buy milk'": ExampleWay(
      after: "dragboard ls 'To Do' | grep -q 'Buy milk'"),
    "dragboard add 'To Do' --text 'Call Ada' --due friday --label home": ExampleWay(
      after: "dragboard ls 'To Do' | grep -q 'Call Ada .* · due 20[0-9-]* · #home'"),
    "dragboard archive 4fb16d08": ExampleWay(
      before: card, after: "dragboard ls --archive | grep -q geocache"),
    "dragboard archive --restore 4fb16d08": ExampleWay(
      before: "\(card); dragboard archive $(cat card)",
      after: "dragboard ls Done | grep -q geocache"),
    "dragboard undo": ExampleWay(
      before: "\(card); dragboard rm $(cat card)", after: "dragboard ls Done | grep -q geocache"),
    "dragboard redo": ExampleWay(
      before: "\(card); dragboard rm $(cat card); dragboard undo",
      after: "! dragboard ls Done | grep -q geocache"),
    "dragboard add Done --at 0 map.png lighthouse.geocache": ExampleWay(
      before: "\(card); mv g.geocache lighthouse.geocache; convert -size 8x8 xc:red map.png",
      after: "test $(dragboard ls Done --json | jq '.[].cards | length') = 3"),
    "dmesg | dragboard add 'To Do'": ExampleWay(
      after: "dragboard ls 'To Do' | grep -q 'what the kernel says'"),
    "dragboard search milk": ExampleWay(
      before: "dragboard add Done --text 'Buy MILK'", after: "grep -q 'Buy MILK' out.0"),
    "dragboard edit 4fb16d08 --due 2026-11-25": ExampleWay(
      before: card, after: "dragboard ls Done | grep -q 'due 2026-11-25'"),
    "dragboard edit 4fb16d08 --label Home:green --item 'Buy paint'": ExampleWay(
      before: card,
      after: """
        test "$(dragboard ls Done --json | jq -r '.[].cards[] | .labels[].color, .checklist[].text')" = \
          "$(printf 'green\\nBuy paint')"
        """),
    "dragboard attach 4fb16d08 report.pdf photo.png": ExampleWay(
      before: "\(card); \(report); \(photo)",
      after: "test $(dragboard attachments $(cat card) --json | jq length) = 2"),
    "dmesg | dragboard attach 4fb16d08 -": ExampleWay(
      before: card, after: "dragboard attachments $(cat card) | grep -q 'input.txt'"),
    "dragboard attachments 4fb16d08": ExampleWay(
      before: attached, after: "grep -q '^1  report.pdf  application/pdf' out.0"),
    "dragboard attachments 4fb16d08 report.pdf --save .": ExampleWay(
      before: "\(attached); rm report.pdf", after: "grep -q PDF report.pdf"),
    "dragboard attachments 4fb16d08 --remove report.pdf": ExampleWay(
      before: attached, after: "test -z \"$(dragboard attachments $(cat card))\""),
    "dragboard mv 4fb16d08 Done": ExampleWay(
      before: "\(card); dragboard mv $(cat card) 'To Do'",
      after: "dragboard ls Done | grep -q geocache"),
    "dragboard mv 4fb16d08 'To Do' --at 0 --board Garden": ExampleWay(
      before: "\(card); dragboard boards --add Garden",
      after: "dragboard ls 'To Do' --board Garden | grep -q geocache"),
    "dragboard done 4fb16d08": ExampleWay(
      before: card, after: "test $(dragboard ls Done --json | jq '.[].cards[].done') = true"),
    "dragboard export --all -o board.md": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'",
      after: "grep -q '^- \\[ \\] Buy milk' board.md"),
    "dragboard import tasks.md --board Garden": ExampleWay(
      before: "dragboard boards --add Garden; printf '## Shop\\n- [ ] milk\\n' > tasks.md",
      after: "dragboard ls Shop --board Garden | grep -q milk"),
    "dragboard import tasks.md --new Garden": ExampleWay(
      before: "printf '## Shop\\n- [ ] milk\\n' > tasks.md",
      after: "dragboard ls Shop --board Garden | grep -q milk"),
    "dragboard export --backup boards.tar": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'",
      after: "tar xOf boards.tar dragboard/boards.json | grep -q milk"),
    "dragboard import boards.tar": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'; dragboard export --backup boards.tar",
      after: "dragboard ls 'To Do' --board 'Board (2)' | grep -q milk"),
    "dragboard search due:week done:no": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk' --due today", after: "grep -q milk out.0"),
    "dragboard export --all --type text/calendar -o board.ics": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'",
      after: "grep -q '^SUMMARY:Buy milk' board.ics"),
    "dragboard export --all --type text/plain -o todo.txt": ExampleWay(
      before: "dragboard add 'To Do' --text 'Buy milk'",
      after: "grep -q '^Buy milk +To-Do' todo.txt"),
    "dragboard import tasks.ics": ExampleWay(
      before: "printf 'BEGIN:VTODO\\nSUMMARY:dig\\nEND:VTODO\\n' > tasks.ics",
      after: "dragboard ls tasks | grep -q dig"),
    "dragboard import todo.txt": ExampleWay(
      before: "echo '(A) dig +Garden @home' > todo.txt",
      after: "dragboard ls Garden | grep -q dig"),
    "dragboard add-list Review --at 2 --limit 3": ExampleWay(
      after: "test $(dragboard ls --json | jq -r '.[2] | .title, .limit' | tr -d '\\n') = Review3"),
    "dragboard boards --add Garden": ExampleWay(after: "dragboard boards | grep -q Garden"),
    "dragboard boards --add Reading --list Now --list Later": ExampleWay(
      after: "test $(dragboard ls --board Reading --json | jq length) = 2"),
    "dragboard boards --board Garden --rename Yard": ExampleWay(
      before: "dragboard boards --add Garden", after: "dragboard boards | grep -q Yard"),
    "dragboard rm 4fb16d08": ExampleWay(
      before: card, after: "test $(dragboard ls Done --json | jq '.[].cards | length') = 0"),
    "dragboard offer 4fb16d08": ExampleWay(
      before: card, staying: [0: offered], after: "dragctl accept | cmp - g.geocache"),
    "dragboard offer --hold 4fb16d08": ExampleWay(
      before: card, after: "dragctl accept | cmp - g.geocache"),
    "dragboard offer --move 4fb16d08 --on board/Done": ExampleWay(
      before: """
        \(card); mkdir done; dragctl target board/Done --operations copy,move -o done &
        until dragctl targets board/Done > /dev/null 2>&1; do sleep 0.02; done
        """,
      after: """
        test -n "$(ls done)" && test $(dragboard ls Done --json | jq '.[].cards | length') = 0
        """),
    "dragboard export 4fb16d08 --type application/gpx+xml -o cache.gpx": ExampleWay(
      before: card, after: "grep -q '<wpt' cache.gpx"),
    "dragboard export 4fb16d08 --type 'image/*' | display": ExampleWay(
      before: "convert -size 8x8 xc:red map.png; dragboard add Done map.png > card",
      after: "cmp displayed map.png"),
  ]

  private static let openShelf = """
    export GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none
    hasShelf() {
      gdbus call --session --dest org.freedesktop.DBus --object-path / \
        --method org.freedesktop.DBus.NameHasOwner org.dragd.Shelf1 | grep -q true
    }
    """

  /// dragctl stays while one of its tiles is on the shelf. The board's tests cover the drags.
  private static func onShelf(_ before: String, tiles: Int = 1) -> ExampleWay {
    ExampleWay(
      before: """
        \(before)
        \(openShelf)
        dragboard shelf > shelf.log 2>&1 &
        until hasShelf; do sleep 0.02; done
        """,
      staying: [0: "dragctl status --json | jq -e '.statistics.offers == 1'"],
      after: "test \"$(dragctl status --json | jq .statistics.items)\" = \(tiles) && hasShelf",
      hasClipboard: true)
  }

  private static let shelf: [String: ExampleWay] = [
    "dragctl drag photo.png": onShelf(photo),
    "dragctl drag --and-exit *.pdf": onShelf("\(report); cp report.pdf other.pdf", tiles: 2),
    "fd -e mkv | dragctl drag --stdin": onShelf("touch a.mkv b.mkv", tiles: 2),
    "date | dragctl drag": onShelf(""),
    "dragboard shelf": ExampleWay(
      before: openShelf, staying: [0: "hasShelf"], hasClipboard: true),
  ]

  private static let others = [
    "dragctl withdraw --all": ExampleWay(
      before: "dragctl offer --text a; dragctl offer --text b", after: "! \(offered)"),
    "dragctl recover": ExampleWay(),
    "dragctl recover --list": ExampleWay(),
    "dbus-run-session -- sh -c 'dragctl offer --text hello; dragctl accept'": ExampleWay(
      before: """
        mkdir -p $XDG_DATA_HOME/dbus-1/services
        printf '[D-BUS Service]\\nName=org.dragd.Broker1\\nExec=%s\\n' $(command -v dragd) \
          > $XDG_DATA_HOME/dbus-1/services/org.dragd.Broker1.service
        """,
      after: "tail -1 out.0 | grep -q '^hello$'", hasBroker: false),
    "dragd --limit offers_per_connection=10000 --idle-exit 600": ExampleWay(
      staying: [0: "dragctl status"],
      after: "dragctl status | grep -q 'offers_per_connection *10000'", hasBroker: false),
    "dragctl list --json | jq -r '.[].types[]'": ExampleWay(
      before: "dragctl offer --text a --type text/html", after: "test \"$(cat out.0)\" = text/html"),
    #"dragctl watch -t 'image/*' --exec 'dragctl accept "$DRAGCTL_OFFER" -o kept'"#: ExampleWay(
      before: "\(photo); mkdir kept", staying: [0: "grep -q Waiting err.0"],
      after: """
        dragctl offer --text no; dragctl offer photo.png
        until cmp photo.png kept/photo.png 2> /dev/null; do sleep 0.02; done
        test "$(ls kept)" = photo.png
        """),
    "source <(dragctl completion bash)": ExampleWay(after: "complete -p dragctl"),
    "source <(dragctl completion zsh)": ExampleWay(
      before: "autoload -U compinit; compinit -u", after: "test -n \"$_comps[dragctl]\"",
      shell: "zsh"),
    "dragctl completion fish | source": ExampleWay(
      after: "complete -C 'dragctl off' | grep -q offer", shell: "fish"),
  ]
}
