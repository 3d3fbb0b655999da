import Foundation

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

  /// bubblewrap as Flatpak uses it, with `/.flatpak-info` from a file; it may be nested.
  ///
  /// - Parameter info: nil for none; then the program can write into the root.
  package static func bubble(_ info: String?) throws -> [String] {
    var command = ["bwrap", "--unshare-user", "--die-with-parent"]
    for name in try FileManager.default.contentsOfDirectory(atPath: "/").sorted() {
      let path = "/" + name
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
        command += ["--symlink", target, path]
      } else if (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil, path != "/mnt"
      {
        command += ["--dev-bind", path, path]
      }
    }
    if let info { command += ["--ro-bind", info, "/.flatpak-info"] }
    return command
  }

  /// Why this machine cannot run one `bubble` in another; nil if it can.
  package static let bubbleUnavailable: String? = {
    do {
      return failure(of: try bubble(nil) + bubble(nil))
    } catch {
      return String(describing: error)
    }
  }()

  private static func failure(of wrapper: [String]) -> String? {
    do {
      let result = try Program.run(wrapper[0], Array(wrapper.dropFirst()) + ["/bin/true"])
      return result.exit == .success ? nil : result.error
    } catch {
      return String(describing: error)
    }
  }
}
