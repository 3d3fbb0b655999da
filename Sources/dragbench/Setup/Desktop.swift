internal import Harness

/// The clipboards of a desktop without dragd: an X server and a Wayland compositor, without a screen.
struct Desktop {
  /// The environment variables for X clients; nil without xclip or an X server.
  let x: [String: String]?
  /// The environment variables for Wayland clients; nil without wl-clipboard or sway.
  let wayland: [String: String]?

  private static let size = (width: 1280, height: 720)

  init(_ fixture: Fixture) throws {
    let hasX = Command.exists("Xvfb") && Command.exists("xclip")
    x = hasX ? ["DISPLAY": try XServer(fixture, size: Self.size).display] : nil
    let hasWayland = Command.exists("sway") && Command.exists("wl-paste")
    wayland =
      hasWayland ? ["WAYLAND_DISPLAY": try Sway(fixture, size: Self.size).socket] : nil
  }
}
