import DesktopTypes
import DragModel
import Glibc
import Harness
import Testing

/// Packages for shared-mime-info that an application installs. GIO reads the environment only once, so each test has a
/// process of its own.
@Suite struct MIMEPackageTests {
  @Test
  func `an installed package's type is inferred, by name and by its magic, and has its parents`()
    async
  {
    await #expect(processExitsWith: .success) {
      let data = try DataHome()
      defer { data.remove() }
      try data.install()

      let database = TypeDatabase()
      #expect(database.isKnown("application/x-geocache"))
      let bytes = Array(#"{"name": "Old oak", "latitude": 1}"#.utf8)
      #expect(
        TypeDatabase.infer(name: "oak.geocache", firstBytes: bytes).essence
          == "application/x-geocache")
      #expect(
        TypeDatabase.infer(name: "oak.geocache", firstBytes: []).essence == "application/x-geocache"
      )
      // Without a name, text stays text although its magic is known; bytes that are no text have their magic's type.
      #expect(TypeDatabase.infer(name: nil, firstBytes: bytes) == .utf8Text)
      #expect(TypeDatabase.recognize(bytes)?.essence == "application/x-geocache")
      #expect(
        TypeDatabase.infer(name: nil, firstBytes: bytes + [0]).essence == "application/x-geocache")
      #expect(database.isSubclass("application/x-geocache", of: "application/json"))
      #expect(database.canonical("application/geocache") == "application/x-geocache")
      #expect(TypeDatabase.infer(name: "oak.png", firstBytes: bytes).essence == "image/png")
    }
  }

  @Test
  func `a package that is installed while the database is in use is noticed`() async {
    await #expect(processExitsWith: .success) {
      let data = try DataHome()
      defer { data.remove() }
      let database = TypeDatabase(lifetime: 100_000)
      #expect(database.canonical("application/geocache") == "application/geocache")
      #expect(!database.isSubclass("application/x-geocache", of: "application/json"))
      #expect(TypeDatabase.infer(name: "oak.geocache", firstBytes: []) == .utf8Text)
      #expect(!database.isKnown("application/x-geocache"))

      try data.install()
      try eventually(within: .seconds(60), "the new alias") {
        database.canonical("application/geocache") == "application/x-geocache"
      }
      #expect(database.isSubclass("application/x-geocache", of: "application/json"))
      try eventually(within: .seconds(60), "the new type is known") {
        database.isKnown("application/x-geocache") && database.isKnown("application/geocache")
      }
      // GIO checks the database every five seconds.
      try eventually(within: .seconds(60), "the new name") {
        TypeDatabase.infer(name: "oak.geocache", firstBytes: []).essence == "application/x-geocache"
      }
    }
  }
}

/// An empty folder as the user's XDG_DATA_HOME in this process.
private struct DataHome {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("mime")
    try #require(setenv("XDG_DATA_HOME", folder.path, 1) == 0)
  }

  /// Installs the package as an application's installer does.
  func install() throws {
    let package = """
      <?xml version="1.0" encoding="UTF-8"?>
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-geocache">
          <comment>Geocache</comment>
          <alias type="application/geocache"/>
          <sub-class-of type="application/json"/>
          <glob pattern="*.geocache"/>
          <magic priority="60">
            <match type="string" offset="0" value="{&quot;name&quot;:">
              <match type="string" offset="8:256" value="&quot;latitude&quot;:"/>
            </match>
          </magic>
        </mime-type>
      </mime-info>
      """
    try folder.write("mime/packages/geocache.xml", text: package)
    let update = try Program.run("update-mime-database", [folder.path("mime")])
    try #require(update.exit == .success, "\(update.error)")
  }

  func remove() { folder.remove() }
}
