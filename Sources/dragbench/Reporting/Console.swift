internal import DragSystem

/// Writes progress to standard output at once, even into a pipe.
enum Console {
  static func say(_ line: String) {
    try? StandardStream.output.write(Array((line + "\n").utf8))
  }

  static func complain(_ line: String) {
    try? StandardStream.error.write(Array((line + "\n").utf8))
  }
}
