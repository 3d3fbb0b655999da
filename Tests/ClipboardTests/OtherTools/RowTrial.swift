import DragProtocol
import Foundation
import Harness
import Testing

/// One row of the table: runs the other tool's command and dragctl's on one display, and compares the results.
struct RowTrial {
  let session: ClipboardSession
  let row: FlagTable.Row

  enum Selection: String {
    case clipboard
    case primary
    case secondary
  }

  /// The values for the placeholders of the table.
  private var values: [(word: String, value: String)] {
    [
      ("TEXT", "'Hello there'"), ("FILE", session.fixture.folder.path("file")),
      ("TYPE", Self.otherType), ("COMMAND", session.fixture.folder.path("record")),
      ("SEAT", "seat0"), ("DISPLAY", session.variables["DISPLAY"] ?? ""), ("MS", "700"),
      ("NAME", "name"),
    ]
  }

  static let otherType = "application/x-other"

  /// The timeout for a change.
  private static let limit: Duration = .seconds(10)

  // MARK: Commands

  var original: String { command("\(row.tool) \(row.flags)", number: "2") }
  var ours: String { dragctl(row.ours) }

  func dragctl(_ arguments: String) -> String { command("\(Built.dragctl) \(arguments)") }

  private func command(_ text: String, number: String = "N") -> String {
    // “TARGETS”, X11's list of targets, must not be changed where it contains a placeholder.
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      if word == "N" { return number }
      if let suffix = word.hasPrefix("MS") ? word.dropFirst(2) : nil { return "700\(suffix)" }
      return values.first { $0.word == word }?.value ?? String(word)
    }
    return words.joined(separator: " ")
  }

  func start(_ command: String, input: Program.Input = .empty) throws -> Program {
    try session.fixture.start(
      "/bin/sh", ["-c", command], on: session.bus, environment: session.variables, input: input)
  }

  /// Runs a command until it returns, whatever it leaves in the background.
  @discardableResult
  func run(_ command: String, input: String = "") throws -> Program.Result {
    let result = try start(command, input: .text(input)).wait(
      within: Self.limit, untilOutputEnds: false)
    guard result.exit == .success else {
      throw HarnessFailure("“\(command)” gave \(result.exit): \(result.error)")
    }
    return result
  }

  // MARK: What a selection has, as a third program sees it

  func read(_ selection: Selection, _ type: String? = nil) throws -> String {
    let text = session.kind.isWayland ? "text/plain;charset=utf-8" : "UTF8_STRING"
    let command =
      switch session.kind {
      case .wayland, .kwin, .ext:
        ["wl-paste", "-n", "-t", type ?? text] + (selection == .primary ? ["-p"] : [])
      case .x11, .mutter, .mutterX, .memory:
        ["xclip", "-o", "-selection", selection.rawValue, "-t", type ?? text]
      }
    return try eventually("\(command[0]) ends") {
      let program = try session.fixture.start(
        command[0], Array(command.dropFirst()), environment: session.variables)
      defer { program.close() }
      // On Wayland this is not repeated, because the content can be one that is pasted once. An X server does not tell
      // a program that the owner has left before it answered, so the program would wait for ever.
      return session.kind.isWayland
        ? try program.wait().output : try? program.wait(within: .seconds(3)).output
    }
  }

  func expect(_ selection: Selection, _ text: String, _ type: String? = nil) throws {
    var last = ""
    do {
      try eventually(within: Self.limit) {
        last = try read(selection, type)
        return last == text
      }
    } catch is HarnessFailure {
      throw HarnessFailure("\(selection) has “\(last)”, not “\(text)”")
    }
  }

  /// Has another program copy, and waits until the selection has its text.
  @discardableResult
  func copy(
    _ text: String, to selection: Selection, as type: String? = nil
  ) throws -> Program {
    let option = type.map { " -t \($0)" } ?? ""
    let command =
      switch session.kind {
      case .wayland, .kwin, .ext: "exec wl-copy -f\(option)\(selection == .primary ? " -p" : "")"
      case .x11, .mutter, .mutterX, .memory: "exec xclip -quiet -i -selection \(selection)\(option)"
      }
    // A text that is already in the selection would not show that this copy succeeded.
    guard try read(selection, type) != text else {
      try copy("something else", to: selection)
      return try copy(text, to: selection, as: type)
    }
    let program = try start(command, input: .text(text))
    try expect(selection, text, type)
    return program
  }

  // MARK: Comparisons

  /// Both commands copy the same.
  func copies(
    _ input: String = "", gives text: String, in selection: Selection, _ type: String? = nil,
    ours other: String? = nil
  ) throws {
    for command in [original, other ?? ours] {
      try copy("before", to: selection)
      try run(command, input: input)
      try expect(selection, text, type)
    }
  }

  /// Both commands stay until another program copies.
  func stays(in selection: Selection) throws {
    for command in [original, ours] {
      try copy("before", to: selection)
      let program = try start("exec \(command)", input: .text("two words"))
      try expect(selection, "two words")
      #expect(program.isRunning, "\(command)")
      try copy("after", to: selection)
      let result = try program.wait(within: Self.limit, untilOutputEnds: false)
      #expect(result.exit == .success, "\(command): \(result.error)")
    }
  }

  /// Both commands clear the selection.
  func clears(_ selection: Selection) throws {
    for command in [original, ours] {
      try copy("before", to: selection)
      try run(command)
      try expect(selection, "")
    }
  }

  /// Both copies can be pasted this many times. The original runs without dragclip, which would read the copy itself.
  func pastes(_ times: Int, from selection: Selection, ours other: String? = nil) throws {
    try copy("before", to: selection)
    try session.dragclip.terminate()
    let tried = Result { try paste(times, original, from: selection) }
    // The rows that follow need it even if this one is wrong.
    try session.restartDragclip()
    try tried.get()
    try copy("before", to: selection)
    if let other {
      // dragctl's copy can be pasted any number of times.
      try run(dragctl(other), input: "two words")
      for _ in 0...times { try expect(selection, "two words") }
    } else {
      try paste(times, ours, from: selection)
    }
  }

  private func paste(_ times: Int, _ command: String, from selection: Selection) throws {
    var first = ""
    try eventually(within: Self.limit, "“\(command)” has copied, and not “\(first)”") {
      try run(command, input: "two words")
      // A paste of what was there before ends empty if the copy comes in the middle of it. And wl-paste 2.1 discards
      // what it was given if it hears, while it still waits for its request to be sent, that the source has ended.
      try eventually(within: Self.limit, "a paste after “\(command)”") {
        first = try read(selection)
        return first != "before"
      }
      return first != ""
    }
    #expect(first == "two words", "\(command)")
    for _ in 1..<times { #expect(try read(selection) == "two words", "\(command)") }
    #expect(try read(selection) == "", "\(command)")
  }

  /// Both commands print the same, except for `change` of the original's output.
  func pastes(
    _ text: String = "two words", from selection: Selection, as type: String? = nil,
    ours other: String? = nil, changing change: (String) -> String = { $0 }
  ) throws {
    try copy(text, to: selection, as: type)
    var printed = ["", ""]
    do {
      try eventually(within: Self.limit) {
        printed = try [original, other ?? ours].map { try start($0).wait().output }
        return change(printed[0]) == printed[1] && printed[1].contains(text)
      }
    } catch is HarnessFailure {
      throw HarnessFailure("“\(original)” prints “\(printed[0])”, and dragctl “\(printed[1])”")
    }
  }

  /// Both commands list the same types, as far as those are MIME types.
  func lists(_ selection: Selection) throws {
    try copy("other", to: selection, as: Self.otherType)
    for command in [original, ours] {
      var listed = ""
      try eventually(within: Self.limit, "“\(command)” lists the type, not “\(listed)”") {
        listed = try start(command).wait().output
        return listed.split(separator: "\n").filter { $0.contains("/") } == [Self.otherType[...]]
      }
    }
  }

  /// Both commands run another command for the present content and for each new one.
  func watches(_ selection: Selection) throws {
    let folder = session.fixture.folder
    let script = try folder.write(
      "record", text: "#!/bin/sh\ncat >> \"$0.log\"; echo >> \"$0.log\"\n")
    chmod(script, 0o755)
    let log = "\(script).log"
    for command in [original, ours] {
      try? FileManager.default.removeItem(atPath: log)
      try copy("one", to: selection)
      let watch = try start("exec \(command)")
      for (text, all) in [("", "one\n"), ("two", "one\ntwo\n")] {
        if !text.isEmpty { try copy(text, to: selection) }
        try eventually(within: Self.limit, "“\(command)” records “\(all)”") {
          (try? String(contentsOfFile: log, encoding: .utf8)) == all
        }
      }
      try watch.terminate()
    }
  }
}
