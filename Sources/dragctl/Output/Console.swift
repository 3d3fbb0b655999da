internal import CommandLineArguments
internal import DragModel
internal import DragSystem

/// dragctl's output: results on standard output, everything else on standard error.
enum Console {
  static func print(_ text: String) throws(Failure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(Failure) {
    try mapError { () throws(CommandOutput.Failure) in
      try CommandOutput.print(bytes)
    } to: {
      Failure($0.status, $0.message)
    }
  }

  static func print(_ json: JSON) throws(Failure) { try print("\(json)\n") }

  static func note(_ text: String) { CommandOutput.note(text) }

  /// Writes text as it is, for a line that is not finished yet.
  static func draw(_ text: String) {
    guard !text.isEmpty else { return }
    try? StandardStream.error.write(Array(text.utf8))
  }

  static func report(_ failure: Failure, of program: String = "dragctl") {
    CommandOutput.report(failure.message, hint: nil, of: program)
    for detail in failure.details { note("  \(detail)") }
    if let hint = failure.hint, !failure.message.isEmpty { note(hint) }
  }
}
