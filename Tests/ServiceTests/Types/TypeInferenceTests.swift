import DesktopTypes
import DragModel
import Testing

/// These tests use the machine's own shared-mime-info.
@Suite struct TypeInferenceTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func infer(_ name: String?, _ bytes: [UInt8], isWhole: Bool = false) -> String {
    TypeDatabase.infer(name: name, firstBytes: bytes, isWhole: isWhole).description
  }

  @Test(arguments: [
    ("a.png", "image/png"), ("A.PNG", "image/png"), ("track.gpx", "application/gpx+xml"),
    ("notes.md", "text/markdown"), ("a.tar.gz", "application/x-compressed-tar"),
    ("grüße.html", "text/html"),
  ])
  func `a name that the database knows decides, whatever the bytes`(name: String, type: String) {
    #expect(infer(name, Array("hello".utf8)) == type)
    #expect(infer(name, []) == type)
    #expect(infer(name, [0, 1, 2, 0xFF]) == type)
  }

  @Test(arguments: [nil, "picture", "picture.unknown-ending"])
  func `without a telling name the bytes decide`(name: String?) {
    #expect(infer(name, Self.png) == "image/png")
    #expect(infer(name, Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3]) == "application/pdf")
  }

  /// “MM” begins a 3D picture, too, and “From” a mailbox.
  @Test(arguments: [
    "From now on", "MM is a brand", "#!/bin/sh\n", "%PDF-1.7\n", "<!DOCTYPE html><html></html>",
    "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "BM", "GIF89a",
    "\u{1}\u{2}",
    "{\"a\": 1}", "diff --git a b\n", "\u{FEFF}grüße",
  ])
  func `without a name, what is UTF-8 is text`(_ text: String) {
    #expect(infer(nil, Array(text.utf8), isWhole: true) == "text/plain;charset=utf-8")
    #expect(infer(nil, Array(text.utf8) + [0]) != "text/plain;charset=utf-8")
  }

  @Test(arguments: ["picture", "picture.unknown-ending"])
  func `a name that tells nothing leaves the kinds of text to the bytes`(_ name: String) {
    #expect(infer(name, Array("MM is a brand".utf8)) == "text/plain;charset=utf-8")
    #expect(infer(name, Array("#!/bin/sh\n".utf8)) == "application/x-shellscript")
    #expect(
      infer(name, Array("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
        == "image/svg+xml")
    #expect(infer(name, Array("<!DOCTYPE html><html></html>".utf8)) == "text/html")
    #expect(infer(name, [1, 2]) == "application/octet-stream")
  }

  @Test
  func `where a name is ambiguous the bytes decide between its types`() {
    #expect(
      infer("a.ts", Array("<?xml version=\"1.0\"?><!DOCTYPE TS><TS></TS>".utf8))
        == "text/vnd.trolltech.linguist")
    var stream = [UInt8](repeating: 0xFF, count: 188 * 5)
    for packet in 0..<5 { stream[packet * 188] = 0x47 }
    #expect(infer("a.ts", stream) == "video/mp2t")
  }

  @Test(arguments: [nil, "note", "note.txt"])
  func `UTF-8 text is labelled as such`(name: String?) {
    #expect(infer(name, Array("hello\n".utf8)) == "text/plain;charset=utf-8")
    #expect(infer(name, Array("grüße, 世界 👋\n".utf8)) == "text/plain;charset=utf-8")
  }

  @Test(arguments: [nil, "note.txt"])
  func `text in another encoding keeps its type but gets no charset`(name: String?) {
    #expect(infer(name, [0x67, 0x72, 0xFC, 0xDF, 0x65]) == "text/plain")
    // UTF-8 up to an overlong form, a surrogate, or a value past U+10FFFF.
    #expect(infer(name, Array("ab".utf8) + [0xC0, 0xAF]) == "text/plain")
    #expect(infer(name, Array("ab".utf8) + [0xED, 0xA0, 0x80]) == "text/plain")
    #expect(infer(name, Array("ab".utf8) + [0xF5, 0x80, 0x80, 0x80]) == "text/plain")
  }

  @Test(arguments: ["é", "世", "👋"])
  func `a character cut off at the end of the first bytes is still UTF-8`(character: String) {
    let text = Array("hello \(character)".utf8)
    for missing in 1..<character.utf8.count {
      #expect(infer(nil, text.dropLast(missing)) == "text/plain;charset=utf-8")
      // A cut-off character in the middle of the bytes, or at the very end of the content, is not accepted.
      #expect(infer(nil, text.dropLast(missing) + Array("x".utf8)) == "text/plain")
      #expect(infer(nil, text.dropLast(missing), isWhole: true) == "text/plain")
    }
    #expect(infer(nil, text, isWhole: true) == "text/plain;charset=utf-8")
  }

  @Test
  func `no other type gets a charset`() {
    #expect(infer("a.html", Array("grüße".utf8)) == "text/html")
  }

  @Test
  func `a terminal's output is text`() {
    #expect(infer(nil, Array("\u{1B}[1mbold\u{1B}[0m\u{7}\n".utf8)) == "text/plain;charset=utf-8")
  }

  @Test(arguments: [nil, "thing", "thing.unknown-ending"])
  func `what nobody knows is an octet-stream`(name: String?) {
    #expect(infer(name, [0, 1, 2, 3]) == "application/octet-stream")
    #expect(infer(name, [0x61, 0x00, 0x62]) == "application/octet-stream")
    #expect(infer(name, [0x1B, 0xFF, 0xFE]) == "application/octet-stream")
  }

  @Test
  func `empty content is what its name says`() {
    #expect(infer("a.png", [], isWhole: true) == "image/png")
    #expect(infer("a.txt", [], isWhole: true) == "text/plain;charset=utf-8")
  }

  @Test(arguments: [nil, "note", "a.unknown-ending"])
  func `empty content without a telling name is empty text`(name: String?) {
    #expect(infer(name, [], isWhole: true) == "text/plain;charset=utf-8")
  }
}
