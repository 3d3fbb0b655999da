import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// What `dragctl copy` gives to programs, and `dragctl paste` takes from them.
@Suite struct CopyVerbTests {
  static let text = OutTests.text

  @discardableResult
  private func dragctl(
    _ session: ClipboardSession, _ arguments: [String], input: Program.Input = .empty
  ) throws -> Program.Result {
    try session.fixture.run(
      Built.dragctl, arguments, on: session.bus, environment: session.variables, input: input)
  }

  /// Copies text, HTML and a picture, and returns them.
  private func copyThree(_ session: ClipboardSession) throws -> [(type: String, bytes: [UInt8])] {
    let folder = session.fixture.folder
    let contents = [
      (Self.text, Array("Fünf Äpfel".utf8)), ("text/html", Array("<b>Fünf</b> Äpfel".utf8)),
      ("image/png", Array(SurvivingContentTests.picture)),
    ]
    let html = try folder.write("text.html", contents[1].1)
    let picture = try folder.write("picture.png", contents[2].1)
    let copied = try dragctl(
      session,
      [
        "copy", "--text", "Fünf Äpfel", "--rep", "text/html=\(html)",
        "--rep", "image/png=\(picture)",
      ])
    try #require(copied.exit == .success, "\(copied.error)")
    return contents
  }

  @Test(arguments: DisplayServer.usualAndMutter)
  func `three representations are pasted, each with its bytes and in their order`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let contents = try copyThree(session)
      for (type, bytes) in contents {
        #expect(try session.paste(type).outputBytes == bytes, "\(type)")
      }
      let types = contents.map(\.type)
      #expect(try session.targets().filter(types.contains) == types)
    }
  }

  /// X11 programs, also on mutter.
  @Test(arguments: DisplayServer.usualOfX11, ["3", "4"])
  func `three representations are pasted by a program of GTK`(
    _ kind: DisplayServer, _ version: String
  ) throws {
    try ClipboardSession.run(kind) { session in
      for (type, bytes) in try copyThree(session) {
        let pasted = session.fixture.folder.path("pasted")
        let target = type == Self.text ? "UTF8_STRING" : type
        let result = try session.fixture.run(
          "/usr/bin/python3",
          [Built.tool("gtk-clipboard.py"), version, "read", "\(target)=\(pasted)"],
          environment: session.variables.merging(["GDK_BACKEND": "x11"]) { $1 })
        #expect(result.exit == .success, "\(result.error)")
        #expect(FileManager.default.contents(atPath: pasted) == Data(bytes), "\(type)")
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `of a text file its content is pasted, and not its path`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let file = try session.fixture.folder.write("note.txt", text: "its content")
      let copied = try dragctl(session, ["copy", file])
      try #require(copied.exit == .success, "\(copied.error)")
      #expect(try session.paste(Self.text).output == "its content")
      #expect(try session.paste("text/uri-list").output == "file://\(file)\r\n")
      #expect(try session.paste("x-special/gnome-copied-files").output == "copy\nfile://\(file)")
      #expect(try dragctl(session, ["paste", "--type", Self.text]).output == "its content")
      if kind == .x11 {
        let pasted = try session.fixture.run(
          "xsel", ["--clipboard", "--output"], environment: session.variables)
        #expect(pasted.output == "its content")
      }
    }
  }

  @Test func `words that are no file need a flag, and the message names it`() throws {
    try ClipboardSession.run(.x11) { session in
      let result = try dragctl(session, ["copy", "two words"])
      #expect(result.exit != .success)
      #expect(result.error.contains("dragctl copy --text 'two words'"), "\(result.error)")
      try session.expectNothing()
    }
  }

  /// `dragctl copy --clear-after` ends its own copy alone.
  @Test(arguments: DisplayServer.usual)
  func `what another program has copied meanwhile is not cleared`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let copied = try dragctl(session, ["copy", "--clear-after", "1s", "--text", "soon gone"])
      try #require(copied.exit == .success, "\(copied.error)")
      _ = try session.copies(["\(Self.text)=two words"])
      try session.current("another has copied") { !$0.isOwn }
      // Of two copies for a second each, this one ends last.
      try dragctl(session, ["copy", "--primary", "--clear-after", "1s", "--text", "clock"])
      try eventually("a second has passed") {
        try dragctl(session, ["paste", "--primary"]).exit == .exited(3)
      }
      #expect(try session.paste(Self.text).output == "two words")
    }
  }

  @Test(arguments: DisplayServer.every)
  func `of two hundred types the first sixty-four come in their order`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let types = (0..<200).map { "application/x-type-\($0)" }
      _ = try session.copies(types.map { "\($0)=\($0)" })
      try session.current("the copy is there") { $0.targets.count >= 64 }
      let listed = try dragctl(session, ["paste", "--list-types"])
      // All that the display has are listed, and the first ones can be pasted.
      #expect(listed.output.split(separator: "\n").map(String.init) == types)
      let current = try session.current()
      let items = try session.connection.perform(.items(of: current.offer), timeout: 20_000)
      #expect(
        items[0].representations.map { $0.content.type.description } == Array(types.prefix(64)))
      #expect(try dragctl(session, ["paste", "--type", types[63]]).output == types[63])
    }
  }
}
