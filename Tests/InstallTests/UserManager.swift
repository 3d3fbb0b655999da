import Harness
import Testing

/// A user's own systemd, with dragd installed in the user's home.
struct UserManager {
  private let fixture: Fixture
  private let user: Int
  let home: String
  /// Where Tests/Tools/with-user-systemd.sh puts the home.
  static let homePath = "/ho" + "me/person"

  init(_ fixture: Fixture, user: Int, binaries: String) throws {
    self.fixture = fixture
    self.user = user
    let installed = try Installation(
      fixture, prefix: "\(Self.homePath)/.local", home: Self.homePath, binaries: binaries)
    home = installed.destination + Self.homePath
  }

  /// Makes one whose user may run a program, or cancels the test.
  static func running(_ program: String, _ fixture: Fixture, user: Int) throws -> UserManager {
    let manager = try UserManager(fixture, user: user, binaries: Built.folder)
    if user != 0, try !manager.canRun(program) {
      try Test.cancel("user \(user) may not load the compiler's libraries")
    }
    return manager
  }

  /// Whether the user may run the programs at all: a user cannot load the compiler's libraries from another user's
  /// home.
  private func canRun(_ program: String) throws -> Bool {
    let result = try fixture.run(
      Built.tool("with-user-systemd.sh"),
      [home, String(user), "\(Self.homePath)/.local/bin/\(program)", "--version"],
      within: .seconds(120))
    return result.exit == .success
  }

  /// Runs a shell script as the user, with the bus and the manager at hand.
  func run(_ script: String) throws -> Program.Result {
    try fixture.run(
      Built.tool("with-user-systemd.sh"), [home, String(user), "/bin/sh", "-ec", script],
      within: .seconds(120))
  }

  /// Why this machine cannot run one; nil if it can.
  static let unavailable: String? = {
    do {
      return try Fixture.run { fixture in
        let result = try fixture.run(
          Built.tool("with-user-systemd.sh"),
          [try fixture.folder.makeFolder("person"), "65534", "/bin/true"], within: .seconds(60))
        switch result.exit {
        case .success: return nil
        case .exited(77): return String(result.error.prefix { !$0.isNewline })
        // Something that should work and does not: let the tests say so.
        case .exited, .signalled: return nil
        }
      }
    } catch {
      return String(describing: error)
    }
  }()
}
