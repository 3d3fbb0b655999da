import Foundation
import Harness
import Testing

/// Limits of the system, and variables that lead nowhere.
@Suite struct LimitTests {
  private func run(
    _ shell: BoardShell, limit: String, _ arguments: String...
  ) throws -> Program.Result {
    try shell.fixture.run(
      "/bin/bash", ["-c", "ulimit \(limit); exec \"$@\"", "bash", BoardShell.program] + arguments,
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": ""])
  }

  /// Regression: with eight it asked for its lock again and again.
  @Test(arguments: 7...12)
  func tooFewDescriptorsEndIt(_ count: Int) throws {
    try BoardShell.run { shell in
      let result = try run(shell, limit: "-n \(count)", "ls")
      #expect(result.exit == .exited(1), "\(result.error)")
      #expect(result.error.hasPrefix("dragboard: "), "\(result.error)")
    }
  }

  /// The larger one becomes a file of its own, the other a part of the database.
  @Test(arguments: [(3_000_000, 1024), (200_000, 64)])
  func aFileThatIsTooLargeForTheLimitIsSaid(_ size: Int, _ limit: Int) throws {
    try BoardShell.run { shell in
      let path = try shell.fixture.folder.write("large.bin", Sample.noise(size))
      _ = try shell.dragboard("ls")
      let result = try run(shell, limit: "-f \(limit)", "add", "To Do", path)
      #expect(result.exit == .exited(1), "\(result.exit) \(result.error)")
      #expect(result.error.hasPrefix("dragboard: "), "\(result.error)")
      #expect(result.error.contains("File too large"), "\(result.error)")
      #expect(try !shell.dragboard("ls", "To Do").output.contains("large"))
      #expect(try shell.dragboard("add", "To Do", path).exit == .success)
    }
  }

  @Test(arguments: ["", "relative", "./relative"])
  func aHomeThatIsNoAbsolutePathIsNotFollowed(_ home: String) throws {
    try BoardShell.run { shell in
      let result = try shell.dragboard("ls", variables: ["HOME": home, "XDG_DATA_HOME": ""])
      #expect(result.exit == .exited(1))
      #expect(result.error.contains("HOME"), "\(result.error)")
      #expect(!FileManager.default.fileExists(atPath: shell.fixture.folder.path("relative")))
    }
  }
}
