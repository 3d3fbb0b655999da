import DragConnection
import DragModel
import Testing

@testable import dragctl

@Suite struct FileNameTests {
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

  @Test(arguments: [
    (nil, "image/png", "unnamed.png"), (" ", "a/b", "unnamed"), (".png", "text/uri-list", "_png"),
    ("x\u{202E}.png", "text/uri-list", "x_.uri"), (".a.png", "text/uri-list", "_a.uri"),
  ])
  func aFileHasASafeNameInTheEnd(_ suggestion: String?, _ type: String, _ expected: String) {
    #expect(FileName.forFile(suggestion: suggestion, type: type) == expected)
  }

  /// The ending is changed last, and makes the name longer.
  @Test func aLongNameThatGetsAnotherEndingFits() {
    let name = String(repeating: "x", count: 251) + ".xml"
    #expect(FileName.forFile(suggestion: name, type: "application/x-geocache").utf8.count <= 255)
  }

  @Test(
    arguments: [
      (".bashrc", nil, ".bashrc", "_bashrc"), (" a ", nil, " a ", "a"), ("-x", nil, "-x", "_x"),
      ("b\u{FFFD}", [0x62, 0xFF], "b\u{FFFD}", "b\u{FFFD}"), ("..", nil, "_.", "_."),
      ("a/b", nil, "a_b", "a_b"), (".x.txt", nil, ".x.txt", "_x.txt"),
    ] as [(String, [UInt8]?, String, String)])
  func onesOwnNamesStayAndOthersAreTold(
    _ name: String, _ bytes: [UInt8]?, _ exact: String, _ safe: String
  ) {
    let own = GivenName(ofFile: name, bytes, type: .utf8Text, .exact)
    let other = GivenName(ofFile: name, bytes, type: .utf8Text, .safe)
    #expect(String(decoding: own.bytes, as: UTF8.self) == exact)
    #expect(bytes == nil || own.bytes == bytes)
    #expect((own.former == nil) == (exact == name))
    #expect(String(decoding: other.bytes, as: UTF8.self) == safe)
    #expect((other.former == nil) == (Array(safe.utf8) == bytes ?? Array(name.utf8)))
  }

  @Test func namesThatAreNoTextDiffer() {
    var taken = UsedNames()
    taken.insert([0x61, 0xFF])
    #expect(taken.contains([0x61, 0xFF]) && !taken.contains([0x61, 0xFE]))
  }

  @Test func twoNamesThatOneFileSystemTakesForOneAreOne() {
    var taken = UsedNames()
    taken.insert(Array("Caf\u{E9}.PNG".utf8))
    #expect(taken.contains(Array("cafe\u{301}.png".utf8)))
    #expect(!taken.contains(Array("cafe.png".utf8)))
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
