import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// What real programs copy, pasted in a shell and kept in the history.
@Suite struct RecordedTests {
  /// One of each kind, for `make test`; `make test-rest` has the others. All of them run through the models too.
  private static let usual: Set = [
    "gtk3-view", "calc-cells", "firefox-picture", "pcmanfm-cut-two", "caja-cut-two", "qt5-link",
    "inkscape-shape", "keepassxc-password", "swing-files", "wayland-writer-text",
    "wayland-dolphin-copy-two", "wayland-qt6-picture", "wayland-chromium-page",
  ]

  @Test(arguments: [DisplayServer.x11, .wayland])
  func `what programs copy is pasted as it was meant`(_ kind: DisplayServer) throws {
    let all = try Recording.all().filter { $0.isOfWayland == kind.isWayland }
    try ClipboardSession.run(kind) { session in
      for recording in Extent.part(of: all, usual: { Self.usual.contains($0.name) }) {
        try expect(recording.name, in: session)
      }
    }
  }

  private func expect(_ name: String, in session: ClipboardSession) throws {
    let folder = try session.fixture.folder.makeFolder(name)
    let recording = try #require(try Recording.all(in: folder).first { $0.name == name })
    try recording.makeFiles(in: folder)
    let before = try? session.current().serial
    let owner = try session.copies(try recording.ownerArguments(in: folder))
    defer { owner.kill() }
    let current = try session.current("\(name) is copied") { $0.serial != before }
    #expect(current.isCut == (recording.meaning == .cutFiles), "\(name)")
    #expect(current.isSensitive == (recording.meaning == .secret), "\(name)")
    let listed = try paste(["-l"], session).output.split(separator: "\n").map(String.init)
    #expect(Set(recording.targets.map(\.name)).isSuperset(of: listed), "\(name)")
    let saved = try session.fixture.folder.makeFolder("\(name)-saved")
    switch recording.meaning {
    case .text, .secret, .address:
      let text = try #require(recording.text)
      let pasted = try paste([], session).output
      #expect(pasted == text || recording.meaning == .address && pasted == "\(text)\n", "\(name)")
      if recording.meaning == .text { try expectFiles([nil: nil], from: name, saved, session) }
    case .picture:
      let picture = try #require(recording.content(of: "image/png"))
      #expect(try paste([], session).outputBytes == picture, "\(name)")
      #expect(try paste(["-o", "\(saved)/x.png"], session).exit == .success, "\(name)")
      #expect(FileManager.default.contents(atPath: "\(saved)/x.png") == Data(picture), "\(name)")
      #expect(try paste(["-o", "\(saved)/x.mp3"], session).exit == .exited(4), "\(name)")
    case .files, .cutFiles:
      let paths = recording.files.map { "\(folder)/\($0)\n" }.joined()
      #expect(try paste([], session).output == paths, "\(name)")
      let contents = recording.files.map { file -> (String?, String?) in
        (URL(filePath: file).lastPathComponent, file)
      }
      try expectFiles(Dictionary(uniqueKeysWithValues: contents), from: name, saved, session)
    case .anything: #expect(try paste([], session).exit == .success, "\(name)")
    }
    try expectEntry(recording, session)
  }

  private func paste(_ words: [String], _ session: ClipboardSession) throws -> Program.Result {
    try session.fixture.run(Built.dragctl, ["paste"] + words, on: session.bus)
  }

  /// Pastes into a folder and expects these files; of a nil name or content any.
  private func expectFiles(
    _ files: [String?: String?], from name: String, _ folder: String, _ session: ClipboardSession
  ) throws {
    let pasted = try paste(["-o", folder], session)
    #expect(pasted.exit == .success, "\(name): \(pasted.error)")
    let found = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(found.count == files.count, "\(name): \(found)")
    for case (let file?, let content?) in files {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)")
      #expect(bytes == Data(content.utf8), "\(name): \(found)")
    }
  }

  /// Expects the newest entry of the history to say what was copied.
  private func expectEntry(_ recording: Recording, _ session: ClipboardSession) throws {
    let words: String
    switch recording.meaning {
    case .text, .address:
      let lines = (recording.text ?? "").split(whereSeparator: \.isNewline)
      words = try #require(lines.first).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    case .picture: words = "image/"
    case .files: words = URL(filePath: recording.files[0]).lastPathComponent
    case .cutFiles, .secret, .anything: return
    }
    // Where the paths come first as text, the history has them.
    let isText = recording.targets.first { $0.name.contains("/") }?.name.hasPrefix("text/plain")
    try eventually("the history begins with \(words)") {
      let shown = try session.fixture.run(
        Built.dragctl, ["clipboard", "--json"], on: session.bus)
      let status = try JSONDecoder().decode(Status.self, from: Data(shown.outputBytes))
      guard let entry = status.history.first else { return false }
      guard let content = entry.content else {
        return entry.types.contains { $0.hasPrefix(words) }
      }
      return recording.meaning == .files && isText == true
        ? content.contains("/\(words)") : content.hasPrefix(words)
    }
  }

  private struct Status: Decodable {
    let history: [Entry]

    struct Entry: Decodable {
      let content: String?
      let types: [String]
    }
  }
}
