import BoardModel
import Foundation
import Harness
import Testing

@Suite struct CardRepresentationsTests {
  private func offered(_ board: TestBoard, _ card: CardID) throws -> [String] {
    try board.store.representations(of: card).map(\.type)
  }

  private func bytes(_ board: TestBoard, _ card: CardID, _ type: String) throws -> [UInt8] {
    let found = try board.store.representations(of: card).first { $0.type == type }
    return try #require(found).read().bytes()
  }

  @Test func `a geocache offers itself, a waypoint, its picture and its words`() throws {
    try TestBoard.run { board in
      let image = Data(Pictures.pixel).base64EncodedString()
      let json =
        #"{"name":"Ü","summary":"S","latitude":1,"longitude":2,"image":"\#(image)","k":[1.0]}"#
      let card = try board.add(item(Geocache.type, json.utf8))[0]
      #expect(
        try offered(board, card) == [
          Geocache.type, GPX.type, "image/png", "text/plain;charset=utf-8",
        ])
      #expect(try bytes(board, card, Geocache.type) == Array(json.utf8))
      #expect(try GPX.waypoints(try bytes(board, card, GPX.type)).map(\.name) == ["Ü"])
      #expect(try bytes(board, card, "image/png") == Pictures.pixel)
      let words = "Ü\n1.0000° N, 2.0000° E\nS"
      #expect(try bytes(board, card, "text/plain;charset=utf-8") == Array(words.utf8))
      let sizes = try board.store.representations(of: card).map(\.size)
      #expect(sizes == [json.utf8.count, nil, nil, nil])
      #expect(try board.store.picture(of: card)?.type == "image/png")
    }
  }

  @Test func `a geocache without a picture offers none`() throws {
    try TestBoard.run { board in
      let json = #"{"name":"A","summary":"","latitude":1,"longitude":2}"#
      let card = try board.add(item(Geocache.type, json.utf8))[0]
      #expect(try offered(board, card) == [Geocache.type, GPX.type, "text/plain;charset=utf-8"])
      #expect(try board.store.picture(of: card) == nil)
    }
  }

  @Test func `a text is offered as UTF-8 and as it came`() throws {
    try TestBoard.run { board in
      let latin = try board.add(item("text/plain;charset=iso-8859-1", [0xFC]))[0]
      #expect(
        try offered(board, latin) == ["text/plain;charset=utf-8", "text/plain;charset=iso-8859-1"])
      #expect(try bytes(board, latin, "text/plain;charset=utf-8") == Array("ü".utf8))
      #expect(try bytes(board, latin, "text/plain;charset=iso-8859-1") == [0xFC])
      let own = try board.add("Title")[0]
      #expect(try offered(board, own) == ["text/plain;charset=utf-8"])
    }
  }

  @Test func `a text that came from a file is offered as one too`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("text/plain", Array("Notes\nof us".utf8), name: "notes.txt"))[0]
      #expect(try board.store.card(card)?.kind == .text)
      #expect(try offered(board, card).last == "text/uri-list")
      guard
        case .local(let path)? = try URIList.parse(try bytes(board, card, "text/uri-list")).first
      else {
        Issue.record("there is no file")
        return
      }
      #expect(path.hasSuffix("/notes.txt"))
      #expect(FileManager.default.contents(atPath: path) == Data("Notes\nof us".utf8))
    }
  }

  @Test func `a file is offered as its type and as a file with its name`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("application/pdf", [1, 2, 3], name: "a b.pdf"))[0]
      #expect(try offered(board, card) == ["application/pdf", "text/uri-list"])
      let list = try URIList.parse(try bytes(board, card, "text/uri-list"))
      guard case .local(let path)? = list.first else {
        Issue.record("\(list)")
        return
      }
      #expect(path.hasSuffix("/a b.pdf"))
      #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
      // A program with the path may overwrite the copy.
      try Data([9]).write(to: URL(fileURLWithPath: path))
      #expect(try bytes(board, card, "application/pdf") == [1, 2, 3])
    }
  }

  @Test func `a picture is offered as a file too`() throws {
    try TestBoard.run { board in
      let named = try board.add(item("image/png", Pictures.pixel, name: "map"))[0]
      #expect(try offered(board, named) == ["image/png", "text/uri-list"])
      #expect(try file(board, named)?.name == "map")
      #expect(try file(board, named)?.content == Data(Pictures.pixel))
      // A picture without a name gets the name of its kind.
      let nameless = try board.add(item("image/jpeg", [0xFF, 0xD8, 0xFF]))[0]
      #expect(try file(board, nameless)?.name == "Picture.jpg")
    }
  }

  /// The file as which a card is offered.
  private func file(
    _ board: TestBoard, _ card: CardID
  ) throws -> (name: String, content: Data?)? {
    let list = try URIList.parse(try bytes(board, card, "text/uri-list"))
    guard case .local(let path)? = list.first else { return nil }
    return (
      String(path.split(separator: "/").last ?? ""), FileManager.default.contents(atPath: path)
    )
  }

  @Test func `the name of a file leads nowhere else`() throws {
    try TestBoard.run { board in
      for name in ["../../evil", "..", "/etc/passwd"] {
        let card = try board.add(item("application/pdf", [1], name: name))[0]
        guard
          case .local(let path)? = try URIList.parse(try bytes(board, card, "text/uri-list")).first
        else {
          Issue.record("no path for \(name)")
          continue
        }
        #expect(path.hasPrefix(board.folder.path("data/exports/")))
        #expect(!path.contains("/../"))
      }
    }
  }

  @Test func `of a file that cannot be copied whole nothing is left`() throws {
    try TestBoard.run { board in
      let large = [UInt8](repeating: 1, count: Staging.threshold + 1)
      let card = try board.add(item("application/pdf", large, name: "a.pdf"))[0]
      let stored = try board.store.content(of: card, type: "application/pdf").path
      try FileManager.default.removeItem(atPath: try #require(stored))
      #expect(error { _ = try bytes(board, card, "text/uri-list") } != nil)
      let exports = board.folder.path("data/exports")
      #expect(try FileManager.default.contentsOfDirectory(atPath: exports).isEmpty)
    }
  }

  @Test func `a picture is converted only when somebody asks`() throws {
    try TestBoard.run { board in
      let jpeg = try board.add(item("image/jpeg", [0xFF, 0xD8, 0xFF]))[0]
      #expect(try offered(board, jpeg) == ["image/jpeg", "text/uri-list"])
      let offered = try board.store.representations(of: jpeg) { content, type throws(BoardError) in
        Array(type.utf8) + (try content.bytes())
      }
      #expect(offered.map(\.type) == ["image/jpeg", "image/png", "text/uri-list"])
      #expect(try offered[1].read().bytes() == Array("image/jpeg".utf8) + [0xFF, 0xD8, 0xFF])
      let png = try board.add(item("image/png", Pictures.pixel))[0]
      let own = try board.store.representations(of: png) { _, _ in [] }
      #expect(own.map(\.type) == ["image/png", "text/uri-list"])
    }
  }

  @Test func `everything else is offered as it came`() throws {
    try TestBoard.run { board in
      let odd = IncomingItem(representations: [
        ("application/x-odd", .bytes([1])), ("application/x-other", .bytes([2])),
      ])
      let card = try board.add(odd)[0]
      #expect(try offered(board, card) == ["application/x-odd", "application/x-other"])
      #expect(try bytes(board, card, "application/x-other") == [2])
    }
  }

  @Test func `what was offered stays readable while the history has it`() throws {
    try TestBoard.run { board in
      let card = try board.add("Before")[0]
      let offered = try board.store.representations(of: card)
      try board.store.perform(.editCard(card, title: "After", text: ""))
      try board.store.perform(.deleteCards([card]))
      #expect(try offered[0].read().bytes() == Array("Before".utf8))
    }
  }

  @Test func `a card that is not there offers nothing`() throws {
    try TestBoard.run { board in
      #expect(
        error { _ = try board.store.representations(of: CardID(rawValue: "x")) }
          == .noSuchCard("x"))
      let card = try board.add("A")[0]
      #expect(
        error { _ = try board.store.content(of: card, type: "image/png") }
          == .noSuchRepresentation("image/png", available: ["text/plain;charset=utf-8"]))
    }
  }
}
