import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Programs end, and no other program may hang because of it.
@Suite struct EndTests {
  enum Victim: String, CaseIterable, Sendable {
    case dragd
    case dragclip
    case display
  }

  /// An X server does not tell a requestor that the owner has left, so xclip waits until the next dragclip tells it.
  /// mutter does not tell it either, as long as the service manager keeps the socket of its session.
  static let cases = DisplayServer.usualAndMutter.flatMap { kind in
    Victim.allCases.map { (kind, $0) }
  }

  @Test(arguments: cases)
  func `a paste ends when one who serves it is killed`(
    _ kind: DisplayServer, _ victim: Victim
  ) throws {
    try killInPaste(of: "echo start", kind, victim)
  }

  /// The content is more than dragclip collects before it gives a program anything.
  @Test(arguments: cases)
  func `a paste ends when one who serves it is killed in the middle of the bytes`(
    _ kind: DisplayServer, _ victim: Victim
  ) throws {
    try killInPaste(of: "head -c 9000000 /dev/zero", kind, victim)
  }

  @Test func `a paste ends when dragclip is killed, and the next one too`() throws {
    try ClipboardSession.run(.x11) { session in
      let paste = try startSlowPaste(of: "head -c 9000000 /dev/zero", session)
      let record = session.fixture.folder.path("runtime/dragd/dragclip-pastes")
      try eventually("the program waits for chunks") {
        try Data(contentsOf: URL(filePath: record)).dropFirst(128).first == 2
      }
      for _ in 1...3 { try session.replaceDragclip() }
      #expect(paste.isRunning)
      try paste.wait(within: .seconds(15))
    }
  }

  /// The session of the killed one outlives it, and nobody answers for it.
  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func `what dragclip had when it was killed in a paste hangs no later one`() throws {
    try ClipboardSession.run(.mutter, ["--persist", "off"]) { session in
      let first = try startSlowPaste(of: "true", session)
      try session.replaceDragclip(["--persist", "off"])
      try first.wait(within: .seconds(10))
      let later = try session.startPaste("application/x-slow")
      #expect(try later.wait(within: .seconds(10)).outputBytes.isEmpty)
    }
  }

  /// Copies content that a command starts and never ends. Returns the program that pastes it, once the command has
  /// written what it writes.
  private func startSlowPaste(of start: String, _ session: ClipboardSession) throws -> Program {
    let marker = session.fixture.folder.path("asked")
    let offer = try session.offer([
      "--exec", "application/x-slow=\(start); touch \(marker); exec sleep 600",
    ])
    try session.copy(offer)
    let paste = try session.startPaste("application/x-slow")
    try eventually("the source is asked") { FileManager.default.fileExists(atPath: marker) }
    return paste
  }

  private func killInPaste(
    of start: String, _ kind: DisplayServer, _ victim: Victim
  ) throws {
    try ClipboardSession.run(kind) { session in
      let paste = try startSlowPaste(of: start, session)
      try kill(victim, session)
      // As systemd does at once.
      if victim == .dragclip { try session.restartDragclip() }
      try paste.wait(within: .seconds(10))
    }
  }

  /// `dragctl paste` waits for a program that does not answer.
  @Test(arguments: DisplayServer.usualAndMutter, Victim.allCases)
  func `a paste in the shell ends when one who serves it is killed`(
    _ kind: DisplayServer, _ victim: Victim
  ) throws {
    try ClipboardSession.run(kind, ["--persist", "off"]) { session in
      let owner = try session.copies(["application/x-slow!"])
      try session.current("the copy is there") { _ in true }
      let file = session.fixture.folder.path("pasted")
      let paste = try session.fixture.start(
        Built.dragctl, ["paste", "--type", "application/x-slow", "--output", file],
        on: session.bus, environment: session.variables)
      try owner.waitForOutput("asked application/x-slow")
      try kill(victim, session)
      let result = try paste.wait(within: .seconds(10))
      // The owner ends with its compositor, and Wayland does not tell an end in the middle from that of the content;
      // mutter does not either.
      guard kind == .x11 || victim != .display else { return }
      #expect(result.exit != .success)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  private func kill(_ victim: Victim, _ session: ClipboardSession) throws {
    switch victim {
    case .dragd: try #require(session.dragd).kill()
    case .dragclip: session.dragclip.kill()
    case .display: session.killDisplay()
    }
  }

  @Test(arguments: DisplayServer.every)
  func `dragclip ends well when the display ends`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["text/plain;charset=utf-8=two words"])
      let entry = try session.waitForHistory(1)[0]
      session.killDisplay()
      #expect(try session.dragclip.wait(untilOutputEnds: false).exit == .success)
      try eventually("the history is withdrawn") {
        do {
          _ = try session.connection.perform(.items(of: entry.offer), timeout: 20_000)
          return false
        } catch let error as RequestError {
          return error.code == .broker(.noSuchOffer)
        }
      }
      let file = session.fixture.folder.path("runtime/dragd/dragclip-history")
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a second dragclip leaves the first one alone`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let second = try session.startDragclip()
      let result = try second.wait()
      #expect(result.exit == .success)
      #expect(result.error.contains("another dragclip"))
      #expect(session.dragclip.isRunning)
      _ = try session.copies(["text/plain;charset=utf-8=two words"])
      try session.current("the copy is there") { _ in true }
    }
  }

  /// Two sessions of a user may share a display, for example a shell with a bus of its own.
  @Test(arguments: [DisplayServer.wayland, .x11])
  func `two dragclips of two buses share a display in peace`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let other = try session.fixture.bus(.dbusDaemon)
      let folder = try session.fixture.folder.makeFolder("other")
      let variables = session.variables.merging(
        ["XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder]) { $1 }
      _ = try session.fixture.start(Built.dragd, on: other, environment: variables)
      _ = try session.fixture.start(Built.dragclip, on: other, environment: variables)
      func dragctl(_ words: String..., on bus: PrivateBus) throws -> Program.Result {
        try session.fixture.run(
          Built.dragctl, words, on: bus,
          environment: bus.address == other.address ? variables : session.variables)
      }
      let owner = try session.copies(["text/plain;charset=utf-8=of a program"])
      for bus in [session.bus, other] {
        try eventually("both have it") {
          try dragctl("paste", "--history", "1", on: bus).output == "of a program"
        }
      }
      #expect(!owner.standardOutput.contains("lost"))
      let copied = try dragctl("copy", "--text", "of a caller", on: session.bus)
      #expect(copied.exit == .success, "\(copied.error)")
      for bus in [session.bus, other] {
        try eventually("both have the caller's") {
          try dragctl("paste", on: bus).output == "of a caller"
        }
      }
      let serial = try session.current().serial
      try session.waitForASecond()
      // Nobody has taken the clipboard from the first one.
      let present = try session.current()
      #expect(present.isOwn && present.serial == serial)
      #expect(try session.history().count == 2)
    }
  }

  /// Regression: it wrote its own history over the other's, which was lost with the next restart.
  @Test func `a dragclip on another bus of the session leaves the files alone`() throws {
    try ClipboardSession.run(.x11) { session in
      // The other sees only the last copy.
      for number in 1...2 {
        _ = try session.copies(["text/plain;charset=utf-8=words \(number)"])
        _ = try session.waitForHistory(number)
      }
      let file = session.fixture.folder.path("runtime/dragd/dragclip-history")
      try eventually("both are recorded") {
        // The session, and a line for each.
        (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n").count == 3
      }
      let other = try session.fixture.bus(.dbusDaemon)
      let folder = try session.fixture.folder.makeFolder("other")
      _ = try session.fixture.start(
        Built.dragd, on: other,
        environment: session.variables.merging(
          ["XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder]) { $1 })
      let second = try session.fixture.start(
        Built.dragclip, on: other, environment: session.variables)
      try eventually("the other has a history, too") {
        try session.fixture.run(Built.dragctl, ["paste", "--history", "1"], on: other).output
          == "words 2"
      }
      // It would record its history before it ends.
      #expect(try second.terminate() == .exited(0))
      try session.replaceDragclip()
      _ = try session.waitForHistory(2)
    }
  }

  /// Without `--verbose` where somebody may wait for the display.
  @Test(arguments: ["", ":4711"])
  func `without a display dragclip says so`(_ display: String) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let result = try fixture.run(
        Built.dragclip, ["--linger", "10ms"] + (display.isEmpty ? ["--verbose"] : []), on: bus,
        environment: ["WAYLAND_DISPLAY": "", "DISPLAY": display])
      #expect(result.exit == .exited(0))
      #expect(result.error.contains("the clipboard is in memory"))
      #expect(result.error.contains("WAYLAND_DISPLAY"))
      #expect(result.error.contains("org.gnome.Mutter.RemoteDesktop"))
      #expect(result.error.contains(display.isEmpty ? "DISPLAY is not set" : display))
    }
  }

  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"),
    arguments: [
      ["Copy", "'/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa'", "{}"],
      ["Current", "clipboard", "{}"], ["History", "0"], ["Clear", "clipboard"], ["Watch"],
      ["Forget", "'/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa'"],
      ["Pin", "'/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa'"],
      ["Unpin", "'/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa'"],
      ["org.freedesktop.DBus.Properties.Set", "org.dragd.Clipboard1", "Paused", "<true>"],
      ["org.freedesktop.DBus.Properties.Get", "org.dragd.Clipboard1", "Paused"],
      ["org.freedesktop.DBus.Introspectable.Introspect"],
    ])
  func `a program in a sandbox is refused`(_ call: [String]) throws {
    try ClipboardSession.run(.x11) { session in
      let member = call[0].contains(".") ? call[0] : "org.dragd.Clipboard1.\(call[0])"
      let command =
        Sandbox.command() + [
          "gdbus", "call", "--session", "--dest", "org.dragd.Clipboard1", "--object-path",
          "/org/dragd/Clipboard1", "--method", member,
        ] + call.dropFirst()
      let result = try session.fixture.run(
        command[0], Array(command.dropFirst()), on: session.bus)
      #expect(result.exit != .success)
      #expect(result.error.contains("org.dragd.Error.AccessDenied"), "\(result.error)")
      let status = try session.connection.perform(.clipboardStatus(), timeout: 20_000)
      #expect(!status.isPaused)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `who watches is told of changes, and not too often`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind, ["--persist", "off"]) { session in
      let watcher = try Watcher(session.bus)
      let other = try Watcher(session.bus, watches: false)
      _ = try session.copies(["--times", "300", "2000", "text/plain;charset=utf-8=x y"])
      let serial = try session.lastSerial()
      let heard = try watcher.hear(until: serial)
      #expect(heard.map(\.serial) == heard.map(\.serial).sorted())
      #expect(heard.allSatisfy { $0.selection == .clipboard })
      // 300 copies at least 2 ms apart: at most ten signals a second, and the last.
      #expect(heard.count < 150, "\(heard.count)")
      #expect(other.heard.isEmpty)
    }
  }
}
