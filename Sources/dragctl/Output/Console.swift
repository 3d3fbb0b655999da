internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// The program's output: results on standard output, everything else on standard error.
enum Console {
  /// Prints a result. Throws when that fails, for example on a full disk.
  static func print(_ text: String) throws(Failure) {
    try print(Array(text.utf8))
  }

  /// Prints a result that need not be UTF-8, such as a path.
  static func print(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try StandardStream.output.write(bytes)
    } catch {
      throw Failure(
        error.isBrokenPipe ? .brokenPipe : .other,
        translated("standard output: {reason}", ["reason": error.reason]))
    }
  }

  static func print(_ json: JSON) throws(Failure) {
    try print("\(json)\n")
  }

  /// Prints a message that is not the result, always on one line. A closed standard error is no failure.
  static func note(_ text: String) {
    draw(Printable.line(text) + "\n")
  }

  /// Writes text as it is, for a line that is not finished yet.
  static func draw(_ text: String) {
    guard !text.isEmpty else { return }
    try? StandardStream.error.write(Array(text.utf8))
  }

  static func report(_ failure: Failure) {
    guard !failure.message.isEmpty else { return }
    note("dragctl: \(failure.message)")
    if let hint = failure.hint { note(hint) }
  }
}
