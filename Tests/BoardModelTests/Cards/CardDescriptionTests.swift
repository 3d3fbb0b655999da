import BoardModel
import Harness
import Testing

@Suite struct CardDescriptionTests {
  /// A card as another board receives it; each type has the name that the bus uses for it.
  private func taken(_ id: CardID, from board: TestBoard) throws -> NewCard {
    let offered = try board.store.describedRepresentations(of: id) { _, _ in Pictures.pixel }
    func content(_ type: String) throws -> Content {
      let found = offered.first { $0.type == type }
      return try #require(found).read()
    }
    let description = try CardDescription(json: try content(CardDescription.type).bytes())
    var contents: [(type: String, content: Content)] = []
    for wanted in try WantedTypes.sources(
      of: offered.map(\.type), describedBy: description, isWhole: true, isMove: true)
    {
      contents.append((wanted.type, try content(wanted.offered)))
    }
    let item = IncomingItem(representations: contents)
    let cards = try CardReader().cards(
      from: item, describedBy: description)
    #expect(cards.count == 1)
    return try #require(cards.first)
  }

  private func expectWhole(
    _ id: CardID, _ board: TestBoard, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let card = try #require(try board.store.card(id))
    let taken = try taken(id, from: board)
    #expect(taken.title == card.title, sourceLocation: place)
    #expect(taken.text == card.text, sourceLocation: place)
    #expect(taken.name == card.name, sourceLocation: place)
    #expect(taken.kind == card.kind, sourceLocation: place)
    #expect(taken.coordinates == card.coordinates, sourceLocation: place)
    #expect(taken.hasPicture == card.hasPicture, sourceLocation: place)
    #expect(taken.details == card.details, sourceLocation: place)
    #expect(taken.attachments.map(\.name) == card.attachments.map(\.name), sourceLocation: place)
    for (one, attachment) in zip(taken.attachments, card.attachments) {
      let stored = try board.store.attachment(attachment.number, of: id).bytes()
      #expect(try one.content.bytes() == stored, sourceLocation: place)
      #expect(one.type == attachment.type, sourceLocation: place)
    }
    let types = card.representations.map(\.type)
    #expect(taken.representations.map(\.type) == types, sourceLocation: place)
    for (type, content) in taken.representations {
      let stored = try board.store.content(of: id, type: type).bytes()
      #expect(try content.bytes() == stored, sourceLocation: place)
    }
  }

  @Test func `what is planned and attached comes too`() throws {
    try TestBoard.run { board in
      let id = try board.add("A")[0]
      let details = CardDetails(
        due: DueDate("2026-11-25"), isDone: true, labels: [CardLabel("Home", .brown)],
        checklist: [ChecklistItem("a", isDone: true), ChecklistItem("b")])
      try board.store.perform(.editDetails(id, details))
      try board.store.perform(
        .attach(
          [
            NewAttachment(name: "a.txt", type: "text/plain", content: .bytes([1])),
            NewAttachment(
              name: "large", type: "application/x-large",
              content: .bytes([UInt8](repeating: 1, count: Staging.threshold + 1))),
          ], to: id))
      try expectWhole(id, board)
      try board.store.perform(.detach(id, attachment: 1))
      try expectWhole(id, board)
    }
  }

  @Test(arguments: [
    (#""due": "soon""#, "due"), (#""done": 1"#, "done"), (#""labels": {}"#, "labels"),
    (#""labels": [1]"#, "labels"), (#""labels": [{"name": ""}]"#, "label"),
    (#""checklist": [{"done": true}]"#, "text"),
    (#""attachments": [{"offered": "text/plain", "name": "a", "type": "a/b"}]"#, "offered"),
  ])
  func `broken details are refused with the field`(member: String, field: String) {
    let json = #"{"title": "", "text": "", "types": [], \#(member)}"#
    guard case .invalid(field, _)? = error({ _ = try CardDescription(json: Array(json.utf8)) })
    else {
      Issue.record("\(member) was accepted")
      return
    }
  }

  @Test func `a picture comes in its own type`() throws {
    try TestBoard.run { board in
      let jpeg = item("image/jpeg", [0xFF, 0xD8, 0xFF], name: "a.jpg")
      try expectWhole(try board.add(jpeg)[0], board)
    }
  }

  @Test func `whatever came in comes with every representation`() throws {
    try TestBoard.run { board in
      let odd = IncomingItem(representations: [
        ("application/x-odd; v=2", .bytes([0, 1])), ("text/html", .bytes(Array("<b>".utf8))),
        ("text/plain", .bytes(Array("Odd thing".utf8))),
      ])
      try expectWhole(try board.add(odd)[0], board)
      let link = IncomingItem(representations: [
        ("text/uri-list", .bytes(Array("https://example.org/a\r\n".utf8))),
        ("text/html", .bytes(Array("<a>".utf8))),
      ])
      try expectWhole(try board.add(link)[0], board)
    }
  }

  @Test func `a waypoint comes with its file`() throws {
    try TestBoard.run { board in
      let gpx = Array("<gpx><wpt lat='1' lon='2'><name>W</name></wpt><trk/></gpx>".utf8)
      try expectWhole(try board.add(item(GPX.type, gpx, name: "w.gpx"))[0], board)
    }
  }

  @Test func `what a geocache offers beside what is stored of it is that`() throws {
    try TestBoard.run { board in
      let json = #"{"name":"A","summary":"S","latitude":1,"longitude":2}"#
      let both = IncomingItem(representations: [
        (Geocache.type, .bytes(Array(json.utf8))), ("image/png", .bytes(Pictures.pixel)),
        ("text/plain;charset=utf-8", .bytes(Array("beside it".utf8))),
      ])
      try expectWhole(try board.add(both)[0], board)
    }
  }

  @Test func `words that were changed come with the card`() throws {
    try TestBoard.run { board in
      let items = [
        item("application/pdf", [1], name: "a.pdf"), item("image/png", Pictures.pixel),
        item("application/x-odd", [1]), item("text/plain", "one\ntwo".utf8),
        item(Geocache.type, #"{"name":"A","summary":"S","latitude":1,"longitude":2}"#.utf8),
      ]
      for item in items {
        let card = try board.add(item)[0]
        try board.store.perform(.editCard(card, title: "Née “Ü”", text: "first\n\nthird"))
        try expectWhole(card, board)
      }
      // This is no valid file name on the bus.
      try expectWhole(try board.add(item("application/pdf", [1], name: "a/b"))[0], board)
    }
  }

  @Test func `bytes that are no description are refused`() {
    guard
      case .malformed(CardDescription.type, _)? = error({
        _ = try CardDescription(json: Array("{".utf8))
      })
    else {
      Issue.record("half a description was not refused")
      return
    }
    #expect(
      error { _ = try CardDescription(json: Array("[]".utf8)) }
        == .malformed(type: CardDescription.type, reason: "it is an array, not an object"))
    for (json, field) in [
      (#"{"text": "", "types": []}"#, "title"),
      (#"{"title": 1, "text": "", "types": []}"#, "title"),
      (#"{"title": "", "text": "", "types": "a/b"}"#, "types"),
      (#"{"title": "", "text": "", "types": [1]}"#, "types"),
      (#"{"title": "", "text": "", "name": 1, "types": []}"#, "name"),
    ] {
      guard
        case .invalid(field, _)? = error({ _ = try CardDescription(json: Array(json.utf8)) })
      else {
        Issue.record("\(json) was not refused for its \(field)")
        continue
      }
    }
  }
}

@Suite struct WantedTypesTests {
  private func description(_ types: String...) throws -> CardDescription {
    let list = types.map { "\"\($0)\"" }.joined(separator: ", ")
    return try CardDescription(
      json: Array(#"{"title": "T", "text": "", "types": [\#(list)], "later": 1}"#.utf8))
  }

  @Test func `a card that would not come whole is not moved`() throws {
    let description = try description("application/x-odd", "application/x-other")
    let offered = ["application/x-odd", CardDescription.type]
    #expect(
      error {
        _ = try WantedTypes.sources(of: offered, describedBy: description, isMove: true)
      } == .invalid(field: "card", reason: "not all of it is on offer, so it can only be copied"))
    let copied = try WantedTypes.sources(of: offered, describedBy: description)
    #expect(copied.map(\.offered) == ["application/x-odd"])
  }

  @Test func `a type is known in the spelling of the bus, and kept in its own`() throws {
    let description = try description("Application/X-Odd; v=2")
    let wanted = try WantedTypes.sources(
      of: ["application/x-odd", "application/x-odd;v=2"], describedBy: description, isMove: true)
    #expect(wanted.map(\.type) == ["Application/X-Odd; v=2"])
    #expect(wanted.map(\.offered) == ["application/x-odd;v=2"])
  }

  @Test func `one representation does not stand for two`() throws {
    #expect(try description("a/b", "A/B").sources(among: ["a/b", "c/d"]) == nil)
    #expect(try description().sources(among: ["a/b"]) == nil)
  }

  @Test func `of pictures the one is read of which can be told whether it is whole`() {
    let types = ["image/jpeg", "image/png", "text/uri-list"]
    #expect(WantedTypes.best(of: types) == ["image/png", "text/uri-list"])
    #expect(WantedTypes.best(of: types, isWhole: true) == ["image/jpeg", "text/uri-list"])
    let address = ["text/plain", "text/uri-list", "image/webp"]
    #expect(WantedTypes.best(of: address) == ["image/webp", "text/uri-list"])
  }

  /// The types as their programs list them.
  @Test(arguments: [
    // A text view of GTK 3.
    (
      [
        "GTK_TEXT_BUFFER_CONTENTS", "application/x-gtk-text-buffer-rich-text", "UTF8_STRING",
        "text/plain",
      ],
      ["UTF8_STRING"]
    ),
    // Cells of a sheet of LibreOffice.
    (
      [
        "application/x-openoffice-embed-source-xml;windows_formatname=\"Star Embed Source (XML)\"",
        "image/png", "text/html", "text/plain;charset=utf-8",
      ],
      ["text/plain;charset=utf-8", "text/html", "image/png"]
    ),
    // “Copy Image” of a browser of the Mozilla family.
    (["text/html", "text/_moz_htmlinfo", "image/png", "image/jpeg"], ["image/png"]),
    (["image/bmp", "application/x-unheard-of", "image/png"], ["image/png"]),
    (["application/x-unheard-of"], ["application/x-unheard-of"]),
  ])
  func `what everybody reads is the content`(_ types: [String], _ read: [String]) {
    #expect(WantedTypes.best(of: types) == read)
  }

  @Test func `beside a picture without a name its address is read`() {
    let links = ["text/x-moz-url", "text/uri-list", "text/html"]
    let bytes = "application/octet-stream"
    for (picture, beside) in [
      ("image/webp", ["text/uri-list"]), (bytes, ["text/uri-list"]),
      ("\(bytes);name=\"a.png\"", []), ("application/pdf", []),
    ] {
      #expect(WantedTypes.best(of: [picture] + links) == [picture] + beside)
    }
    #expect(
      WantedTypes.best(of: ["text/x-moz-url", "image/png"]) == ["image/png", "text/x-moz-url"])
    #expect(WantedTypes.best(of: [bytes, "text/uri-list"], isWhole: true) == [bytes])
  }

  @Test func `beside a text its HTML is read, and is not needed`() throws {
    let types = ["text/html", "text/rtf", "text/plain", "text/plain;charset=utf-8"]
    let wanted = try WantedTypes.sources(of: types, describedBy: nil)
    #expect(wanted.map(\.type) == ["text/plain;charset=utf-8", "text/html"])
    #expect(wanted.map(\.isNeeded) == [true, false])
    let alone = try WantedTypes.sources(of: ["text/html"], describedBy: nil)
    #expect(alone.map(\.isNeeded) == [true])
    #expect(WantedTypes.best(of: ["text/rtf"]) == ["text/rtf"])
  }

  @Test func `words are kept with what they stand beside`() {
    let types = [
      "application/x-odd", "text/plain", "text/html", "text/uri-list", "text/x-moz-url",
      "application/vnd.dragd.offer", CardDescription.type, "x-special/gnome-icon-list",
    ]
    let links = ["text/uri-list", "text/x-moz-url"]
    #expect(WantedTypes.best(of: types, isWhole: true) == links + ["application/x-odd"])
    #expect(WantedTypes.best(of: types) == links)
    let words = ["text/plain", "text/html"]
    let others = types.filter { !links.contains($0) }
    #expect(WantedTypes.best(of: others, isWhole: true) == words + ["application/x-odd"])
    #expect(WantedTypes.best(of: others) == words)
  }

  @Test func `what is complete in itself comes alone`() {
    #expect(
      WantedTypes.best(of: ["text/plain", "application/gpx+xml", "Application/X-Geocache"])
        == ["Application/X-Geocache"])
    #expect(
      WantedTypes.best(of: ["text/html", "text/plain", "UTF8_STRING"])
        == ["UTF8_STRING", "text/html"])
    #expect(
      WantedTypes.best(of: ["text/x-moz-url", "text/uri-list", "text/plain"])
        == ["text/uri-list", "text/x-moz-url"])
  }
}
