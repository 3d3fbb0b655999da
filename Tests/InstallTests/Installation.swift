import Harness

/// What `make install` puts somewhere.
struct Installation {
  let destination: String
  let prefix: String

  /// Installs below `destination` as if `home` were the user's home.
  init(
    _ fixture: Fixture, prefix: String, home: String = "/nonexistent", binaries: String
  ) throws {
    destination = fixture.folder.path("destination")
    self.prefix = prefix
    try make(fixture, "install", home: home, binaries: binaries)
  }

  func uninstall(_ fixture: Fixture, home: String = "/nonexistent") throws {
    try make(fixture, "uninstall", home: home, binaries: "none")
  }

  /// All files and links, relative to the destination.
  func files(_ fixture: Fixture) throws -> [String] {
    try fixture.run(
      "find", [destination, "(", "-type", "f", "-o", "-type", "l", ")", "-printf", "/%P\\n"]
    ).output
      .split(separator: "\n").map(String.init).sorted()
  }

  func text(_ fixture: Fixture, _ file: String) throws -> String {
    try fixture.run("cat", [destination + file]).output
  }

  private func make(
    _ fixture: Fixture, _ target: String, home: String, binaries: String
  ) throws {
    // The tests may themselves run below make.
    let result = try fixture.run(
      "make",
      [target, "DESTDIR=\(destination)", "PREFIX=\(prefix)", "BINARIES=\(binaries)"],
      environment: ["HOME": home, "MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": ""],
      workingFolder: Built.packageRoot)
    guard result.exit == .success else {
      throw HarnessFailure("make \(target): \(result.output)\(result.error)")
    }
  }
}
