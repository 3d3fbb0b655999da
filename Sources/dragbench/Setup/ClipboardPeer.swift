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
