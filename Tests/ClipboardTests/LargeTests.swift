import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Two gibibytes, more than a signed number of 32 bits counts, cost dragclip a slice of them, in either direction.
@Suite struct LargeTests {
  private static let type = "application/x-large"
  private static let displays = Extent.part(of: [DisplayServer.wayland, .x11]) { _ in false }

  @Test(arguments: displays)
  func `a large copy of a program is pasted in the shell`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind, ["--persist", "off"]) { session in
      let file = try largeFile(session)
      _ = try session.copies(["\(Self.type)@\(file)"])
      try session.current("the copy is there") { $0.targets.contains(Self.type) }
      let idle = try session.dragclip.facts.anonymousMemory()
      let paste = try session.fixture.start(
        "/bin/sh",
        ["-c", "\"$1\" paste --type \(Self.type) | cmp - \"$2\"", "sh", Built.dragctl, file],
        on: session.bus)
      try expectLittleMemory(session, idle, while: paste)
    }
  }

  @Test(arguments: displays)
  func `a large file that was copied in the shell is pasted by a program`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let file = try largeFile(session)
      try session.copy(try session.offer(["--detach", "--type", Self.type, file]))
      let idle = try session.dragclip.facts.anonymousMemory()
      let paste =
        kind.isWayland
        ? try session.fixture.start(
          "/bin/sh",
          ["-c", "wl-paste --no-newline --type \(Self.type) | cmp - \"$1\"", "sh", file],
          environment: session.variables) : try pasteOnX11(session, file)
      try expectLittleMemory(session, idle, while: paste)
    }
  }

  /// xclip would have all of it in memory.
  private func pasteOnX11(_ session: ClipboardSession, _ file: String) throws -> Program {
    let reader = try session.fixture.start(
      Built.selectionProgram, environment: session.variables, input: .pipe)
    let pipe = session.fixture.folder.path("pipe")
    #expect(try session.fixture.run("mkfifo", [pipe]).exit == .success)
    let paste = try session.fixture.start("cmp", [pipe, file])
    try reader.waitForOutput(Self.type)
    // The pipe can be written into only once cmp has opened it.
    var tries = 0
    try eventually("the pipe is open") {
      try reader.write("read clipboard \(Self.type) \(pipe)\n")
      tries += 1
      let said = try reader.waitForOutput(within: Timeout.usual, "an answer") {
        $0.matches(of: /\n(reading|failed) .*\n/).count >= tries
      }
      return said.contains("\nreading ")
    }
    return paste
  }

  /// A file that is nearly all hole, with words at its ends and in its middle.
  private func largeFile(_ session: ClipboardSession) throws -> String {
    let path = try session.fixture.folder.write("large", text: "begin")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    for (place, word) in [(1 << 30, "middle"), ((2 << 30) - 3, "end")] {
      try file.seek(toOffset: UInt64(place))
      try file.write(contentsOf: Data(word.utf8))
    }
    try file.close()
    return path
  }

  /// Waits for the end of a paste that compares what it gets with the file.
  private func expectLittleMemory(
    _ session: ClipboardSession, _ idle: Int, while paste: Program
  ) throws {
    let peak = try session.dragclip.facts.peakAnonymousMemory(within: Timeout.long) {
      !paste.isRunning
    }
    let result = try paste.wait()
    #expect(result.exit == .success, "\(result.output)\(result.error)")
    #expect(peak - idle < 4 << 20)
  }
}
