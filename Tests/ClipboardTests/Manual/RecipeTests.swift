import Harness
import Testing

/// The recipes of dragctl-recipes(7), with the programs that they are for.
@Suite struct RecipeTests {
  /// The text of a recipe, and of each one after it in the same section.
  private static func recipes(_ section: String) throws -> [String] {
    let found = try ManualPage("dragctl-recipes.7").examples(in: section)
    try #require(!found.isEmpty, "\(section)")
    return found
  }

  private static let text = "Grüße\nvon hier"

  @Test func tmux() throws {
    let recipe = try Self.recipes("tmux")[0]
    try ManualSession.run { manual in
      try manual.write(".tmux.conf", recipe)
      // A socket of its own; the shell in it only shows the text.
      let tmux = "tmux -S ./tmux"
      manual.session.fixture.atEnd { _ = try? manual.run("\(tmux) kill-server") }
      try manual.run("\(tmux) new-session -d -x 80 -y 24 'echo copy this line; exec cat'")
      try eventually("tmux shows the line") {
        try manual.printed(by: "\(tmux) capture-pane -p").hasPrefix("copy this line")
      }
      for key in ["cursor-up", "start-of-line", "begin-selection", "end-of-line"] {
        try manual.run("\(tmux) copy-mode; \(tmux) send-keys -X \(key)")
      }
      try manual.run("\(tmux) send-keys -X copy-pipe-and-cancel")
      try manual.expectPasted("copy this line")
      try manual.run("dragctl copy --text 'pasted here'")
      // What the key does, for nobody is at the keyboard.
      try manual.run("\(tmux) list-keys -T prefix P | sed 's/.*prefix P *//' >binding")
      try manual.run("\(tmux) source-file binding")
      try eventually("tmux has pasted") {
        try manual.printed(by: "\(tmux) capture-pane -p").contains("pasted here")
      }
    }
  }

  @Test func vim() throws {
    let recipe = try Self.recipes("vim")[0]
    try ManualSession.run { manual in
      try manual.write(".vimrc", recipe)
      try manual.write("text", Self.text)
      try manual.run("vim -N -u .vimrc -es '+normal ggvG$h\\y' +q! text")
      try manual.expectPasted("\(Self.text)")
      try manual.run(
        "dragctl copy --text 'from elsewhere'; vim -N -u .vimrc -es '+normal G$\\p' +wq text")
      #expect(manual.text("text") == "\(Self.text)from elsewhere\n")
    }
  }

  @Test func neovim() throws {
    let recipe = try Self.recipes("Neovim")[0]
    try ManualSession.run { manual in
      try manual.write("init.lua", recipe)
      try manual.write("text", Self.text)
      let nvim = "nvim --headless -u init.lua"
      try manual.run("\(nvim) '+normal gg\"+yG' +q! text")
      try manual.expectPasted("\(Self.text)\n")
      try manual.run("dragctl copy --text 'from elsewhere'; \(nvim) '+normal G$\"+p' +wq text")
      #expect(manual.text("text") == "\(Self.text)from elsewhere\n")
    }
  }

  @Test func emacs() throws {
    let recipe = try Self.recipes("Emacs")[0]
    try ManualSession.run { manual in
      try manual.write("init.el", recipe)
      let emacs = "emacs --batch -l ./init.el"
      try manual.run("\(emacs) --eval '(kill-new \"Grüße\\nvon hier\")'")
      try manual.expectPasted(Self.text)
      #expect(try manual.printed(by: "\(emacs) --eval '(princ (current-kill 0))'") == Self.text)
    }
  }

  @Test(arguments: ["fzf", "rofi"])
  func `a menu copies the chosen entry again`(_ section: String) throws {
    let recipe = try Self.recipes(section)[0]
    // rofi is an X11 program.
    try ManualSession.run(on: section == "fzf" ? .wayland : .x11) { manual in
      try manual.run("printf 'first\\nentry' | dragctl copy")
      _ = try manual.session.waitForHistory(1)
      try manual.run("dragctl copy --text second")
      _ = try manual.session.waitForHistory(2)
      // “first” is typed, and Return pressed.
      let typed = recipe.replacing("fzf ", with: "fzf --filter first ")
        .replacing("rofi -dmenu", with: "rofi -dmenu -filter first")
      try #require(typed != recipe)
      let menu = try manual.start(typed)
      if section == "rofi" {
        try manual.run("xdotool search --sync --onlyvisible --class rofi && xdotool key Return")
      }
      _ = try menu.wait()
      try manual.expectPasted("first\nentry")
    }
  }

  @Test func `a menu forgets the chosen entry`() throws {
    let recipe = try Self.recipes("fzf")[1]
    try ManualSession.run { manual in
      try manual.run("printf first | dragctl copy")
      _ = try manual.session.waitForHistory(1)
      try manual.run("dragctl copy --text second")
      _ = try manual.session.waitForHistory(2)
      try manual.run(recipe.replacing("fzf -m ", with: "fzf -m --filter first "))
      #expect(try manual.printed(by: "dragctl paste --history 1") == "second")
      _ = try manual.session.waitForHistory(1)
    }
  }

  @Test func screenshots() throws {
    let recipes = try Self.recipes("Screenshots")
    try ManualSession.run { manual in
      try manual.run("mkdir shots")
      _ = try manual.start("cd shots; \(recipes[1].replacing(" &", with: ""))")
      try manual.run(recipes[0])
      try manual.run("dragctl paste -o shot.png")
      #expect(try manual.printed(by: "identify -format '%m %w %h' shot.png") == "PNG 640 480")
      try eventually("the picture is saved") { try manual.printed(by: "ls shots | wc -l") == "1\n" }
    }
  }

  @Test func flock() throws {
    let recipe = try Self.recipes("flock")[0]
    try ManualSession.run { manual in
      try manual.run(recipe)
      try manual.expectPasted("notes.txt\n")
      try manual.run("flock --nonblock ~/.copying.lock true")
    }
  }

  @Test func cron() throws {
    let recipe = try Self.recipes("cron")[0]
    try ManualSession.run { manual in
      // What cron gives a job: see crontab(5).
      let fields = recipe.split(separator: " ", maxSplits: 5)
      let command = String(fields[5]).replacing(
        "unix:path=/run/user/1000/bus", with: manual.session.bus.address)
      try #require(command != fields[5])
      try manual.run("env -i HOME=\"$HOME\" PATH=\"$PATH\" /bin/sh -c '\(command)'")
      try manual.expectPasted("a.txt\n")
    }
  }
}
