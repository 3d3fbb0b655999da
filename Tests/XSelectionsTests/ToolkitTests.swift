import Foundation
import Harness
import Testing

/// Programs of GTK 3 and GTK 4.
@Suite struct ToolkitTests {
  /// PNG's smallest picture: one pixel.
  private static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )!

  @Test(arguments: ["3", "4"])
  func textHTMLAndPicturesComeFromGTK(version: String) throws {
    try XSession.run { session in
      let picture = try session.fixture.folder.write("picture.png", Self.picture)
      let html = "<b>bold</b>" + String(repeating: "x", count: 300_000)
      let page = try session.fixture.folder.write("page.html", text: html)
      let owner = try session.peer(
        "/usr/bin/python3",
        [
          Built.tool("gtk-clipboard.py"), version, "own", "text/html=\(page)",
          "image/png=\(picture)",
        ], input: .pipe)
      try owner.waitForOutput("owns")
      let told = try session.waitFor("changed clipboard other")
      #expect(told.contains("text/html") && told.contains("image/png"))
      #expect(try session.read("text/html").bytes == Data(html.utf8))
      #expect(try session.read("image/png").bytes == Self.picture)
    }
  }

  @Test(arguments: ["3", "4"])
  func textHTMLAndPicturesGoToGTK(version: String) throws {
    try XSession.run { session in
      let picture = try session.fixture.folder.write("picture.png", Self.picture)
      let html = Data(("<b>bold</b>" + String(repeating: "x", count: 300_000)).utf8)
      let page = try session.fixture.folder.write("page.html", html)
      let words = try session.fixture.folder.write("words", text: "wörds")
      try session.own(
        "UTF8_STRING:sized:\(words)", "text/html:sized:\(page)", "image/png:unsized:\(picture)")
      for (target, bytes) in [
        ("UTF8_STRING", Data("wörds".utf8)), ("text/html", html), ("image/png", Self.picture),
      ] {
        let file = session.fixture.folder.path("pasted")
        let result = try session.run(
          "/usr/bin/python3",
          [Built.tool("gtk-clipboard.py"), version, "read", "\(target)=\(file)"])
        #expect(result.exit == .exited(0), "\(result.error)")
        #expect(try Data(contentsOf: URL(filePath: file)) == bytes, "\(target)")
      }
    }
  }

  /// GTK 3 asks the clipboard manager when a program that has said so leaves.
  @Test func gtk3KeepsItsTextWithTheManager() throws {
    try XSession.run { session in
      let empty = try session.file(0)
      try session.tell("own primary SAVE_TARGETS:sized:\(empty.path)")
      try session.waitFor("changed primary own")
      let owner = try session.peer(
        "/usr/bin/python3", [Built.tool("gtk-clipboard.py"), "3", "store", "kept words"],
        input: .pipe)
      try session.waitFor("save 1 clipboard")
      try session.waitFor("answer 1 complete(bytes: 0)")
      #expect(try owner.wait().exit == .exited(0))
    }
  }
}
