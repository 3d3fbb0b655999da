internal import Foundation

/// A Wayland compositor without a screen. It ends with the fixture.
package struct Sway {
  /// The value of WAYLAND_DISPLAY.
  package let socket: String
  package let process: Program
  /// The value of DISPLAY for its X11 programs; nil without an X server.
  package let xDisplay: String?
  private let control: SwayControl

  /// Starts sway. As root it runs as the user nobody, because sway refuses to be root.
  ///
  /// - Parameters:
  ///   - size: the size of the only output, in logical pixels.
  ///   - scale: the output's scale.
  ///   - hasXServer: whether X11 programs run there too.
  package init(
    _ fixture: Fixture, size: (width: Int, height: Int), scale: Int = 1, hasXServer: Bool = false
  ) throws {
    let folder = try fixture.folder.makeFolder("sway")
    socket = "\(folder)/wayland-1"
    let control = SwayControl(path: "\(folder)/control")
    self.control = control
    let xNote = XServerNote(in: folder)
    let configuration = try fixture.folder.write(
      "sway/config",
      text: Self.configuration(size, scale)
        + (hasXServer ? "xwayland enable\nexec \(xNote.command)\n" : "xwayland disable\n"))
    if geteuid() == 0 {
      chmod(fixture.folder.path, 0o711)
      chown(configuration, Self.nobody, Self.nobody)
      chown(folder, Self.nobody, Self.nobody)
    }
    let command = Self.asItsUser(["/usr/bin/sway", "-c", configuration])
    process = try fixture.start(
      command[0], Array(command.dropFirst()),
      environment: [
        "XDG_RUNTIME_DIR": folder, "SWAYSOCK": control.path, "WLR_BACKENDS": "headless",
        "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "WAYLAND_DISPLAY": "",
        "DISPLAY": "",
      ])
    let process = process
    try eventually(within: Timeout.long, "sway answers") {
      guard process.isRunning else { throw HarnessFailure("sway: \(process.standardError)") }
      return (try? control.ask(.outputs)) != nil
    }
    xDisplay = hasXServer ? try xNote.display() : nil
  }

  private static let nobody: UInt32 = 65534

  /// The command as sway's own user: its X server serves no programs of others.
  package static func asItsUser(_ command: [String]) -> [String] {
    guard geteuid() == 0 else { return command }
    return ["/usr/bin/setpriv", "--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups"]
      + command
  }

  /// Only the test moves windows and the focus. A key that is held down does not repeat.
  private static func configuration(
    _ size: (width: Int, height: Int), _ scale: Int
  ) -> String {
    """
    output * resolution \(size.width * scale)x\(size.height * scale) scale \(scale)
    default_border none
    default_floating_border none
    focus_follows_mouse no
    mouse_warping none
    input * repeat_rate 0
    for_window [app_id=".*"] floating enable

    """
  }

  package func run(_ command: String) throws {
    let answer = try control.ask(.runCommand, command)
    guard try JSONDecoder().decode([Outcome].self, from: Data(answer)).allSatisfy(\.success) else {
      throw HarnessFailure("sway does not \(command): \(String(decoding: answer, as: UTF8.self))")
    }
  }

  /// The windows of a process.
  package func windows(of process: Int32) throws -> [Window] { try windows { $0.pid == process } }

  /// All windows that satisfy the condition.
  package func windows(where isWanted: (Window) -> Bool) throws -> [Window] {
    try JSONDecoder().decode(Window.self, from: Data(control.ask(.tree))).all
      .filter(isWanted)
  }

  /// A window, or a container of windows.
  package struct Window: Decodable {
    package let id: Int
    package let name: String?
    package let pid: Int32?
    /// The window's place on the screen, in logical pixels.
    package let rect: Place
    /// Whether it has the keyboard focus.
    package let isFocused: Bool
    private let nodes: [Window]
    private let floating: [Window]

    package struct Place: Decodable {
      package let x: Int
      package let y: Int
      package let width: Int
      package let height: Int
    }

    private enum CodingKeys: String, CodingKey {
      case id, name, pid, rect, nodes
      case isFocused = "focused"
      case floating = "floating_nodes"
    }

    fileprivate var all: [Window] { [self] + (nodes + floating).flatMap(\.all) }
  }

  /// Of a command.
  private struct Outcome: Decodable {
    let success: Bool
  }
}
