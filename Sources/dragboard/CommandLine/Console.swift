internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// The output of a verb: results on standard output, everything else on standard error.
enum Console {
  static func print(_ text: String) throws(CommandFailure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(SystemError) {
      try StandardStream.output.write(bytes)
    } catch {
      throw CommandFailure(
        error.isBrokenPipe ? .brokenPipe : .other,
        translated("standard output cannot be written: {reason}", ["reason": error]))
    }
  }

  /// Prints JSON with everything hostile escaped, because a terminal may be reading.
  static func print(_ json: JSON) throws(CommandFailure) {
    try print(json.text(.indented) + "\n")
  }

  /// Writes a remark on one line of standard error.
  static func note(_ text: String) {
    try? StandardStream.error.write(Array("\(Printable.line(text))\n".utf8))
  }

  static func report(_ failure: CommandFailure) {
    note("dragboard: \(failure.message)")
    if let hint = failure.hint { note(hint) }
  }
}
