internal import Harness

/// A program that copies a file to a clipboard, and one that pastes it.
struct ClipboardPeer {
  static let type = "application/octet-stream"

  let name: String
  let copy: Command
  private let pasting: Command

  static func wayland(_ environment: [String: String], _ file: String) -> ClipboardPeer {
    ClipboardPeer(
      name: "wl-clipboard",
      copy: Command(
        ["wl-copy", "--type", type], environment: environment, input: file),
      pasting: Command(["wl-paste", "--no-newline", "--type", type], environment: environment))
  }

  static func x(_ environment: [String: String], _ file: String) -> ClipboardPeer {
    ClipboardPeer(
      name: "xclip",
      copy: Command(
        ["xclip", "-selection", "clipboard", "-t", type, "-i"], environment: environment,
        input: file),
      pasting: Command(
        ["xclip", "-selection", "clipboard", "-t", type, "-o"], environment: environment))
  }

  /// Pastes to a file; none is /dev/null.
  func paste(to file: String? = nil) -> Command {
    var command = pasting
    command.output = file
    return command
  }
}

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
