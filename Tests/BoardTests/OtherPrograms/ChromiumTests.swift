import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  @Suite struct ChromiumTests {
    /// Beside a file Chromium gives a page no text; the clipboard has the words.
    @Test(arguments: usually(.wayland))
    func aPageGetsDraggedCardsAsFiles(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["Fünf Äpfel"]])
        try desktop.add(
          desktop.fixture.folder.write(
            "mill.geocache",
            text: #"{"name":"Mühle","summary":"Look up","latitude":53.5,"longitude":7}"#))
        let app = try desktop.start(width: 620)
        let page = try Page(on: desktop)
        let text = try page.drag("Fünf Äpfel", of: app)
        #expect(text.texts.isEmpty && text.files.map(\.name) == ["Fünf Äpfel.txt"])
        let geocache = try page.drag("Mühle", of: app)
        #expect(geocache.texts.isEmpty && geocache.files.map(\.name) == ["mill.geocache"])
      }
    }

    @Test(arguments: onlyInTheRest)
    func aPageGetsPicturesAndFilesAsFiles(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let bytes = Sample.noise(100_000)
        try desktop.add(picture.path)
        try desktop.add(desktop.fixture.folder.write("track ü.bin", bytes))
        let app = try desktop.start(width: 620)
        let page = try Page(on: desktop)
        for (name, type, bytes) in [
          ("lake.png", "image/png", picture.bytes),
          ("track ü.bin", "application/octet-stream", bytes),
        ] {
          let dropped = try page.drag(name, of: app)
          let file = Page.Dropped.File(
            name: name, type: type, size: bytes.count, sha256: try desktop.sha256(of: bytes))
          #expect(dropped == Page.Dropped(texts: [:], files: [file]))
        }
      }
    }

    @Test(arguments: onlyInTheRest)
    func cardsAndTextGoThroughTheClipboard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["Fünf Äpfel"]])
        let app = try desktop.start(width: 620)
        try app.copy("Fünf Äpfel")
        let page = try Page(on: desktop)
        let plain = try page.paste()
        #expect(plain == Page.Dropped(texts: ["text/plain": "Fünf Äpfel"], files: []))
        try page.copy()
        try app.focus()
        try app.paste(after: "Fünf Äpfel")
        let text = "Take the path by the mill – 3 km"
        #expect(try app.card(text, in: "To Do").kind == .text)
        // And back, with its look.
        try app.copy(text)
        let rich = try page.paste(after: plain)
        #expect(rich.texts["text/plain"] == text)
        #expect(rich.texts["text/html"]?.contains("<span") == true, "\(rich)")
      }
    }

    @Test(arguments: usually(.x11))
    func textAndALinkOfAPageBecomeCards(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 620)
        let page = try Page(on: desktop)
        let uri = "https://example.org/caches?near=M%C3%BChle"
        try page.give("text", to: app, "To Do")
        let text = try app.card("Take the path by the mill – 3 km", in: "To Do")
        #expect(text.kind == .text)
        let words = try app.content(of: text, "text/plain;charset=utf-8")
        #expect(words == Array("Take the path by the mill – 3 km".utf8))
        let html = String(decoding: try app.content(of: text, "text/html"), as: UTF8.self)
        #expect(html.contains("Take the path by the mill – 3 km"), "\(html)")
        try page.give("link", to: app, "In Progress")
        let link = try app.card("All the caches", in: "In Progress")
        #expect(link.kind == .other)
        #expect(link.text == uri)
        #expect(try app.content(of: link, "text/uri-list") == Array("\(uri)\r\n".utf8))
      }
    }

    @Test(arguments: usually(.wayland))
    func aPictureOfAPageBecomesACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let app = try desktop.start(width: 620)
        let page = try Page(on: desktop, picture: picture.bytes)
        try page.give("image", to: app, "To Do")
        let card = try app.card("picture.png", in: "To Do")
        #expect(card.kind == .image && card.name == "picture.png")
        #expect(try app.content(of: card, "image/png") == picture.bytes)
      }
    }
  }
}

extension Desktop {
  func sha256(of bytes: [UInt8]) throws -> String {
    let result = try fixture.run("/usr/bin/sha256sum", input: .bytes(bytes))
    return String(result.output.prefix { $0 != " " })
  }
}
