import Harness

/// Programs in a root of their own, as Flatpak runs them: see Tests/Tools/sandboxed.py.
enum Sandbox {
  /// What to put in front of a command.
  static func command(_ application: String) -> [String] {
    ["/usr/bin/python3", Built.tool("sandboxed.py"), application]
  }

  /// Why this machine cannot run one; nil if it can.
  static let unavailable: String? = {
    do {
      let command = command("org.example.Test") + ["/bin/true"]
      let result = try Program.run(command[0], Array(command.dropFirst()))
      return result.exit == .success ? nil : result.error
    } catch {
      return String(describing: error)
    }
  }()
}
