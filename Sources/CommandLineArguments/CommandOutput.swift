internal import DragModel
internal import DragSystem
internal import Translations

/// The output of a program with verbs: results on standard output, everything else on standard error.
package enum CommandOutput {
  /// Why a result could not be printed, for example a full disk.
  package struct Failure: Error {
    package var status: ExitStatus
    package var message: String
  }

  /// Prints a result, which need not be UTF-8, such as a path.
  package static func print(_ bytes: [UInt8]) throws(Failure) {
    try mapError { () throws(SystemError) in
      try StandardStream.output.write(bytes)
    } to: {
      Failure(
        status: $0.isBrokenPipe ? .brokenPipe : .other,
        message: translated("standard output: {reason}", ["reason": $0.reason]))
    }
  }

  /// Prints a message that is not the result, always on one line. A closed standard error is no failure.
  package static func note(_ text: String) {
    try? StandardStream.error.write(Array("\(Printable.line(text))\n".utf8))
  }

  /// Prints why a verb stops, with the program's name, and what to do instead.
  package static func report(_ message: String, hint: String?, of program: String) {
    guard !message.isEmpty else { return }
    note("\(program): \(message)")
    if let hint { note(hint) }
  }
}
