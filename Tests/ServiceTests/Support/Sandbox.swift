import Harness

/// Programs in sandboxes, as wrappers that stand in front of a command.
enum Sandbox {
  /// In a root of its own, as Flatpak runs it: see Tests/Tools/sandboxed.py.
  static func command(_ application: String) -> [String] {
    ["/usr/bin/python3", Built.tool("sandboxed.py"), application]
  }

  /// bubblewrap with nothing of Flatpak's: all files are there, with other mounts above them.
  static let bare = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/mnt", "--die-with-parent"]

  /// Why this machine cannot run one; nil if it can.
  static let unavailable: String? = why(command("org.example.Test"))
  static let bareUnavailable: String? = why(bare)

  private static func why(_ wrapper: [String]) -> String? {
    let command = wrapper + ["/bin/true"]
    do {
      let result = try Program.run(command[0], Array(command.dropFirst()))
      return result.exit == .success ? nil : result.error
    } catch {
      return String(describing: error)
    }
  }
}
