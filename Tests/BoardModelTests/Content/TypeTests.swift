import BoardModel
import DragModel
import Testing

@Suite struct TypeKindTests {
  @Test func `the charset is told apart from the type`() throws {
    let type = try #require(
      MIMEType(#"Text/Plain; Charset="ISO-8859-1" ;x="a;\"b\"";charset=second"#))
    #expect(type.charset == "ISO-8859-1")
    #expect(type.isText)
  }

  @Test func `kinds of types are known`() {
    #expect(MIMEType.is("application/geo+json", \.isJSON))
    #expect(MIMEType.is("image/svg+xml", \.isImage))
    #expect(MIMEType.is("application/x-geocache; version=2", \.isGeocache))
    #expect(!MIMEType.is("text/html", \.isText))
  }

  @Test(arguments: ["", "UTF8_STRING", "text", "/plain"])
  func `a name that is no MIME type is of no kind`(name: String) {
    #expect(!MIMEType.is(name) { _ in true })
    #expect(MIMEType.essence(of: name) == name)
  }
}

@Suite struct FileTypeTests {
  @Test(arguments: [
    ("a.pdf", "application/pdf"), ("A.PDF", "application/pdf"),
    ("a.b.tar.gz", "application/x-compressed-tar"), ("Makefile", "text/x-makefile"),
    ("x.geocache", "application/x-geocache"), ("X.Geocache", "application/x-geocache"),
    ("x.gpx", "application/gpx+xml"), ("a.svg", "image/svg+xml"),
  ])
  func `a name tells the type, whatever the bytes are`(name: String, type: String) {
    #expect(FileType.infer(name: name, firstBytes: [0, 1, 2]) == type)
    #expect(FileType.infer(name: name, firstBytes: Array("words\n".utf8)) == type)
  }

  @Test(
    arguments: [
      (Pictures.pixel, "image/png"),
      (Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A], "application/pdf"),
      // Text is text whatever its first word is to the database.
      (Array("%PDF-1.7".utf8), "text/plain"), (Array("From now on\n".utf8), "text/plain"),
      (Array("just words\n".utf8), "text/plain"), ([], "text/plain"),
      ([1, 2, 0xFF], "application/octet-stream"),
      (Array(#" {"name": "", "summary": "", "latitude": 1"#.utf8), "application/x-geocache"),
      (Array("<?xml version='1.0'?><gpx>".utf8), "application/gpx+xml"),
      (Array("#!/bin/sh\necho\n".utf8), "text/plain"),
      (Array("<!DOCTYPE html><html>".utf8), "text/plain"),
      // The text is cut off within a character.
      (Array("Grü".utf8.dropLast()), "text/plain"),
    ] as [([UInt8], String)])
  func `the first bytes tell where the name does not`(start: [UInt8], type: String) {
    #expect(FileType.infer(name: "nameless", firstBytes: start) == type)
    #expect(FileType.infer(name: nil, firstBytes: start) == type)
  }
}
