import BoardModel
import Harness
import Testing

@Suite struct MediaTypeTests {
  @Test func `parameters are told apart from the type`() {
    let type = MediaType(#"Text/Plain; Charset="ISO-8859-1" ;x="a;\"b\"";charset=second"#)
    #expect(type.essence == "text/plain")
    #expect(type.charset == "ISO-8859-1")
    #expect(type.parameters["x"] == "a;\"b\"")
    #expect(type.isText)
  }

  @Test func `kinds of types are known`() {
    #expect(MediaType("application/geo+json").isJSON)
    #expect(MediaType("image/svg+xml").isImage)
    #expect(MediaType("application/x-geocache; version=2").isGeocache)
    #expect(!MediaType("text/html").isText)
    #expect(MediaType("").essence == "")
  }
}

@Suite struct MIMETypesTests {
  private func types() throws -> (MIMETypes, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write(
      "mime/globs2",
      text: """
        # comment
        50:application/pdf:*.pdf
        50:application/x-compressed-tar:*.tar.gz
        50:application/gzip:*.gz
        50:text/x-makefile:makefile
        60:text/x-strong:*.both
        40:text/x-weak:*.both
        50:text/x-readme:README*

        """)
    return (MIMETypes(folders: [folder.path]), folder)
  }

  @Test(arguments: [
    ("a.pdf", "application/pdf"), ("A.PDF", "application/pdf"),
    ("a.b.tar.gz", "application/x-compressed-tar"),
    ("a.gz", "application/gzip"), ("Makefile", "text/x-makefile"), ("x.both", "text/x-strong"),
    ("x.geocache", "application/x-geocache"), ("x.gpx", "application/gpx+xml"),
  ])
  func `a name tells the type`(name: String, type: String) throws {
    let (types, folder) = try types()
    defer { folder.remove() }
    #expect(types.type(ofFile: name, start: [0, 1, 2]) == type)
  }

  @Test(
    arguments: [
      (Pictures.pixel, "image/png"), (Array("%PDF-1.7".utf8), "application/pdf"),
      (Array("just words\n".utf8), "text/plain"), ([], "text/plain"),
      ([1, 2, 0xFF], "application/octet-stream"),
      (Array(#" {"name": "", "summary": "", "latitude": 1"#.utf8), "application/x-geocache"),
      (Array("<?xml version='1.0'?><gpx>".utf8), "application/gpx+xml"),
      // Cut off within a character.
      (Array("Grü".utf8.dropLast()), "text/plain"),
    ] as [([UInt8], String)])
  func `the first bytes tell where the name does not`(start: [UInt8], type: String) {
    #expect(MIMETypes(folders: []).type(ofFile: "nameless", start: start) == type)
  }

  @Test func `the desktop's own database is read`() {
    #expect(MIMETypes.desktop.type(ofFile: "a.pdf", start: []) == "application/pdf")
  }
}
