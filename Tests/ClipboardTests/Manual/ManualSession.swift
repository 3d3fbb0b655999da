import Foundation
import Harness

/// A person's session with the files that the manual's recipes name, where they run as they stand.
struct ManualSession {
  let session: ClipboardSession

  static func run(
    on display: DisplayServer = .wayland, _ body: (ManualSession) throws -> Void
  ) throws {
    try ClipboardSession.run(display) { session in
      let manual = ManualSession(session: session)
      for name in ["a.txt", "notes.txt"] { try manual.write(name, "\(name)\n") }
      try body(manual)
    }
  }

  var home: String { session.fixture.folder.path("home") }
  func path(_ name: String) -> String { "\(home)/\(name)" }
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
  }

  func write(_ name: String, _ text: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  private var variables: [String: String] {
    session.variables.merging([
      "PATH": "\(Built.folder):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm",
    ]) { $1 }
  }

  func start(_ command: String) throws -> Program {
    try session.fixture.start(
      "/bin/bash", ["-c", command], on: session.bus, environment: variables, workingFolder: home)
  }

  /// Runs a command until it returns, whatever it leaves in the background.
  func run(_ command: String) throws { _ = try result(of: command, untilOutputEnds: false) }

  /// Runs a command that leaves nothing in the background, and returns all that it prints.
  func printed(by command: String) throws -> String {
    try result(of: command, untilOutputEnds: true).output
  }

  private func result(of command: String, untilOutputEnds: Bool) throws -> Program.Result {
    let result = try start(command).wait(within: Timeout.long, untilOutputEnds: untilOutputEnds)
    guard result.exit == .success else {
      throw HarnessFailure("“\(command)” gave \(result.exit): \(result.error)")
    }
    return result
  }

  /// What every program pastes now.
  func pasted() throws -> String { try session.paste("text/plain;charset=utf-8").output }

  func expectPasted(_ text: String) throws {
    try eventually("“\(text)” is on the clipboard") { try pasted() == text }
  }
}
