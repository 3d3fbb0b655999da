import BoardModel
import Testing

@Suite struct URIListTests {
  private func parse(_ text: String) throws(BoardError) -> [URIList.Entry] {
    try URIList.parse(Array(text.utf8))
  }

  @Test func `files and other things are told apart`() throws {
    let entries = try parse(
      """
      # a comment\r
      file:///a/b\r
      file://localhost/c\r
      file:/d\r
      https://example.org/x%20y\r
      file://elsewhere/e\r
      mailto:a@example.org\r

      """)
    #expect(
      entries == [
        .local("/a/b"), .local("/c"), .local("/d"), .other("https://example.org/x%20y"),
        .other("file://elsewhere/e"), .other("mailto:a@example.org"),
      ])
  }

  @Test(arguments: [
    ("file:///a%20b", "/a b"), ("file:///100%25", "/100%"), ("file:///%C3%BC", "/ü"),
    ("FILE:///a+b", "/a+b"), ("file:///\u{05A4}b", "/\u{05A4}b"), ("file:/%D6%A4", "/\u{05A4}"),
    ("file:///%E2%98%83.txt\0", "/☃.txt"), ("file:///a%23b", "/a#b"),
  ])
  func `percent signs stand for bytes`(uri: String, path: String) throws {
    #expect(try parse(uri) == [.local(path)])
  }

  @Test(arguments: [
    "file:///%", "file:///%4", "file:///%zz", "file:///%00", "file:///%FF", "file:relative",
    // Swift joins a NUL and a Syriac point to one character, which is not NUL; for open(2) the path ends there.
    "file:///a%00%DD%84b",
  ])
  func `what is no path is refused`(uri: String) {
    #expect(
      error { _ = try parse(uri) }
        == .malformed(type: "text/uri-list", reason: "“\(uri)” is not the path of a file"))
  }

  @Test func `a blank before a NUL at the end is none of the address`() throws {
    #expect(try parse("https://example.org/ \0") == [.other("https://example.org/")])
  }

  @Test func `what is no URI is refused`() {
    #expect(
      error { _ = try parse("hello world") }
        == .malformed(type: "text/uri-list", reason: "“hello world” is not a URI"))
    #expect(error { _ = try URIList.parse([0xFF]) } != nil)
  }

  @Test(arguments: ["/a/b.txt", "/with space/100%/ü ☃#?.txt", "/a'b\"c"])
  func `a path that is written is read again`(path: String) throws {
    let list = URIList.list(ofFileAt: path)
    #expect(try URIList.parse(list) == [.local(path)])
    #expect(list.allSatisfy { $0 < 128 && $0 != 0x20 })
    #expect(list.suffix(2) == [13, 10])
  }
}
