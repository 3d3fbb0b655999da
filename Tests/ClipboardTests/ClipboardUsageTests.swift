import Harness
import Testing

/// What the clipboard's verbs say of a command line that they cannot follow.
@Suite struct ClipboardUsageTests {
  /// A usage error comes before anything is asked of the bus.
  private static func usage(_ arguments: [String]) throws -> String {
    let result = try Program.run(
      Built.dragctl, arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
    #expect(result.exit == .exited(2), "\(arguments): \(result.error)")
    return result.error
  }

  @Test(arguments: ["copy", "offer"], ["nonsense", "text/plain="])
  func `a wrong --exec is answered with a command`(_ verb: String, _ value: String) throws {
    let error = try Self.usage([verb, "--exec", value])
    #expect(error.contains("text/plain=date"), "\(error)")
    #expect(!error.contains("FILE"), "\(error)")
    #expect(try Self.usage([verb, "--rep", value]).contains("image/png=FILE"))
  }

  @Test(arguments: [
    ["--text", "a"], ["--exec", "text/plain=date"], ["-t", "text/plain", "-"],
    ["/etc/hostname", "--text", "a"],
  ])
  func `only files are cut`(_ arguments: [String]) throws {
    let error = try Self.usage(["copy", "--cut"] + arguments)
    #expect(error.contains("--cut is for files"), "\(error)")
  }
}
