internal import CLinux
internal import Harness

/// The clipboards that the shell has without dragd: an X server and a Wayland compositor, without a screen.
final class Desktop {
  private let fixture: Fixture
  /// What X clients need in their environment; nil without xclip or an X server.
  private(set) var x: [String: String]?
  /// What Wayland clients need; nil without wl-clipboard or sway.
  private(set) var wayland: [String: String]?

  init(_ fixture: Fixture) throws {
    self.fixture = fixture
    if Command.exists("Xvfb"), Command.exists("xclip") { x = try startX() }
    if Command.exists("sway"), Command.exists("wl-paste") { wayland = try startSway() }
  }

  private func startX() throws -> [String: String] {
    let server = try fixture.start(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp"])
    return ["DISPLAY": ":\(try server.firstLine())"]
  }

  /// sway refuses to be root; then it is nobody.
  private func startSway() throws -> [String: String] {
    let runtime = try fixture.folder.makeFolder("sway")
    let configuration = try fixture.folder.write(
      "sway/config", text: "output * resolution 1280x720\n")
    var command = ["sway", "-c", configuration]
    if geteuid() == 0 {
      chmod(fixture.folder.path, 0o711)
      chmod(configuration, 0o644)
      chown(runtime, 65534, 65534)
      chmod(runtime, 0o700)
      command =
        ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] + command
    }
    _ = try fixture.start(
      command[0], Array(command.dropFirst()),
      environment: [
        "XDG_RUNTIME_DIR": runtime, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_RENDERER": "pixman",
      ])
    let socket = "\(runtime)/wayland-1"
    try eventually("sway is there") { access(socket, F_OK) == 0 }
    return ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1"]
  }
}
