import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Text, pictures and files between the shell and a page in Chromium through the clipboard.
  @Suite struct CopiedPageTests {
    @Test(arguments: usually(.x11))
    func whatIsCopiedInAPageIsPastedInTheShellInAllTypes(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        try page.copy()
        try clipboard.wait(for: "text/html")
        let text = "Take the path by the mill – 3 km"
        #expect(try clipboard.run("paste").output == text)
        let types = try clipboard.types()
        #expect(types.contains("text/plain;charset=utf-8"), "\(types)")
        let html = String(decoding: try clipboard.paste("text/html"), as: UTF8.self)
        #expect(html.contains(text), "\(html)")
        #expect(html.contains("<span"), "\(html)")
        for type in types where !type.hasPrefix("text/") {
          // All its other types can be pasted, too.
          #expect(try !clipboard.paste(type).isEmpty, "\(type)")
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func textAndHTMLOfTheShellArePastedInAPage(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        let html = try desktop.fixture.folder.write("text.html", text: "<b>Fünf</b> Äpfel")
        try clipboard.run("copy", "--text", "Fünf Äpfel", "--rep", "text/html=\(html)")
        let pasted = try page.paste()
        #expect(pasted.files.isEmpty)
        #expect(pasted.texts["text/plain"] == "Fünf Äpfel")
        #expect(pasted.texts["text/html"]?.contains("<b>Fünf</b> Äpfel") == true, "\(pasted)")
        #expect(Set(pasted.texts.keys) == ["text/plain", "text/html"])
      }
    }

    @Test(arguments: onlyInTheRest)
    func threeRepresentationsOfTheShellArePastedInAPage(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        let html = try desktop.fixture.folder.write("text.html", text: "<b>Fünf</b> Äpfel")
        let picture = try desktop.makePicture("lake.png")
        try clipboard.run(
          "copy", "--text", "Fünf Äpfel", "--rep", "text/html=\(html)",
          "--rep", "image/png=\(picture.path)")
        let pasted = try page.paste()
        #expect(pasted.texts["text/plain"] == "Fünf Äpfel")
        #expect(pasted.texts["text/html"]?.contains("<b>Fünf</b> Äpfel") == true, "\(pasted)")
        #expect(pasted.files.map(\.type) == ["image/png"])
      }
    }

    /// Chromium keeps what it has pasted until another program copies, so it does not ask at each paste.
    @Test(arguments: onlyInTheRest)
    func aTextIsMadeWhenAPagePastesIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        let made = desktop.fixture.folder.path("made")
        let type = "text/plain;charset=utf-8"
        // dragctl stays, because it makes the text.
        _ = try desktop.fixture.start(
          Built.dragctl, ["copy", "--exec", "\(type)=touch '\(made)'; printf words"],
          on: desktop.bus)
        try clipboard.wait(for: type)
        try page.browser.focus()
        #expect(!FileManager.default.fileExists(atPath: made))
        #expect(try page.paste().texts == ["text/plain": "words"])
        #expect(FileManager.default.fileExists(atPath: made))
      }
    }

    @Test(arguments: onlyInTheRest)
    func aFileOfTheShellIsPastedInAPage(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        let bytes = Sample.noise(100_000)
        try clipboard.run("copy", desktop.fixture.folder.write("track ü.bin", bytes))
        let file = Page.Dropped.File(
          name: "track ü.bin", type: "application/octet-stream", size: bytes.count,
          sha256: try desktop.sha256(of: bytes))
        #expect(try page.paste().files == [file])
      }
    }

    @Test(arguments: onlyInTheRest)
    func aPictureOfTheShellIsPastedInAPage(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        let picture = try desktop.makePicture("lake.png")
        // Only the bytes of the picture, as a screenshot program copies them.
        let input = try desktop.fixture.start(
          "/bin/sh", ["-c", "exec \(Built.dragctl) copy --type image/png < \(picture.path)"],
          on: desktop.bus)
        #expect(try input.wait().exit == .success)
        let pasted = try page.paste()
        #expect(pasted.texts.isEmpty, "\(pasted)")
        let file = try #require(pasted.files.first)
        #expect(pasted.files.count == 1)
        #expect(file.type == "image/png")
        #expect(file.size > 0)
        // Then the file with its address.
        try clipboard.run("copy", picture.path)
        let again = try page.paste(after: pasted)
        #expect(
          again.files.contains { $0.sha256 == (try? desktop.sha256(of: picture.bytes)) }, "\(again)"
        )
      }
    }
  }
}
