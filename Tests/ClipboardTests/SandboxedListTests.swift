import DragProtocol
import Foundation
import Harness
import Testing

/// A list of files that a program in a sandbox offers: the programs that paste would open these files for it.
@Suite(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"))
struct SandboxedListTests {
  /// Those of the desktops, KDE's mark of a cut, and the portal's keys to files.
  private static let lists = [
    "text/uri-list", "application/x-kde4-urilist", "application/x-kde-cutselection",
    "x-special/mate-copied-files", "text/x-moz-url", "application/vnd.portal.filetransfer",
  ]

  private static func run(
    _ session: ClipboardSession, _ arguments: [String], sandbox: [String] = []
  ) throws -> Program.Result {
    let line = sandbox + [Built.dragctl] + arguments
    return try session.fixture.run(line[0], Array(line.dropFirst()), on: session.bus)
  }

  @Test func `of an offer from a sandbox no list is copied, and no file is pasted`() throws {
    try ClipboardSession.run(.x11) { session in
      let folder = session.fixture.folder
      let secret = try folder.write("secret", text: "the key")
      let list = try folder.write("list", text: "file://\(secret)\r\n")
      let text = try folder.write("text", text: "harmless")
      let place = try folder.makeFolder("pasted")
      for (sandbox, isPasted) in [(Sandbox.command(), false), ([], true)] {
        let lists = Self.lists.flatMap { ["--rep", "\($0)=\(list)"] }
        let offer = try Self.run(
          session, ["offer"] + lists + ["--rep", "text/plain=\(text)"], sandbox: sandbox)
        let id = offer.output.trimmingCharacters(in: .newlines)
        let copied = try Self.run(session, ["copy", id])
        #expect(copied.exit == .success, "\(copied.error)")
        try session.current("the offer is there") { $0.isOwn }
        let types = try Self.run(session, ["paste", "-l"]).output.split(separator: "\n")
        #expect(Self.lists.filter { types.contains(Substring($0)) } == (isPasted ? Self.lists : []))
        for arguments in [["-o", place], ["--move", "-o", place]] {
          _ = try Self.run(session, ["paste"] + arguments)
        }
        let pasted = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(pasted.contains("secret") == isPasted, "\(pasted)")
        #expect(FileManager.default.fileExists(atPath: secret))
      }
      let only = try Self.run(
        session, ["offer", "--rep", "text/uri-list=\(list)"], sandbox: Sandbox.command())
      let refused = try Self.run(
        session, ["copy", only.output.trimmingCharacters(in: .newlines)])
      #expect(refused.error.contains("sandbox"), "\(refused.error)")
    }
  }
}
