/// A program's error for a command line that it cannot follow.
package protocol UsageFailure: Error {
  /// - Parameters:
  ///   - message: what is wrong, with the word.
  ///   - hint: what would be right; nil where the message says so.
  static func usage(_ message: String, hint: String?) -> Self
}

extension UsageFailure {
  package static func usage(_ message: String) -> Self { usage(message, hint: nil) }
}

/// The error of a program that fails in no other way on its command line.
package struct UsageError: UsageFailure {
  package let message: String
  package let hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  package static func usage(_ message: String, hint: String?) -> UsageError {
    UsageError(message, hint: hint)
  }

  /// The text for standard error: a line for the message, and one for the hint.
  package func text(of program: String) -> String {
    "\(program): \(message)\n" + (hint.map { "\($0)\n" } ?? "")
  }
}
