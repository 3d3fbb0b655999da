import Testing

@testable import dragctl

@Suite struct FileNameTests {
  @Test(arguments: [
    ("photo.png", "photo.png"), ("../../etc/passwd", "_._.._etc_passwd"), (".bashrc", "_bashrc"),
    ("-rf", "_rf"), ("a\nb\u{1B}c", "a_b_c"), ("a\u{202E}gnp.exe", "a_gnp.exe"), ("..", "_."),
    ("/", "_"), ("naïve 名.txt", "naïve 名.txt"), ("a\u{0}b", "a_b"),
  ])
  func suggestionsAreMadeSafe(_ suggestion: String, _ name: String) {
    #expect(FileName.safe(suggestion) == name)
  }

  @Test func anEmptySuggestionIsNone() {
    #expect(FileName.safe("") == nil)
  }

  @Test func longNamesKeepTheirEndingAndWholeCharacters() throws {
    let name = try #require(FileName.safe(String(repeating: "é", count: 200) + ".png"))
    #expect(name.hasSuffix("é.png"))
    #expect(name.utf8.count <= 247)
    let ending = try #require(FileName.safe("a." + String(repeating: "x", count: 300)))
    #expect(ending.utf8.count == 247)
    #expect(FileName.numbered(name, 1234).utf8.count <= FileName.limit)
  }

  @Test(arguments: [
    ("photo.png", "photo (1).png"), ("backup.tar.gz", "backup (1).tar.gz"),
    ("README", "README (1)"),
    (".tar.gz", ".tar (1).gz"), (".hidden", ".hidden (1)"),
  ])
  func numbersStandBeforeTheEnding(_ name: String, _ numbered: String) {
    #expect(FileName.numbered(name, 1) == numbered)
  }

  @Test(arguments: [
    ("photo.png", "image/png", "photo.png"), ("photo.png", "text/uri-list", "photo.uri"),
    ("photo.PNG", "image/jpeg", "photo.jpg"), ("photo.jpeg", "image/jpeg", "photo.jpeg"),
    ("notes.md", "text/plain;charset=utf-8", "notes.md"), ("a.gpx", "application/xml", "a.gpx"),
    ("folder", "text/uri-list", "folder"), ("a.xyz", "text/uri-list", "a.xyz"),
    ("photo.png", "application/octet-stream", "photo.png"), ("photo.png", "x/unknown", "photo.png"),
  ])
  func theEndingFollowsTheTypeThatWasAccepted(_ name: String, _ type: String, _ expected: String) {
    #expect(FileName.matching(name, type: type) == expected)
  }
}

@Suite struct FileURITests {
  @Test func everyByteThatIsNotUnreservedIsEncoded() {
    #expect(
      FileURI.uri(absolutePath: Array("/a b/ü%~.-_#?".utf8)) == "file:///a%20b/%C3%BC%25~.-_%23%3F")
    #expect(FileURI.uri(absolutePath: [0x2F, 0xFF]) == "file:///%FF")
  }

  @Test func listsEndEachLineWithCRLF() {
    #expect(FileURI.list("file:///a") == Array("file:///a\r\n".utf8))
  }

  @Test(arguments: [
    ("a", "/w/a"), ("./a//b/.", "/w/a/b"), ("/x/./y", "/x/y"), ("../a", "/w/../a"), ("/", "/"),
    (".", "/w"),
  ])
  func pathsAreJoinedWithoutAskingTheFileSystem(_ path: String, _ absolute: String) {
    let bytes = AbsolutePath.lexical(Array(path.utf8), workingDirectory: Array("/w".utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == absolute)
  }

  @Test func theLastComponentIsAName() {
    #expect(AbsolutePath.lastComponent(Array("/a/b/".utf8)) == Array("b".utf8))
    #expect(AbsolutePath.lastComponent(Array("/".utf8)) == nil)
    #expect(AbsolutePath.lastComponent(Array("/a/..".utf8)) == nil)
  }
}
