internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import DragSystem

/// The output of a verb: results on standard output, everything else on standard error.
enum Console {
  static func print(_ text: String) throws(CommandFailure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(CommandFailure) {
    try mapError { () throws(CommandOutput.Failure) in
      try CommandOutput.print(bytes)
    } to: {
      CommandFailure($0.status, $0.message)
    }
  }

  /// Prints JSON with everything hostile escaped, because a terminal may be reading.
  static func print(_ json: JSON) throws(CommandFailure) {
    try print(json.text(.indented) + "\n")
  }

  /// Writes a remark on one line of standard error.
  static func note(_ text: String) { CommandOutput.note(text) }

  static func report(_ failure: CommandFailure) {
    CommandOutput.report(failure.message, hint: failure.hint, of: "dragboard")
  }
}
