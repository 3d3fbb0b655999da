import DesktopTypes
import DragModel
import Glibc
import Harness
import Testing

/// These tests use the machine's own shared-mime-info.
@Suite struct TypeDatabaseTests {
  private let database = TypeDatabase()

  @Test(arguments: [
    ("application/x-pdf", "application/pdf"), ("text/xml", "application/xml"),
    ("audio/x-mp3", "audio/mpeg"), ("audio/mp3", "audio/mpeg"),
    ("application/gpx", "application/gpx+xml"),
  ])
  func `another name of a type is resolved`(name: String, canonical: String) {
    #expect(database.canonical(name) == canonical)
    #expect(database.canonical(canonical) == canonical)
  }

  @Test
  func `a type that the database does not know is its own name`() {
    #expect(database.canonical("application/x-nobody-knows-it") == "application/x-nobody-knows-it")
    #expect(!database.isSubclass("application/x-nobody-knows-it", of: "image/png"))
  }

  @Test(arguments: [
    ("image/svg+xml", "application/xml"), ("image/svg+xml", "text/plain"),
    ("application/gpx+xml", "application/xml"), ("text/html", "text/plain"),
    ("text/x-nobody-knows-it", "text/plain"), ("application/json", "text/plain"),
    ("inode/mount-point", "inode/directory"),
  ])
  func `a type is a subclass of its parents and theirs`(essence: String, ancestor: String) {
    #expect(database.isSubclass(essence, of: ancestor))
    #expect(!database.isSubclass(ancestor, of: essence))
  }

  @Test
  func `siblings are no subclasses of each other`() {
    #expect(!database.isSubclass("image/png", of: "image/gif"))
    #expect(!database.isSubclass("image/png", of: "text/plain"))
  }

  @Test
  func `types that the database writes with capitals are found by their standard name`() {
    #expect(
      database.isSubclass(
        "application/vnd.ms-excel.sheet.macroenabled.12",
        of: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))
    #expect(database.canonical("audio/amr-encrypted") == "audio/amr")
    #expect(database.canonical("audio/imelody") == "text/x-imelody")
    #expect(
      TypeDatabase.infer(name: "sheet.xlsm", firstBytes: []).description
        == "application/vnd.ms-excel.sheet.macroenabled.12")
  }

  @Test
  func `preferences are decided by it`() throws {
    func choice(_ pattern: String, _ types: [String]) throws -> String? {
      let offered = try types.map { try #require(MIMEType($0)) }
      return try TypePreferences([pattern]).choose(among: offered, hierarchy: database)
        .map { types[$0] }
    }
    #expect(
      try choice("application/x-pdf", ["text/plain", "application/pdf"]) == "application/pdf")
    #expect(try choice("text/xml", ["image/png", "image/svg+xml"]) == "image/svg+xml")
    #expect(try choice("text/xml", ["image/svg+xml", "application/xml"]) == "application/xml")
    #expect(try choice("text/plain", ["image/png", "text/html"]) == "text/html")
    #expect(try choice("application/octet-stream", ["image/png", "text/html"]) == nil)
  }

  @Test
  func `asking starts no thread of GLib's`() async {
    await #expect(processExitsWith: .success) {
      let database = TypeDatabase()
      #expect(database.isSubclass("image/svg+xml", of: "text/plain"))
      #expect(
        TypeDatabase.infer(name: nil, firstBytes: Array("%PDF-1.4\n%\0".utf8)).essence
          == "application/pdf")
      let threads = try Program.run("sh", ["-c", "cat /proc/\(getpid())/task/*/comm"]).output
        .split(separator: "\n")
      #expect(!threads.isEmpty)
      #expect(
        !threads.contains { ["gmain", "gdbus", "pool-spawner", "dconf worker"].contains($0) })
    }
  }
}

extension TypeDatabase {
  func isSubclass(_ essence: String, of ancestor: String) -> Bool {
    ancestors(of: essence).contains(ancestor)
  }
}
