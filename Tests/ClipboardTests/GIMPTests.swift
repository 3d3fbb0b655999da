import Foundation
import Harness
import Testing

/// Pictures between GIMP and the shell. Its first start takes too long for `make test`. GIMP 2 is an X11 program.
@Suite struct GIMPTests {
  private static let displays = Extent.part(of: [DisplayServer.x11]) { _ in false }

  @Test(arguments: displays)
  func `a picture goes from GIMP to the shell and back with equal pixels`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let gimp = try GIMP(session)
      let first = try makePicture("first.png", "64x48", session)
      try gimp.evaluate(
        """
        (define image (car (gimp-file-load RUN-NONINTERACTIVE "\(first)" "first.png")))
        (gimp-display-new image)
        (gimp-edit-copy (car (gimp-image-get-active-drawable image)))
        """)
      try eventually(within: Timeout.long, "the picture is on the clipboard") {
        try session.fixture.run(Built.dragctl, ["paste", "--list-types"], on: session.bus)
          .output.contains("image/png")
      }
      let pasted = session.fixture.folder.path("pasted.png")
      let result = try session.fixture.run(
        Built.dragctl, ["paste", "--type", "image/png", "--output", pasted], on: session.bus)
      #expect(result.exit == .success, "\(result.error)")
      try expectEqual(pasted, first, session)

      let second = try makePicture("second.png", "50x40", session)
      let copied = try session.fixture.run(Built.dragctl, ["copy", second], on: session.bus)
      #expect(copied.exit == .success, "\(copied.error)")
      let saved = session.fixture.folder.path("saved.png")
      // GIMP pastes what it had itself before it knows of the copy.
      try eventually(within: Timeout.long, "GIMP has pasted the picture as a new image") {
        try gimp.strike("ctrl+shift+v")
        try gimp.evaluate(
          """
          (define new (vector-ref (cadr (gimp-image-list)) 0))
          (file-png-save-defaults RUN-NONINTERACTIVE new (car (gimp-image-flatten new)) "\(saved)" "saved.png")
          (close-output-port (open-output-file "\(saved).done"))
          """)
        try eventually("GIMP has saved") {
          FileManager.default.fileExists(atPath: "\(saved).done")
        }
        try FileManager.default.removeItem(atPath: "\(saved).done")
        let size = try session.fixture.run("/usr/bin/identify", ["-format", "%wx%h", saved]).output
        return size == "50x40"
      }
      try expectEqual(saved, second, session)
    }
  }

  private func makePicture(
    _ name: String, _ size: String, _ session: ClipboardSession
  ) throws -> String {
    let path = session.fixture.folder.path(name)
    let made = try session.fixture.run(
      "/usr/bin/convert", ["-size", size, "plasma:red-blue", "-depth", "8", "PNG24:\(path)"])
    try #require(made.exit == .success, "\(made.error)")
    return path
  }

  private func expectEqual(_ one: String, _ other: String, _ session: ClipboardSession) throws {
    let compared = try session.fixture.run(
      "/usr/bin/compare", ["-metric", "AE", one, other, "null:"])
    #expect(compared.exit == .success)
    #expect(compared.error == "0")
  }
}

/// GIMP, which evaluates what is written into a FIFO.
private struct GIMP {
  private let session: ClipboardSession
  private let program: Program
  private let writer: Program

  init(_ session: ClipboardSession) throws {
    self.session = session
    let folder = try session.fixture.folder.makeFolder("gimp")
    let script = "\(folder)/script"
    writer = try session.fixture.start(
      "/bin/sh", ["-c", "mkfifo '\(script)'; exec 3<>'\(script)'; echo made; exec cat >&3"],
      input: .pipe)
    try writer.waitForOutput("made")
    program = try session.fixture.start(
      "/usr/bin/gimp",
      [
        "--new-instance", "--no-splash", "--no-data", "--no-fonts", "--batch",
        "(load \"\(script)\")",
      ], on: session.bus, environment: session.variables)
  }

  func evaluate(_ script: String) throws { try writer.write(script + "\n") }

  /// Presses keys in its window.
  func strike(_ keys: String) throws {
    let window = try eventually(within: Timeout.long, "GIMP has a window") {
      try xdotool(["search", "--onlyvisible", "--pid", "\(program.processIdentifier)"])
        .output.split(separator: "\n").first.map(String.init)
    }
    _ = try xdotool(["windowfocus", "--sync", window, "key", "--delay", "50", keys])
  }

  private func xdotool(_ arguments: [String]) throws -> Program.Result {
    try session.fixture.run("/usr/bin/xdotool", arguments, environment: session.variables)
  }
}
