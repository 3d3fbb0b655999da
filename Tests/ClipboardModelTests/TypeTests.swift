import ClipboardModel
import DragModel
import Testing

/// Targets and types, in and out.
@Suite struct TypeTests {
  @Test(arguments: [
    (["TARGETS", "UTF8_STRING", "STRING", "TEXT"], ["text/plain;charset=utf-8 UTF8_STRING"]),
    (["TARGETS", "STRING"], ["text/plain;charset=utf-8 STRING"]),
    (["COMPOUND_TEXT", "TIMESTAMP", "DELETE", "INSERT_SELECTION"], []),
    (
      ["text/html", "UTF8_STRING", "text/plain;charset=utf-8"],
      ["text/html text/html", "text/plain;charset=utf-8 UTF8_STRING"]
    ),
    // GTK 3: the MIME types have the line ends of mail, and the bare one escapes.
    (
      ["UTF8_STRING", "STRING", "text/plain;charset=utf-8", "text/plain"],
      ["text/plain;charset=utf-8 UTF8_STRING", "text/plain UTF8_STRING"]
    ),
    // Java.
    (
      ["text/plain;charset=utf-16", "text/plain", "text/plain;charset=utf-8"],
      [
        "text/plain;charset=utf-8 text/plain;charset=utf-8",
        "text/plain;charset=utf-16 text/plain;charset=utf-16",
        "text/plain text/plain;charset=utf-8",
      ]
    ),
    (
      ["text/plain;charset=utf-16le"],
      [
        "text/plain;charset=utf-8 text/plain;charset=utf-16le",
        "text/plain;charset=utf-16le text/plain;charset=utf-16le",
      ]
    ),
    (["IMAGE/PNG", "image/png"], ["image/png IMAGE/PNG"]),
    (["text/plain; charset=UTF-8"], ["text/plain;charset=UTF-8 text/plain; charset=UTF-8"]),
    (["application/vnd.dragd.clipboard;id=x", "application/vnd.dragd.offer", "a/b"], ["a/b a/b"]),
  ])
  func `targets become types`(_ targets: [String], _ types: [String]) {
    #expect(ImportedTypes(targets).types.map { "\($0.type) \($0.target)" } == types)
  }

  @Test func `of very many types the source's first are taken, aliases last`() {
    let many = ["text/plain", "text/plain;charset=utf-8"] + (0..<100).map { "a/b\($0)" }
    let types = ImportedTypes(many).types
    #expect(types.count == ImportedTypes.most)
    #expect(types[0].type == .utf8Text)
    #expect(types[63].type.description == "a/b62")
  }

  @Test(arguments: [
    (
      ["image/x-inkscape-svg", "image/svg+xml", "image/png", "image/bmp"],
      ["image/svg+xml", "image/png"]
    ),
    (["application/x-openoffice-embed-source-xml", "text/rtf", "a/b"], ["text/rtf"]),
    (["image/bmp", "image/jpeg"], ["image/bmp"]),
    (["application/vnd.portal.filetransfer", "text/uri-list"], ["text/uri-list"]),
    (["application/x-dragboard-files", "text/uri-list"], ["text/uri-list"]),
    (["text/html", "UTF8_STRING", "x/first"], ["text/html", "UTF8_STRING"]),
  ])
  func `few types are read ahead`(_ targets: [String], _ read: [String]) {
    #expect(ReadAheadList.choose(from: ImportedTypes(targets)).map(\.target) == read)
  }

  @Test func `lists of files are written as programs want them`() {
    let list = FileURI.uris(inList: Array("# files\r\nfile:///a%20b\r\nhttp://c/\r\n".utf8))
    func text(_ form: FileListForm, isCut: Bool = false) -> String {
      String(decoding: FileList.text(list, form, isCut: isCut), as: UTF8.self)
    }
    #expect(text(.uriList) == "file:///a%20b\r\nhttp://c/\r\n")
    #expect(text(.gnome) == "copy\nfile:///a%20b\nhttp://c/")
    #expect(text(.gnome, isCut: true) == "cut\nfile:///a%20b\nhttp://c/")
    #expect(text(.paths) == "/a b\nhttp://c/")
  }

  @Test(arguments: [
    ("file:///a", "/a"), ("file://localhost/a%C3%A4", "/a\u{e4}"), ("file:/a", "/a"),
    ("file://other/a", nil), ("file:///a%00", nil), ("file:///a%2", nil), ("http://a", nil),
  ])
  func `the path of an address`(_ uri: String, _ path: String?) {
    #expect(
      FileURI.path(of: Array(uri.utf8)).map { String(decoding: $0, as: UTF8.self) } == path)
  }

  @Test func `Latin-1 is decoded where the bytes are not UTF-8`() {
    #expect(Latin1.decode([0x67, 0xfc]) == Array("g\u{fc}".utf8))
    #expect(Latin1.decode(Array("g\u{fc}".utf8)) == Array("g\u{fc}".utf8))
    #expect(Latin1.encode(Array("g\u{fc}\u{2192}".utf8)) == [0x67, 0xfc, UInt8(ascii: "?")])
  }

  @Test(arguments: [
    (["UTF8_STRING"], [0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x0A, 0], "a\r\n"),
    (["UTF8_STRING"], [0x61, 0, 0], "a"), (["UTF8_STRING"], [0], ""),
    (["text/plain;charset=utf-8"], [0xFF, 0xFE, 0x61, 0, 0xE4, 0], "a\u{e4}"),
    (["text/plain;charset=utf-16"], [0x61, 0, 0xE4, 0, 0, 0], "a\u{e4}"),
    (["text/plain;charset=utf-16"], [0xFE, 0xFF, 0, 0x61], "a"),
    (["text/plain;charset=UTF-16BE"], [0xD8, 0x3D, 0xDC, 0x4B], "\u{1F44B}"),
    (["text/plain;charset=iso-8859-1"], [0xE4], "\u{e4}"), (["STRING"], [0xE4, 0], "\u{e4}"),
  ])
  func `text is UTF-8 whenever there is a way to it`(
    _ targets: [String], _ bytes: [UInt8], _ text: String
  ) throws {
    let type = try #require(ImportedTypes(targets).types.first)
    #expect(type.type == .utf8Text)
    #expect(String(decoding: type.decoding.decode(bytes), as: UTF8.self) == text)
  }
}
