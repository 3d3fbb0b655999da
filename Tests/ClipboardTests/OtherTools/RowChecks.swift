import DragProtocol
import Foundation
import Harness
import Testing

/// The check of each row.
extension RowTrial {
  /// Throws where the row is wrong, or where this file has no check for it.
  func check() throws {
    switch row.tool {
    case "wl-copy": try checkWlCopy()
    case "wl-paste": try checkWlPaste()
    case "xclip": try checkXclip()
    case "xsel": try checkXsel()
    case "pbcopy", "pbpaste": try checkPasteboard()
    default: throw unknown
    }
  }

  private var unknown: HarnessFailure {
    HarnessFailure("the row “\(row)” needs a check in RowChecks.swift")
  }

  private static let line = "two words\n"

  private func writeFile() throws {
    try session.fixture.folder.write("file", text: Self.line)
  }

  private func checkWlCopy() throws {
    switch row.flags {
    case "TEXT": try copies(gives: "Hello there", in: .clipboard)
    case "< FILE":
      try writeFile()
      try copies(gives: Self.line, in: .clipboard)
    case "-t TYPE": try copies("other", gives: "other", in: .clipboard, Self.otherType)
    case "-p": try copies(Self.line, gives: Self.line, in: .primary)
    case "-c": try clears(.clipboard)
    case "-f": try stays(in: .clipboard)
    case "-o": try pastes(1, from: .clipboard)
    case "-n": try copies(Self.line, gives: "two words", in: .clipboard)
    case "--sensitive":
      try copies("pass", gives: "secret", in: .clipboard, "x-kde-passwordManagerHint")
    case "-s SEAT": try copies(Self.line, gives: Self.line, in: .clipboard, ours: dragctl("copy"))
    default: throw unknown
    }
  }

  private func checkWlPaste() throws {
    switch row.flags {
    // The page mentions the newline.
    case "": try pastes(from: .clipboard) { $0.hasSuffix("\n") ? String($0.dropLast()) : "" }
    case "-n": try pastes(from: .clipboard)
    case "-l": try lists(.clipboard)
    case "-t TYPE": try pastes("other", from: .clipboard, as: Self.otherType)
    case "-p": try pastes(from: .primary) { $0.hasSuffix("\n") ? String($0.dropLast()) : "" }
    case "-w COMMAND": try watches(.clipboard)
    case "-s SEAT":
      try pastes(from: .clipboard, ours: dragctl("paste")) {
        $0.hasSuffix("\n") ? String($0.dropLast()) : ""
      }
    default: throw unknown
    }
  }

  private func checkXclip() throws {
    switch row.flags {
    case "-i FILE":
      try writeFile()
      try copies(gives: Self.line, in: .primary)
    case "-o": try pastes(from: .primary)
    case "-selection clipboard -i": try copies(Self.line, gives: Self.line, in: .clipboard)
    case "-selection clipboard -o": try pastes(from: .clipboard)
    case "-selection secondary": try staysAside("xclip -selection secondary")
    case "-t TYPE -i": try copies("other", gives: "other", in: .primary, Self.otherType)
    case "-t TYPE -o": try pastes("other", from: .primary, as: Self.otherType)
    case "-t TARGETS -o": try lists(.primary)
    case "-l 1": try pastes(1, from: .primary)
    case "-l N": try pastes(2, from: .primary, ours: "copy -p")
    case "-d DISPLAY":
      try copies(Self.line, gives: Self.line, in: .primary, ours: dragctl("copy -p"))
    case "-f":
      for command in [original, "tee /dev/stderr | \(dragctl("copy -p")) 2>&1"] {
        try copy("before", to: .primary)
        let program = try start(command, input: .text(Self.line))
        try eventually(within: .seconds(10), "“\(command)” prints what it copies") {
          program.standardOutput + program.standardError == Self.line
        }
        try expect(.primary, Self.line)
      }
    case "-r": try copies(Self.line, gives: "two words", in: .primary)
    case "-quiet": try stays(in: .primary)
    case "-silent": try copies(Self.line, gives: Self.line, in: .primary)
    case "-verbose": try stays(in: .primary)
    case "-sensitive":
      try copies("pass", gives: "secret", in: .primary, "x-kde-passwordManagerHint")
    case "-noutf8":
      // This text is Latin-1, as old programs write it.
      try run(
        "printf 'gr\\374n' | \(original)")
      try eventually(within: .seconds(10), "dragctl pastes UTF-8") {
        try start(dragctl("paste -p")).wait().output == "gr\u{fc}n"
      }
    default: throw unknown
    }
  }

  private func checkXsel() throws {
    switch row.flags {
    case "-i": try copies(Self.line, gives: Self.line, in: .primary)
    case "-o": try pastes(from: .primary)
    case "-b -i": try copies(Self.line, gives: Self.line, in: .clipboard)
    case "-b -o": try pastes(from: .clipboard)
    case "-p": try copies(Self.line, gives: Self.line, in: .primary)
    case "-s": try staysAside("xsel -s -i")
    case "-c": try clears(.primary)
    case "-b -c": try clears(.clipboard)
    case "-d":
      // xsel asks the owner to delete the selection, which only some programs support.
      try run("xsel -i", input: "before")
      try expect(.primary, "before")
      try run(original)
      try expect(.primary, "")
      try copy("before", to: .primary)
      try run(ours)
      try expect(.primary, "")
    case "-a": try gathers(["one ", "two"], "one two")
    case "-f": try gathers(["one ", "two"], "one two")
    // xsel copies only what follows the last zero byte.
    case "-z": try gathers(["one", "\0two"], "two")
    case "-k": try keeps()
    case "-x":
      try copy("first", to: .primary)
      try copy("second", to: .secondary)
      try run(original)
      try expect(.primary, "second")
      try expect(.secondary, "first")
    case "--display DISPLAY":
      try copies(Self.line, gives: Self.line, in: .primary, ours: dragctl("copy -p"))
    case "-t MS -o": try givesUp()
    case "--trim -i": try copies(Self.line, gives: "two words", in: .primary)
    case "-m NAME":
      try copies(Self.line, gives: Self.line, in: .primary, ours: dragctl("copy -p"))
    case "-l FILE":
      try run(original, input: Self.line)
      try expect(.primary, Self.line)
      let result = try start(dragctl("paste --history 99")).wait()
      #expect(result.error.contains("99"))
    case "-n": try stays(in: .primary)
    case "-v": try copies(Self.line, gives: Self.line, in: .primary, ours: dragctl("copy -p"))
    default: throw unknown
    }
  }

  private func checkPasteboard() throws {
    switch "\(row)" {
    case "pbcopy", "pbcopy -pboard general":
      try copy("before", to: .clipboard)
      try run(ours, input: Self.line)
      try expect(.clipboard, Self.line)
    case "pbcopy -pboard find":
      // dragctl refuses the flag and copies nothing.
      try copy("before", to: .clipboard)
      #expect(try start(dragctl("copy -pboard find")).wait().exit == .exited(2))
      try expect(.clipboard, "before")
    case "pbpaste", "pbpaste -pboard general":
      try copy("two words", to: .clipboard)
      try eventually(within: .seconds(10)) { try start(ours).wait().output == "two words" }
    case "pbpaste -Prefer txt": try prefers("text/plain;charset=utf-8")
    case "pbpaste -Prefer rtf": try prefers("text/rtf")
    case "pbpaste -Prefer ps": try prefers("image/x-eps")
    default: throw unknown
    }
  }

  // MARK: What only one tool has

  /// The original uses a selection of its own, which no program pastes.
  private func staysAside(_ command: String) throws {
    try copy("first", to: .clipboard)
    try copy("second", to: .primary)
    try run(command, input: "aside")
    try expect(.secondary, "aside")
    #expect(try read(.clipboard) == "first")
    #expect(try read(.primary) == "second")
  }

  /// The original collects its input in parts; dragctl copies it as a whole.
  private func gathers(_ parts: [String], _ whole: String) throws {
    try run("xsel -c")
    if row.flags == "-a" {
      var all = ""
      for part in parts {
        try run(original, input: part)
        all += part
        // xsel returns before it owns the selection.
        try expect(.primary, all)
      }
    } else {
      let program = try start("exec \(original)", input: .pipe)
      for part in parts { try program.write(part) }
      try expect(.primary, whole)
      program.closeInput()
    }
    try expect(.primary, whole)
    try run(dragctl("copy -p"), input: whole)
    try expect(.primary, whole)
  }

  /// Both keep a selection when its program ends: xsel keeps PRIMARY, and dragclip keeps the clipboard.
  private func keeps() throws {
    try run("xsel -c")
    try session.dragclip.terminate()
    let marked = try copy("two words", to: .primary)
    // xsel has to read the selection before it can keep it.
    let keeper = try start("exec xsel -k -n")
    try eventually(within: .seconds(10), "xsel has taken over") { !marked.isRunning }
    try expect(.primary, "two words")
    keeper.kill()
    try session.restartDragclip()
    let copied = try copy("two words", to: .clipboard)
    try session.current("the copy is held") { $0.isHeld }
    copied.kill()
    try expect(.clipboard, "two words")
    let again = try copy("two words", to: .primary)
    again.kill()
    try expect(.primary, "")
  }

  /// dragctl gives up on an owner that never answers. xsel's manual promises the same, but not every xsel does it.
  private func givesUp() throws {
    try pastes(from: .primary)
    let silent = try session.fixture.start(
      Built.clipboardOwner, ["--primary", "UTF8_STRING!"], environment: session.variables)
    defer { silent.kill() }
    try silent.waitForOutput("owned")
    let result = try start(ours).wait(within: .seconds(10))
    #expect(result.output == "")
    #expect(result.exit != .success)
  }

  /// dragctl pastes this type if it is there, and text otherwise.
  private func prefers(_ type: String) throws {
    let all = ["text/plain;charset=utf-8", "text/rtf", "image/x-eps"]
    let owner = try session.copies(all.map { "\($0)=as \($0.prefix { $0 != ";" })" })
    try eventually(within: .seconds(10), "it is pasted as \(type)") {
      try start(ours).wait().output == "as \(type.prefix { $0 != ";" })"
    }
    // It lives on, and the former ends only now: dragclip restores what a program leaves, which must not meet the next
    // copy.
    _ = try session.copies(["text/plain;charset=utf-8=only"])
    owner.kill()
    try eventually(within: .seconds(10), "text is pasted") {
      try start(ours).wait().output == "only"
    }
  }
}
