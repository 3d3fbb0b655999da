internal import Foundation

/// KDE's compositor without a screen. It ends with the fixture.
package struct KWin {
  /// The value of WAYLAND_DISPLAY.
  package let socket: String
  package let process: Program
  /// The value of DISPLAY for its X11 programs; nil without an X server.
  package let xDisplay: String?

  /// - Parameters:
  ///   - bus: the session bus, on which it owns names.
  ///   - hasXServer: whether X11 programs run there too.
  package init(_ fixture: Fixture, on bus: PrivateBus, hasXServer: Bool = false) throws {
    let folder = try fixture.folder.makeFolder("kwin")
    chmod(folder, 0o700)
    let xNote = XServerNote(in: folder)
    process = try fixture.start(
      // Its file has a capability that a container may lack, and would then not start. A mount of bwrap(1) has none.
      "/usr/bin/bwrap",
      ["--dev-bind", "/", "/", "--die-with-parent"]
        + ["/usr/bin/kwin_wayland", "--virtual", "--no-lockscreen", "--socket", "wayland-1"]
        + (hasXServer ? ["--xwayland", xNote.command] : []),
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
    xDisplay = hasXServer ? try xNote.display() : nil
  }

  /// Ends KWin with SIGKILL.
  package func kill() {
    Foundation.kill(-process.processIdentifier, SIGKILL)
  }
}
