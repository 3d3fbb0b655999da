import Harness

/// Programs in a sandbox as Flatpak makes it.
enum Sandboxed {
  static let wrapper = ["/usr/bin/python3", Built.tool("sandboxed.py"), "org.example.Test"]

  /// Why this machine cannot run one; nil if it can.
  static let unavailable: String? = {
    do {
      let result = try Program.run(wrapper[0], Array(wrapper.dropFirst()) + ["/bin/true"])
      return result.exit == .success ? nil : result.error
    } catch {
      return String(describing: error)
    }
  }()
}
