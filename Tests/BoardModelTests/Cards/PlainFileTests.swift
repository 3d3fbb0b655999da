import BoardModel
import Harness
import Testing

/// What files become that are not what their names say, and those of words.
@Suite struct PlainFileTests {
  @Test(arguments: [
    ("Example.url", "[InternetShortcut]\r\nIDList=\r\nURL=https://example.org/a\r\n", "Example"),
    ("a.desktop", "[Desktop Entry]\nType=Link\nName=Home\nURL=https://example.org/a\n", "Home"),
    ("a.uris", "# one\r\nhttps://example.org/a\r\n", "https://example.org/a"),
    ("b.url", "[InternetShortcut]\r\nURL=file:///etc/passwd\r\n", nil),
    ("b.desktop", "[Desktop Entry]\nType=Application\nURL=https://example.org/a\n", nil),
    ("b.uris", "https://example.org/a\nfile:///etc/passwd\n", nil), ("c.url", "words", nil),
  ])
  func `a file in which a program has saved a link is a card of the link`(
    name: String, text: String, title: String?
  ) throws {
    try TestBoard.run { board in
      let path = try board.folder.write(name, text: text)
      let cards = try CardReader().cards(fromFileAt: path)
      let isLink = cards.map { $0.representations.map(\.type) } == [["text/uri-list"]]
      #expect(isLink == (title != nil))
      if let title { #expect(cards.map(\.title) == [title]) }
    }
  }

  private let reader = CardReader()

  /// Regression: such files were refused, and could only be attached.
  @Test func `a file that is not what its name says is kept, with the reason`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let jpeg: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0]
    let bytes = "application/octet-stream"
    let files: [(String, [UInt8], CardKind, String, String)] = [
      (
        "photo.png", jpeg, .image, "image/jpeg",
        "“photo.png” is a picture of type image/jpeg, whatever its name says"
      ),
      (
        "empty.png", [], .file, bytes,
        "“empty.png” is a plain file here, because it is no valid image/png: it ends too early"
      ),
      (
        "a.json", Array("// words\n{}".utf8), .file, bytes,
        "“a.json” is a plain file here, because it is no valid application/json: "
          + "this is not a value, at byte 0"
      ),
      (
        "b.geocache", Array(#"{"name": "a"}"#.utf8), .file, bytes,
        "“b.geocache” is a plain file here: summary: it is missing"
      ),
    ]
    for (name, content, kind, type, note) in files {
      let path = try folder.write(name, content)
      let card = try #require(
        try reader.cards(from: item("text/uri-list", "file://\(path)".utf8)).first)
      #expect(card.kind == kind && card.title == name && card.name == name)
      #expect(card.representations.map(\.type) == [type])
      #expect(try card.representations[0].content.bytes() == content)
      #expect(card.note == note)
    }
    // A program's own content may have been cut off, and without a name it is no file.
    for bytes in [Array("[1, ".utf8), []] {
      let cut = item("application/json", bytes, name: "a.json")
      #expect(throws: BoardError.self) { try reader.cards(from: cut) }
    }
    let other = item("application/json", "// words\n{}".utf8, name: "a.json")
    #expect(try reader.cards(from: other).map(\.kind) == [.file])
    #expect(throws: BoardError.self) { try reader.cards(from: item("image/png", jpeg)) }
  }

  @Test func `a file of Markdown is a card of its words, as one of plain text is`() throws {
    for (type, name) in [("text/markdown", "plan.md"), ("text/plain", "plan.txt")] {
      let file = item(type, "# Plan\n\nDo *this*".utf8, name: name)
      let card = try #require(try reader.cards(from: file).first)
      #expect(card.kind == .text && card.name == name)
      #expect(card.title == "Plan" && card.text == "\nDo *this*")
      #expect(card.representations[0].type == type)
    }
    let latin = try reader.cards(from: item("text/markdown", [0x61, 0xFC], name: "a.md"))
    #expect(latin.map(\.kind) == [.file])
  }
}
