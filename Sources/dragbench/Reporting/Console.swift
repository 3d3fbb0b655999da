internal import DragSystem

/// What is said while it happens: at once, whatever standard output is.
enum Console {
  static func say(_ line: String) {
    try? StandardStream.output.write(Array((line + "\n").utf8))
  }

  static func complain(_ line: String) {
    try? StandardStream.error.write(Array((line + "\n").utf8))
  }
}
