import BoardModel
import Harness
import Testing

@Suite struct CardReaderTests {
  private let reader = CardReader()

  private func cards(_ item: IncomingItem) throws(BoardError) -> [NewCard] {
    try reader.cards(from: item)
  }

  private let geocache =
    #"{"name": "Lighthouse", "summary": "Third step", "latitude": 54.5, "longitude": 12, "x": 1}"#

  @Test func `a geocache becomes a geocache card, byte for byte`() throws {
    let card = try #require(try cards(item(Geocache.type, geocache.utf8, name: "a.geocache")).first)
    #expect(card.kind == .geocache)
    #expect(card.title == "Lighthouse")
    #expect(card.text == "Third step")
    #expect(card.name == "a.geocache")
    #expect(card.coordinates == Coordinates(latitude: 54.5, longitude: 12))
    #expect(!card.hasPicture)
    #expect(try card.representations.map { try $0.content.bytes() } == [Array(geocache.utf8)])
  }

  @Test func `waypoints become a card each`() throws {
    let gpx =
      "<gpx><wpt lat='1' lon='2'><name>A</name></wpt><wpt lat='3' lon='4'><name>B</name></wpt></gpx>"
    let found = try cards(item(GPX.type, gpx.utf8))
    #expect(found.map(\.title) == ["A", "B"])
    #expect(found.map(\.kind) == [.geocache, .geocache])
    for card in found { #expect(card.representations.map(\.type) == [Geocache.type, GPX.type]) }
  }

  @Test func `a single waypoint keeps the rest of its file`() throws {
    let gpx = Array("<gpx><wpt lat='1' lon='2'/><trk/></gpx>".utf8)
    let found = try cards(item(GPX.type, gpx))
    #expect(found.map { $0.representations.map(\.type) } == [[Geocache.type, GPX.type]])
    #expect(try found[0].representations[1].content.bytes() == gpx)
  }

  @Test func `a track stays a file`() throws {
    let track = try cards(item(GPX.type, "<gpx><trk/></gpx>".utf8, name: "tour.gpx"))
    #expect(track.map(\.kind) == [.file])
    #expect(track.map(\.title) == ["tour.gpx"])
  }

  @Test func `a text's first line is its title`() throws {
    let card = try #require(
      try cards(item("text/plain", "\n  Buy milk \nTwo litres\nFresh".utf8)).first)
    #expect(card.kind == .text)
    #expect(card.title == "Buy milk")
    #expect(card.text == "Two litres\nFresh")
    #expect(
      try card.representations[0].content.bytes() == Array("\n  Buy milk \nTwo litres\nFresh".utf8))
  }

  @Test func `a text is shown in its charset and kept as it came`() throws {
    let card = try #require(try cards(item("text/plain;charset=iso-8859-1", [0xFC])).first)
    #expect(card.kind == .text)
    #expect(card.title == "ü")
    #expect(card.representations[0].type == "text/plain;charset=iso-8859-1")
    #expect(try card.representations[0].content.bytes() == [0xFC])
  }

  @Test func `a text that cannot be read is kept as something else`() throws {
    #expect(try cards(item("text/plain;charset=klingon", [0x41])).map(\.kind) == [.other])
    #expect(try cards(item("text/plain", [0xFF], name: "a.txt")).map(\.kind) == [.file])
  }

  @Test func `what a browser selects is a text with its markup`() throws {
    let selection = IncomingItem(representations: [
      ("text/html", .bytes(Array("<b>Hi</b>".utf8))), ("text/plain", .bytes(Array("Hi".utf8))),
    ])
    let card = try #require(try cards(selection).first)
    #expect(card.kind == .text)
    #expect(card.title == "Hi")
    #expect(card.representations.map(\.type) == ["text/html", "text/plain"])
  }

  @Test func `HTML beside a text changes nothing but the look`() throws {
    let html = #"<meta charset="utf-8"><b>Fünf</b>"#
    let wide = Array("\u{FEFF}<b>Fünf</b>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for (name, bytes) in [("notes.txt", Array(html.utf8)), (nil, wide)] {
      let item = IncomingItem(
        name: name,
        representations: [
          ("text/plain;charset=utf-8", .bytes(Array("Fünf\nÄpfel".utf8))),
          ("text/html", .bytes(bytes)),
        ])
      let card = try #require(try CardReader().cards(from: item).first)
      #expect(card.kind == .text && card.title == "Fünf" && card.text == "Äpfel")
      #expect(card.representations.map(\.type) == ["text/plain;charset=utf-8", "text/html"])
      #expect(try card.representations[1].content.bytes() == Array(html.utf8))
    }
  }

  @Test func `what an editor of GTK 3 copies is a text, too`() throws {
    let type = "application/x-gtk-text-buffer-rich-text"
    let copy = IncomingItem(representations: [
      (type, .bytes(Array("GTKTEXTBUFFERCONTENTS-0001".utf8))),
      ("text/plain;charset=utf-8", .bytes(Array("Hi".utf8))),
    ])
    let card = try #require(try cards(copy).first)
    #expect(card.kind == .text)
    #expect(card.title == "Hi")
    #expect(card.representations.map(\.type) == [type, "text/plain;charset=utf-8"])
    #expect(try cards(item(type, [0x47])).map(\.kind) == [.other])
  }

  @Test func `a picture is an image card`() throws {
    let found = try cards(item("image/png", Pictures.pixel, name: "map.png"))
    #expect(found.map(\.kind) == [.image])
    #expect(found.map(\.title) == ["map.png"])
    #expect(found[0].hasPicture)
    #expect(try cards(item("image/webp", [1, 2, 3])).map(\.title) == ["Picture"])
  }

  @Test func `anything else is kept with every representation`() throws {
    let odd = IncomingItem(representations: [
      ("application/x-odd; v=2", .bytes([0, 1, 2])), ("application/x-older", .bytes([])),
      ("text/plain", .bytes(Array("Odd thing".utf8))),
    ])
    let card = try #require(try cards(odd).first)
    #expect(card.kind == .text)
    #expect(card.title == "Odd thing")
    #expect(card.representations.map(\.type) == odd.representations.map(\.type))
    let named = try cards(item("application/pdf", [1], name: "a.pdf"))
    #expect(named.map(\.kind) == [.file])
  }

  @Test(arguments: [
    ("application/x-geocache", "{"), ("image/png", "\u{89}PNG"), ("application/json", "{\"a\": "),
    ("application/geo+json", "[1"), ("application/gpx+xml", "<gpx>"),
  ])
  func `what is cut off is refused`(type: String, text: String) {
    guard case .malformed(type, _)? = error({ _ = try cards(item(type, text.utf8)) }) else {
      Issue.record("\(type) was not refused as malformed")
      return
    }
  }

  @Test func `one broken representation spoils the card`() {
    let mixed = IncomingItem(representations: [
      (Geocache.type, .bytes(Array(geocache.utf8))), ("image/png", .bytes([1, 2, 3])),
    ])
    #expect(error { _ = try cards(mixed) } != nil)
    #expect(error { _ = try cards(IncomingItem(representations: [])) } != nil)
  }
}

@Suite struct FileReadingTests {
  private let reader = CardReader()

  private func list(_ lines: String...) -> IncomingItem {
    item("text/uri-list", lines.joined(separator: "\r\n").utf8)
  }

  @Test func `dropped files become cards of their kinds`() throws {
    let folder = try TemporaryFolder("drop ü")
    defer { folder.remove() }
    let geocache = #"{"name": "G", "summary": "", "latitude": 1, "longitude": 2}"#
    let paths = [
      try folder.write("a.geocache", text: geocache), try folder.write("map.png", Pictures.pixel),
      try folder.write("note.txt", text: "Note\nmore"), try folder.write("raw.bin", [0, 255, 1]),
      try folder.write(
        "two.gpx", text: "<gpx><wpt lat='1' lon='2'/><wpt lat='1' lon='2'/></gpx>"),
    ]
    var uris = paths.map { String(decoding: URIList.list(ofFileAt: $0), as: UTF8.self) }
    uris.append("https://example.org/page\r\n")
    let cards = try reader.cards(from: item("text/uri-list", uris.joined().utf8))
    #expect(cards.map(\.kind) == [.geocache, .image, .text, .file, .geocache, .geocache, .other])
    #expect(cards.map(\.name) == ["a.geocache", "map.png", "note.txt", "raw.bin", nil, nil, nil])
    #expect(cards[2].title == "Note")
    #expect(cards[2].representations.map(\.type) == ["text/plain;charset=utf-8"])
    #expect(cards[3].representations.map(\.type) == ["application/octet-stream"])
    #expect(cards[6].title == "https://example.org/page")
    #expect(cards[6].representations.map(\.type) == ["text/uri-list"])
  }

  @Test func `files that no person has named are not opened`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let uri = "file://\(try folder.write("secret", text: "the key"))"
    let bytes = Array("\(uri)\r\nfile:///nowhere\r\n".utf8)
    let reader = CardReader(openingFiles: false)
    let card = try #require(try reader.cards(from: item("text/uri-list", bytes)).first)
    #expect(card.kind == .other && card.title == uri && card.text == "file:///nowhere")
    #expect(card.representations.map(\.type) == ["text/uri-list"])
    #expect(try card.representations[0].content.bytes() == bytes)
    // What was a card with an address on its board is one on this board, too.
    let described = try self.reader.cards(
      from: item("text/uri-list", bytes),
      describedBy: CardDescription(
        json: Array(#"{"title": "A link", "text": "", "types": ["text/uri-list"]}"#.utf8)))
    #expect(described.map(\.kind) == [.other] && described[0].title == "A link")
  }

  @Test func `links alone are kept with all that came with them`() throws {
    let bytes = Array("# from the web\r\nhttps://example.org/a\r\nhttps://example.org/b\r\n".utf8)
    let link = IncomingItem(representations: [
      ("text/uri-list", .bytes(bytes)), ("text/html", .bytes(Array("<a>".utf8))),
    ])
    let card = try #require(try reader.cards(from: link).first)
    #expect(card.kind == .other)
    #expect(card.title == "https://example.org/a")
    #expect(card.text == "https://example.org/b")
    #expect(card.representations.map(\.type) == ["text/uri-list", "text/html"])
    #expect(try card.representations[0].content.bytes() == bytes)
  }

  @Test func `a picture that comes with its address is the picture`() throws {
    let picture = IncomingItem(representations: [
      ("image/png", .bytes(Pictures.pixel)),
      ("text/uri-list", .bytes(Array("https://example.org/a.png".utf8))),
    ])
    let cards = try reader.cards(from: picture)
    #expect(cards.map(\.kind) == [.image] && cards.map(\.title) == ["a.png"])
    #expect(cards[0].representations.map(\.type) == ["image/png"])
  }

  @Test(arguments: [
    ("https://example.org/x/photo.png?size=2#a.gif", "photo.png"),
    ("https://example.org/%C3%BC%2Fb.png", "ü_b.png"),
    ("https://example.org/photo.JPEG", "photo.png"),
    ("file:///nowhere/my%20photo.png", "my photo.png"), ("https://example.org/photo", nil),
    ("https://example.org/page.html", nil), ("https://example.org/", nil),
    ("data:image/png;base64,a/b.png", nil), ("https://e.org/a.png\r\nhttps://e.org/b.png", nil),
    ("no list", nil), ("", nil), ("https://example.org/%2E%2E%2Fa.png", "_._a.png"),
  ])
  func `a picture has the name in its address, with its own ending`(
    address: String, name: String?
  ) throws {
    let link = Array("\(address)\nA title.png".utf8)
    for (type, bytes) in [
      ("text/uri-list", Array("\(address)\r\n".utf8)), ("text/x-moz-url", link),
    ]
    where type == "text/uri-list" || !address.contains(where: \.isNewline) {
      for picture in ["image/png", "application/octet-stream"] {
        let item = IncomingItem(representations: [
          (picture, .bytes(Pictures.pixel)), (type, .bytes(bytes)),
        ])
        let cards = try reader.cards(from: item)
        #expect(cards.map(\.kind) == [.image])
        #expect(cards[0].name == name)
        #expect(cards[0].title == name ?? "Picture")
        #expect(cards[0].representations.map(\.type) == ["image/png"])
      }
    }
  }

  @Test func `a picture of mere bytes has the name beside its type`() throws {
    for (words, name) in [("lake.png", "lake.png"), ("lake", "lake.png"), ("../b.gif", "_._b.png")]
    {
      let type = "application/octet-stream;name=\"\(words)\""
      let card = try reader.cards(from: item(type, Pictures.pixel))[0]
      #expect(card.kind == .image && card.name == name && card.title == name)
      #expect(card.representations.map(\.type) == ["image/png"])
    }
  }

  @Test(arguments: [true, false])
  func `a browser's link has its title and its address`(isUTF16: Bool) throws {
    let words = "https://example.org/a\nThe Ä"
    let utf16 = words.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let bytes = isUTF16 ? utf16 : Array(words.utf8)
    let link = IncomingItem(representations: [
      ("text/x-moz-url", .bytes(bytes)), ("text/plain", .bytes(Array("https://e".utf8))),
    ])
    let card = try #require(try reader.cards(from: link).first)
    #expect(card.kind == .other)
    #expect(card.title == "The Ä")
    #expect(card.text == "https://example.org/a")
    let types = ["text/uri-list", "text/x-moz-url", "text/plain"]
    #expect(card.representations.map(\.type) == types)
    #expect(
      try card.representations[0].content.bytes() == Array("https://example.org/a\r\n".utf8))
  }

  @Test(arguments: [
    [], Array("no address".utf8), [0, 0xD8], Array(":\u{1A1A}".utf8), Array("a word: b".utf8),
  ])
  func `a browser's link without an address is the text beside it`(bytes: [UInt8]) throws {
    let link = IncomingItem(representations: [
      ("text/x-moz-url", .bytes(bytes)), ("text/plain", .bytes(Array("words".utf8))),
    ])
    let card = try #require(try reader.cards(from: link).first)
    #expect(card.kind == .text)
    #expect(card.title == "words")
  }

  @Test func `a picture that comes as mere bytes is known by its mark`() throws {
    let webp = Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBP".utf8)
    for (bytes, type) in [(Pictures.pixel, "image/png"), (webp, "image/webp")] {
      let card = try #require(
        try reader.cards(from: item("application/octet-stream", bytes)).first)
      #expect(card.kind == .image)
      #expect(card.representations.map(\.type) == [type])
      #expect(try card.representations[0].content.bytes() == bytes)
    }
    // The reader still refuses half a picture, and a file keeps its type.
    let half = item("application/octet-stream", Pictures.pixel.dropLast(20))
    #expect(throws: BoardError.self) { try reader.cards(from: half) }
    let file = item("application/octet-stream", Pictures.pixel, name: "rom.bin")
    #expect(try reader.cards(from: file).map(\.kind) == [.file])
  }

  @Test func `what cannot be read is told with its path`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.makeFolder("sub")
    _ = try Program.run("mkfifo", [folder.path("sub/fifo")])
    for (name, reason) in [
      ("none", "No such file or directory"),
      ("sub", "sub/fifo is a FIFO, which has no content of its own"),
    ] {
      let path = folder.path(name)
      let expected = BoardError.unreadable(path: path, reason: reason)
      #expect(error { _ = try reader.cards(from: list("file://\(path)")) } == expected)
      // Regression: the message for several files did not say that none was added.
      let good = "file://\(try folder.write("good.txt", [0x61]))"
      let found = error { _ = try reader.cards(from: list("\(good)\r\nfile://\(path)")) }
      #expect(found?.message == "\(expected.message); none of the 2 files was added")
    }
  }

  @Test func `JSON that is too large for memory is checked too`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("cut.json", text: #"{"a": "#)
    // Behind the text the file has only a hole.
    _ = try Program.run("truncate", ["-s", "65M", path])
    let file = IncomingItem(representations: [("application/json", try .file(at: path))])
    #expect(
      error { _ = try reader.cards(from: file) }
        == .malformed(type: "application/json", reason: "this is not a value, at byte 6"))
  }

  @Test func `a pipe is not waited for`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try Program.run("mkfifo", [folder.path("pipe")])
    #expect(
      error { _ = try reader.cards(fromFileAt: folder.path("pipe")) }
        == .unreadable(path: folder.path("pipe"), reason: "is not a regular file"))
  }

  @Test func `a large text is a file, not a book on a card`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("book.txt", [UInt8](repeating: 65, count: Staging.threshold + 1))
    let cards = try reader.cards(fromFileAt: path)
    #expect(cards.map(\.kind) == [.file])
    #expect(cards.map(\.title) == ["book.txt"])
  }

  @Test func `a large text without a name has its first line for a title`() throws {
    let book = Array("\nCall me Ishmael.\n".utf8) + [UInt8](repeating: 65, count: Staging.threshold)
    #expect(try reader.cards(from: item("text/plain", book)).map(\.title) == ["Call me Ishmael."])
    let cut = Array("ö".utf8) + [UInt8](repeating: 66, count: 4093) + Array("äx\n".utf8)
    let long = cut + [UInt8](repeating: 65, count: Staging.threshold)
    #expect(
      try reader.cards(from: item("text/plain;charset=utf-8", long)).map(\.title.count) == [4094])
  }

  @Test func `an empty file has its name for a title`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    #expect(
      try reader.cards(fromFileAt: try folder.write("empty.txt", [])).map(\.title) == ["empty.txt"])
  }
}
