internal import Foundation

/// A note of the number of the X server that a Wayland compositor has started: a program of the compositor writes it.
struct XServerNote {
  private let path: String

  init(in folder: String) { path = "\(folder)/display" }

  /// For the compositor.
  var command: String { "sh -c 'echo \"$DISPLAY\" >\(path)'" }

  /// The value of DISPLAY.
  func display() throws -> String {
    let path = path
    return try eventually(within: Timeout.long, "the compositor starts its X server") {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      // A program may look while the shell is writing.
      return text.hasSuffix("\n") ? String(text.dropLast()) : nil
    }
  }
}
