import Foundation
import Harness
import Testing

@testable import BoardModel

@Suite struct OfferedCardTests {
  /// The files of cards that are offered together: their names and their content.
  private func files(
    _ board: TestBoard, _ cards: [CardID]
  ) throws -> [(name: String, content: String)]? {
    let offered = try cards.map { try board.store.offeredCard($0) }
    guard let lists = OfferedCard.files(of: offered) else { return nil }
    return try lists.map { list in
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

  /// Regression: file managers took nothing of a selection with a text among its files.
  @Test func `beside a file, a text is a file too`() throws {
    try TestBoard.run { board in
      let file = try board.add(item("application/pdf", [0x31], name: "a b.pdf"))[0]
      let text = try board.add(item("text/plain", Array("Call/Ada\nat noon".utf8)))[0]
      let latin = try board.add(item("text/plain;charset=iso-8859-1", [0xFC]))[0]
      let found = try #require(try files(board, [text, file, latin]))
      #expect(found.map(\.name) == ["Call_Ada.txt", "a b.pdf", "ü.txt"])
      #expect(found.map(\.content) == ["Call/Ada\nat noon", "1", "ü"])
    }
  }

  @Test func `beside a file, a planned text is Markdown, and a geocache is a geocache`() throws {
    try TestBoard.run { board in
      let file = try board.add(item("application/pdf", [0x31], name: "a.pdf"))[0]
      let list = try board.lists()[0]
      var planned = NewCard(title: "Milk")
      planned.details.isDone = true
      let milk = try board.store.perform(.addCards([planned], to: list, at: .end)).cards[0]
      let json = #"{"name":"Ü","summary":"","latitude":1,"longitude":2}"#
      let cache = try board.add(item(Geocache.type, json.utf8))[0]
      let found = try #require(try files(board, [file, milk, cache]))
      #expect(found.map(\.name) == ["a.pdf", "Milk.md", "Ü.geocache"])
      #expect(found.map(\.content) == ["1", "- [x] Milk\n", json])
    }
  }

  @Test func `cards without a file among them are no files`() throws {
    try TestBoard.run { board in
      let text = try board.add("A")[0]
      let link = try board.add(item("text/uri-list", "https://example.org/\r\n".utf8))[0]
      #expect(try files(board, [text]) == nil)
      #expect(try files(board, [text, link]) == nil)
      #expect(try files(board, []) == nil)
      #expect(try files(board, [link])?.map(\.content) == ["https://example.org/\r\n"])
    }
  }

  /// Regression: only the owner could read the copies that file managers made.
  @Test func `a file on offer has the mode of any new file, in a folder that is private`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("application/pdf", [1], name: "a.pdf"))[0]
      let list = try #require(OfferedCard.files(of: [try board.store.offeredCard(card)])?.first)
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
