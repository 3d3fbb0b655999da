internal import Foundation

/// KDE's compositor without a screen. It ends with the fixture.
package struct KWin {
  /// The value of WAYLAND_DISPLAY.
  package let socket: String
  package let process: Program

  /// - Parameter bus: the session bus, on which it owns names.
  package init(_ fixture: Fixture, on bus: PrivateBus) throws {
    let folder = try fixture.folder.makeFolder("kwin")
    chmod(folder, 0o700)
    process = try fixture.start(
      // Its file has a capability that a container may lack, and would then not start. A mount of bwrap(1) has none.
      "/usr/bin/bwrap",
      ["--dev-bind", "/", "/", "--die-with-parent"]
        + ["/usr/bin/kwin_wayland", "--virtual", "--no-lockscreen", "--socket", "wayland-1"],
      on: bus,
      environment: [
        "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "LIBGL_ALWAYS_SOFTWARE": "1",
        "DISPLAY": "", "WAYLAND_DISPLAY": "",
      ])
    let socket = "\(folder)/wayland-1"
    self.socket = socket
    let process = process
    try eventually(within: Timeout.long, "KWin listens") {
      guard process.isRunning else { throw HarnessFailure("KWin: \(process.standardError)") }
      return FileManager.default.fileExists(atPath: socket)
    }
  }

  /// Ends KWin with SIGKILL.
  package func kill() {
    Foundation.kill(-process.processIdentifier, SIGKILL)
  }
}
