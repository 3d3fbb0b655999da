import Foundation
import Harness
import Testing

@Suite struct MakefileTests {
  /// A package of which nothing is built but what `make` itself remembers.
  private struct Package {
    let fixture: Fixture

    init(_ fixture: Fixture) throws {
      self.fixture = fixture
      try fixture.folder.write("package/Package.swift", text: "")
      try fixture.folder.write("package/Sources/program/Main.swift", text: "")
      try fixture.folder.makeFolder("package/.build")
      _ = try fixture.run(
        "cp", ["\(Built.packageRoot)/Makefile", fixture.folder.path("package")])
      for program in ["true", "false"] {
        try fixture.folder.makeFolder("finding-\(program)")
        _ = try fixture.run(
          "ln",
          ["-s", "/bin/\(program)", fixture.folder.path("finding-\(program)/pkg-config")])
      }
    }

    func make(_ arguments: [String], withGTK: Bool) throws -> Exit {
      let path = Program.baseEnvironment["PATH"] ?? "/usr/bin:/bin"
      return try fixture.run(
        "make", arguments,
        environment: [
          "PATH": fixture.folder.path("finding-\(withGTK)") + ":" + path,
          "MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": "",
        ],
        workingFolder: fixture.folder.path("package")
      ).exit
    }

    func isBuilt(withGTK: Bool) throws -> Bool {
      try make(["--question", "build"], withGTK: withGTK) == .success
    }
  }

  @Test(arguments: ["CI_NO_INSTALL", "DEB_BUILD_ARCH"])
  func `what is missing is only named where nothing may be installed`(variable: String) throws {
    try Fixture.run { fixture in
      let folder = try fixture.folder.makeFolder("bin")
      for program in ["apt-get", "sudo"] {
        try fixture.folder.write("bin/\(program)", text: "#!/bin/sh\necho installed\n")
        #expect(chmod("\(folder)/\(program)", 0o755) == 0)
      }
      let path = Program.baseEnvironment["PATH"] ?? "/usr/bin:/bin"
      let result = try fixture.run(
        "\(Built.packageRoot)/.make/need", ["no-such-package"],
        environment: ["PATH": "\(folder):\(path)", variable: "1"])
      #expect(result.exit == .success)
      #expect(result.output == "")
      #expect(result.error == "Not installed: no-such-package\n")
    }
  }

  @Test func `what was built before GTK came is built again`() throws {
    try Fixture.run { fixture in
      let package = try Package(fixture)
      #expect(try !package.isBuilt(withGTK: false))
      #expect(try package.make(["--touch", "build"], withGTK: false) == .success)
      #expect(try package.isBuilt(withGTK: false))
      #expect(try !package.isBuilt(withGTK: true))
      #expect(try package.make(["--touch", "build"], withGTK: true) == .success)
      #expect(try package.isBuilt(withGTK: true))
    }
  }
}
