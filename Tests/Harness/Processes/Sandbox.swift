/// Sandboxes, each as the beginning of a command line.
package enum Sandbox {
  /// A sandbox as Flatpak makes it, with a root of its own: see Tests/Tools/sandboxed.py.
  package static func command(_ application: String = "org.example.Test") -> [String] {
    ["/usr/bin/python3", Built.tool("sandboxed.py"), application]
  }

  /// bubblewrap with nothing of Flatpak's: all files are there, with other mounts above them.
  package static let bare = [
    "bwrap", "--dev-bind", "/", "/", "--tmpfs", "/mnt", "--die-with-parent",
  ]

  /// Why this machine cannot run a sandbox like Flatpak's; nil if it can.
  package static let unavailable: String? = failure(of: command())
  /// Why this machine cannot run bubblewrap; nil if it can.
  package static let bareUnavailable: String? = failure(of: bare)

  private static func failure(of wrapper: [String]) -> String? {
    do {
      let result = try Program.run(wrapper[0], Array(wrapper.dropFirst()) + ["/bin/true"])
      return result.exit == .success ? nil : result.error
    } catch {
      return String(describing: error)
    }
  }
}
