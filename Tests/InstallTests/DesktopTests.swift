import Foundation
import Harness
import Testing

/// What the desktop knows of the app; without GTK there is none.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "\(Built.folder)/dragboard"),
    "dragboard was not built: there is no GTK"))
struct DesktopTests {
  private static let own = [
    "/usr/bin/dragboard", "/usr/libexec/dragboard/picturedecoder",
    "/usr/share/applications/org.dragd.Board.desktop",
    "/usr/share/dbus-1/services/org.dragd.Board.service",
    "/usr/share/dbus-1/services/org.dragd.Shelf1.service",
    "/usr/share/dbus-1/services/org.dragd.Targets1.Board.service",
    "/usr/share/icons/hicolor/scalable/apps/org.dragd.Board.svg",
    "/usr/share/icons/hicolor/symbolic/apps/org.dragd.Board-symbolic.svg",
    "/usr/share/metainfo/org.dragd.Board.metainfo.xml", "/usr/share/man/man1/dragboard.1",
    "/usr/share/bash-completion/completions/dragboard",
    "/usr/share/zsh/site-functions/_dragboard",
    "/usr/share/fish/vendor_completions.d/dragboard.fish",
  ]

  private func install(
    _ body: (Fixture, Installation) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      try body(fixture, try Installation(fixture, prefix: "/usr", binaries: Built.folder))
    }
  }

  @Test func `the app goes where the desktop looks for it`() throws {
    try install { fixture, installed in
      let files = try installed.files(fixture)
      for file in Self.own { #expect(files.contains(file), "\(file) is not among \(files)") }
      let service = try installed.text(
        fixture, "/usr/share/dbus-1/services/org.dragd.Board.service")
      #expect(service.contains("\nExec=/usr/bin/dragboard --gapplication-service\n"))
      let shelf = try installed.text(
        fixture, "/usr/share/dbus-1/services/org.dragd.Shelf1.service")
      #expect(shelf.contains("\nExec=/usr/bin/dragboard shelf --gapplication-service\n"))
    }
  }

  @Test func `without the app nothing of it is installed`() throws {
    try Fixture.run { fixture in
      let some = try fixture.folder.makeFolder("some")
      for program in ["dragd", "dragctl", "dragclip"] {
        _ = try fixture.run("cp", ["\(Built.folder)/\(program)", some])
      }
      let installed = try Installation(fixture, prefix: "/usr", binaries: some)
      let files = try installed.files(fixture)
      #expect(files.contains("/usr/bin/dragctl"))
      #expect(
        files.filter { $0.contains("dragboard") || $0.contains("Board.") || $0.contains("Shelf1.") }
          == [])
    }
  }

  @Test func `the desktop entry is valid`() throws {
    try install { fixture, installed in
      let result = try fixture.run(
        "desktop-file-validate",
        [installed.destination + "/usr/share/applications/org.dragd.Board.desktop"])
      #expect(result.output + result.error == "")
      #expect(result.exit == .success)
    }
  }

  @Test func `the description for software centres is valid`() throws {
    try install { fixture, installed in
      let result = try fixture.run(
        "appstreamcli",
        [
          "validate", "--no-net", "--no-color",
          installed.destination + "/usr/share/metainfo/org.dragd.Board.metainfo.xml",
        ])
      // The project has no home page, of which AppStream 1.0 warns.
      let problems = result.output.split(separator: "\n")
        .filter { ["E:", "W:"].contains($0.prefix(2)) && !$0.contains("url-homepage-missing") }
      #expect(problems.isEmpty && result.error.isEmpty, "\(result.output)\(result.error)")
      #expect(result.output.contains("Validation"))
    }
  }

  @Test func `every program says the same version, and software centres too`() throws {
    try install { fixture, installed in
      let file = installed.destination + "/usr/share/metainfo/org.dragd.Board.metainfo.xml"
      let description = try String(contentsOfFile: file, encoding: .utf8)
      let versions = try ["dragd", "dragctl", "dragclip", "dragboard"].map { program in
        let said = try fixture.run("\(Built.folder)/\(program)", ["--version"])
        #expect(said.error == "")
        return said.output.split { $0.isWhitespace }.last.map(String.init) ?? ""
      }
      #expect(Set(versions).count == 1)
      #expect(description.contains("<release version=\"\(versions[0])\""))
    }
  }

  @Test(arguments: [
    "scalable/apps/org.dragd.Board.svg", "symbolic/apps/org.dragd.Board-symbolic.svg",
  ])
  func `an icon can be drawn`(icon: String) throws {
    try install { fixture, installed in
      let file = "\(installed.destination)/usr/share/icons/hicolor/\(icon)"
      let result = try fixture.run("rsvg-convert", ["--width=64", file])
      #expect(result.error == "")
      #expect(result.outputBytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }
}
