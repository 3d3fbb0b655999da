import Foundation
import Harness
import Testing

@testable import BoardModel

@Suite struct OfferedCardTests {
  /// The files of cards that are offered together: their names and their content.
  private func files(
    _ board: TestBoard, _ cards: [CardID]
  ) throws -> [(name: String, content: String)] {
    let offered = try cards.map { try board.store.offeredCard($0) }
    return try OfferedCard.files(of: offered).map { list in
      let bytes = try list.read().bytes()
      guard case .local(let path)? = try URIList.parse(bytes).first else {
        return ("", String(decoding: bytes, as: UTF8.self))
      }
      let content = FileManager.default.contents(atPath: path) ?? Data()
      return (
        URIList.lastComponent(of: path) ?? "", String(decoding: content, as: UTF8.self)
      )
    }
  }

  /// Regression: file managers took nothing of most cards.
  @Test func `every card is a file, as most programs open it`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      func card(_ title: String, _ change: (inout CardDetails) -> Void) throws -> CardID {
        var card = NewCard(title: title)
        change(&card.details)
        return try board.store.perform(.addCards([card], to: list, at: .end)).cards[0]
      }
      let json = #"{"name":"Ü","summary":"","latitude":1,"longitude":2}"#
      let url = "https://example.org/a"
      let cards = [
        try board.add(item("application/pdf", [0x31], name: "a b.pdf"))[0],
        try board.add(item("text/plain", "Call/Ada\nat noon".utf8))[0],
        try board.add(item("text/plain;charset=iso-8859-1", [0xFC]))[0],
        try board.add(item("text/plain", "one".utf8, name: "notes"))[0],
        try card("Milk") { $0.isDone = true },
        try card("Tax") { $0.due = DueDate("2026-11-25") },
        try board.add(item(Geocache.type, json.utf8))[0],
        try board.add(item(Geocache.type, json.utf8, name: "x.geocache"))[0],
        try board.add(item("text/uri-list", "\(url)\r\n".utf8))[0],
        try board.add(item("text/uri-list", "\(url)\r\nmailto:b@c\r\n".utf8))[0],
        try board.add(item("application/x-any", [0x32]))[0],
      ]
      let found = try files(board, cards)
      #expect(
        found.map(\.name) == [
          "a b.pdf", "Call_Ada.txt", "ü.txt", "notes", "Milk.md", "Tax.ics", "Ü.gpx", "x.geocache",
          "example.org_a.url", "example.org_a.txt", "application_x-any",
        ])
      #expect(found[..<5].map(\.content) == ["1", "Call/Ada\nat noon", "ü", "one", "- [x] Milk\n"])
      #expect(found[5].content.contains("DUE;VALUE=DATE:20261125\r\n"))
      #expect(found[6].content.contains("<wpt") && found[7].content == json)
      #expect(found[8].content == "[InternetShortcut]\r\nURL=\(url)\r\n")
      #expect(found[9...].map(\.content) == ["\(url)\nmailto:b@c\n", "2"])
    }
  }

  @Test func `each of several files has a name of its own`() throws {
    try TestBoard.run { board in
      let cards = try board.add("A", "a", "A (1)", "A", "b")
      #expect(
        try files(board, cards).map(\.name)
          == ["A.txt", "a (1).txt", "A (1) (1).txt", "A (2).txt", "b.txt"])
    }
  }

  @Test func `copied cards of which none is a file are addresses or words for most programs`()
    throws
  {
    try TestBoard.run { board in
      let text = try board.add("A")[0]
      let link = try board.add(item("text/uri-list", "https://example.org/\r\n".utf8))[0]
      let file = try board.add(item("application/pdf", [0x31], name: "a.pdf"))[0]
      func count(_ cards: [CardID], isCopied: Bool) throws -> Int {
        let offered = try cards.map { try board.store.offeredCard($0) }
        return OfferedCard.addresses(of: offered, isCopied: isCopied).count
      }
      #expect(try count([text, link], isCopied: true) == 0)
      #expect(try count([text, link, file], isCopied: true) == 3)
      #expect(try count([text, link], isCopied: false) == 2)
      let links = OfferedCard.addresses(of: [try board.store.offeredCard(link)], isCopied: true)
      #expect(try links.map { try $0.read().bytes() } == [Array("https://example.org/\r\n".utf8)])
    }
  }

  /// Regression: only the owner could read the copies that file managers made.
  @Test func `a file on offer has the mode of any new file, in a folder that is private`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("application/pdf", [1], name: "a.pdf"))[0]
      let list = try #require(OfferedCard.files(of: [try board.store.offeredCard(card)]).first)
      let bytes = try list.read().bytes()
      guard case .local(let path)? = try URIList.parse(bytes).first else {
        Issue.record("there is no file")
        return
      }
      let plain = board.folder.path("plain")
      #expect(FileManager.default.createFile(atPath: plain, contents: nil))
      #expect(try mode(path) == mode(plain))
      #expect(try mode(URL(filePath: path).deletingLastPathComponent().path) == 0o700)
    }
  }

  private func mode(_ path: String) throws -> Int {
    try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }
}
