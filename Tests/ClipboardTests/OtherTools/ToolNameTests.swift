import Foundation
import Harness
import Testing

/// dragctl by the names of other clipboard tools, in a session without a display: as people, scripts, editors and
/// agents call them.
@Suite struct ToolNameTests {
  private static let text = "two words"
  private static let picture = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Sample.noise(3_000_000)

  /// A call, and what it is to give.
  struct Call: CustomTestStringConvertible, Sendable {
    let command: String
    let gives: String

    init(_ command: String, gives: String = "two words") {
      self.command = command
      self.gives = gives
    }

    var testDescription: String { command }
  }

  /// A shell with the names in front of PATH, and two files: “text” and “picture”.
  private static func run(_ body: ((String) throws -> Program.Result) throws -> Void) throws {
    try ClipboardSession.run(.memory) { session in
      let folder = session.fixture.folder
      let bin = try folder.makeFolder("bin")
      for name in ["wl-copy", "wl-paste", "xclip", "xsel", "pbcopy", "pbpaste"] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(bin)/\(name)", withDestinationPath: Built.dragctl)
      }
      try folder.write("text", text: text)
      try folder.write("line", text: text + "\n")
      try folder.write("picture", picture)
      let variables = session.variables.merging(["PATH": "\(bin):/usr/bin:/bin"]) { $1 }
      try body { command in
        try session.fixture.start(
          "/bin/bash", ["-c", command], on: session.bus, environment: variables,
          workingFolder: folder.path
        ).wait(within: Timeout.usual)
      }
    }
  }

  @Test func `what each call copies is on the clipboard`() throws {
    let calls = [
      Call("wl-copy two words"), Call("wl-copy 'two words'"), Call("wl-copy -- two words"),
      Call("printf 'two words' | wl-copy"), Call("wl-copy < text"),
      Call("wl-copy -n < line"), Call("wl-copy --trim-newline < line"),
      Call("wl-copy -n 'two words\n'"),
      Call("wl-copy --type text/plain < text"), Call("wl-copy -ttext/plain two words"),
      Call("wl-copy --type=text/plain two words"), Call("wl-copy --sensitive < text"),
      Call("wl-copy -- -x", gives: "-x"), Call("wl-copy < line", gives: "two words\n"),
      Call(
        "wl-copy --foreground --type text/plain < text >/dev/null 2>&1 & "
          + "until wl-paste -n | grep -q words; do :; done"),
      Call(
        "xsel --nodetach -i -b < text >/dev/null 2>&1 & until xsel -ob | grep -q words; do :; done"
      ),
      Call("xclip -selection clipboard < text"), Call("xclip -sel clip < text"),
      Call("xclip -sel c text"), Call("xclip -i -selection clipboard text"),
      Call("xclip -in -selection c < text"), Call("xclip -selection clip-board -silent text"),
      Call("xclip -se c -rmlastnl line"), Call("xclip -r -sel c < line"),
      Call("cat text | xclip -selection clipboard -loops 0"),
      Call("xclip -sel c text text", gives: "two wordstwo words"),
      Call("xclip -i -sel p -f < text | xclip -i -sel c"),
      Call("xclip < text; xclip -o | xclip -sel c"),
      Call("xclip -selection clipboard -t text/plain -i text"),
      Call("xclip -selection clipboard < /dev/null", gives: ""),
      Call("xsel -b -i < text"), Call("xsel -ib < text"), Call("xsel --clipboard --input < text"),
      Call("xsel --clipboard < text > /dev/null"), Call("xsel -bi --trim < line"),
      Call("xsel -i -p < text && xsel -o -p | xsel -i -b"),
      Call("xsel -bi < text; printf ' more' | xsel -b --append", gives: "two words more"),
      Call("wl-copy -c; printf more | xsel -ab", gives: "more"),
      Call("wl-copy two words; xsel -k"), Call("xsel -bi -l log < text"),
      Call("pbcopy < text"), Call("pbcopy -pboard general < text"),
      Call("echo '{\"a\":1}' | pbcopy", gives: "{\"a\":1}\n"),
    ]
    try Self.run { sh in
      for call in calls {
        _ = try sh("wl-copy before")
        let copied = try sh(call.command)
        #expect(copied.exit == .success, "\(call.command): \(copied.error)")
        for paste in ["wl-paste -n", "xclip -selection clipboard -o"] {
          let result = try sh(paste)
          #expect(result.output == call.gives, "\(call.command), \(paste): \(result.error)")
        }
      }
    }
  }

  @Test func `each call pastes what is there`() throws {
    let calls = [
      Call("wl-paste", gives: "two words\n"), Call("wl-paste -n"), Call("wl-paste --no-newline"),
      Call("wl-paste --no-n"), Call("wl-paste -nt text"), Call("wl-paste -n --type text/plain"),
      Call("wl-paste --type UTF8_STRING --no-newline"), Call("wl-paste -t 'text/*' -n"),
      Call("xclip -o -selection clipboard"), Call("xclip -out -sel c"),
      Call("xclip -selection clipboard -o -t UTF8_STRING"),
      Call("xclip -selection clipboard -t text/plain -o"),
      Call("xclip -o -sel clipboard > f; cat f"),
      Call("xsel -ob"), Call("xsel -bo"), Call("xsel --clipboard --output"),
      Call("xsel -o -b -t 500"),
      Call("xsel -b < text > f; cat f"), Call("pbpaste"), Call("pbpaste -Prefer txt"),
      Call("pbpaste -Prefer rtf"), Call("pbpaste -pboard general"),
      // Neovim, fish, pass and agents.
      Call("wl-paste --no-newline"), Call("xsel -o -b"),
      Call("xclip -o -selection clipboard | base64 | base64 -d"),
      Call("xclip -selection clipboard -t TARGETS -o | grep -c '^UTF8_STRING$'", gives: "1\n"),
      Call("wl-paste -l | grep -c '^text/plain$'", gives: "1\n"),
    ]
    try Self.run { sh in
      for call in calls {
        _ = try sh("wl-copy two words")
        let result = try sh(call.command)
        #expect(result.output == call.gives, "\(call.command): \(result.error)")
        #expect(result.exit == .success, "\(call.command): \(result.error)")
      }
    }
  }

  @Test func `a picture is listed and pasted`() throws {
    try Self.run { sh in
      for copy in [
        "wl-copy -t image/png < picture", "wl-copy < picture",
        "xclip -selection clipboard -t image/png picture",
        "xclip -sel c -t image/png -i < picture", "xclip -target image/png -sel clip < picture",
      ] {
        _ = try sh("wl-copy before")
        #expect(try sh(copy).exit == .success)
        for paste in [
          "wl-paste -t image/png", "wl-paste --type image/png", "wl-paste",
          "xclip -selection clipboard -t image/png -o",
          "xclip -selection clipboard -target image/png -o",
        ] {
          let result = try sh("\(paste) | cmp - picture")
          #expect(result.exit == .success, "\(copy), \(paste): \(result.error)")
        }
      }
      for list in [
        "wl-paste -l", "wl-paste --list-types", "xclip -selection clipboard -t TARGETS -o",
        "xclip -selection clipboard -o -t TARGETS",
      ] {
        #expect(
          try sh("\(list) 2>/dev/null | grep -E 'image/(png|jpeg|gif|webp)'").output
            == "image/png\n")
      }
      // There is no text, and none is made of it.
      for text in [
        "xclip -o -sel c", "wl-paste -t text", "xclip -selection clipboard -t image/jpeg -o",
      ] {
        let result = try sh(text)
        #expect(result.exit == .exited(1) && result.outputBytes.isEmpty, "\(text)")
      }
      #expect(try sh("xsel -ob; pbpaste").outputBytes.isEmpty)
    }
  }

  @Test func `what a name cannot do is refused with the flag's name`() throws {
    try Self.run { sh in
      _ = try sh("wl-copy two words")
      for (command, words) in [
        ("wl-copy --bogus x", "--bogus"),
        ("wl-copy -s seat0 x", "-s is not possible: only the first seat"),
        ("wl-paste x", "unexpected “x”"), ("wl-paste --seat=seat0", "--seat"),
        ("wl-paste -w", "--watch needs"),
        ("wl-copy -t", "-t needs a value"), ("xclip -bogus", "-bogus"),
        ("xclip -d :0 -o", "-d is not possible"),
        ("xclip -selection secondary -o", "secondary"), ("xclip -l 3 text", "-l 3"),
        ("xclip -selection x -o", "-selection does not take “x”"), ("xclip -sel c gone", "gone: "),
        ("xclip -noutf8 -o", "-noutf8"), ("xsel -s -o", "-s is"), ("xsel -x", "-x is"),
        ("xsel --display :0", "--display is"), ("xsel -zi < text", "-z is"),
        ("xsel -q", "unknown flag -q"),
        ("pbcopy -pboard find < text", "-pboard find"), ("pbpaste -Prefer x", "does not take “x”"),
      ] {
        let result = try sh(command)
        let tool = command.prefix { $0 != " " }
        #expect(result.exit == .exited(1), "\(command)")
        #expect(
          result.error.hasPrefix("\(tool): ") && result.error.contains(words), "\(result.error)")
        #expect(result.output.isEmpty)
      }
      #expect(try sh("wl-paste -n").output == "two words")
      for name in ["wl-copy --version", "wl-paste -v", "xclip -version", "xsel --version"] {
        #expect(try sh(name).output.contains("(dragctl "))
      }
      for name in ["wl-copy -h", "xclip -help", "xsel --help", "pbpaste -help"] {
        #expect(try sh(name).output.contains("dragctl-recipes"))
      }
    }
  }

  @Test func `an empty clipboard is what it is to the tool`() throws {
    try Self.run { sh in
      for clear in ["wl-copy -c", "wl-copy --clear", "xsel -bc", "xsel --clipboard --delete"] {
        _ = try sh("wl-copy two words")
        #expect(try sh(clear).exit == .success)
        for paste in ["wl-paste", "wl-paste -l", "xclip -o -sel c", "xclip -o -sel c -t TARGETS"] {
          #expect(try sh(paste).exit == .exited(1), "\(paste)")
        }
        for paste in ["xsel -bo", "pbpaste"] {
          let result = try sh(paste)
          #expect(result.exit == .success && result.output + result.error == "", "\(paste)")
        }
      }
    }
  }

  @Test func `a paste, a secret and a selection of its own`() throws {
    try Self.run { sh in
      for once in [
        "wl-copy -o two words", "xclip -sel c -loops 1 text", "wl-copy --paste-once < text",
      ] {
        _ = try sh(once)
        #expect(try sh("wl-paste -n").output == "two words", "\(once)")
        #expect(try sh("wl-paste -n").exit == .exited(1), "\(once)")
      }
      _ = try sh("wl-copy there; wl-copy -p here")
      #expect(
        try sh("wl-paste -p; xsel -o; xclip -o; wl-paste -n").output == "here\nherehere" + "there")
      _ = try sh("printf secret | wl-copy --sensitive")
      #expect(try sh("xclip -o -sel c -t x-kde-passwordManagerHint").exit == .exited(1))
      #expect(try sh("pbpaste").output == "secret")
    }
  }

  @Test func `a command is run for each copy, with its own arguments`() throws {
    try Self.run { sh in
      let watch = """
        wl-copy first
        wl-paste --watch sh -c 'cat; echo " $1"' "it's" "a  b" -n > seen &
        until grep -q first seen; do sleep 0.02; done
        wl-copy second
        until grep -q second seen; do sleep 0.02; done
        kill %1; cat seen
        """
      let seen = try sh(watch)
      #expect(seen.output == "first a  b\nsecond a  b\n", "\(seen.error)")
    }
  }
}
