/// A program's error for a command line that it cannot follow.
package protocol UsageFailure: Error {
  /// - Parameters:
  ///   - message: what is wrong, with the word.
  ///   - hint: what would be right; nil where the message says so.
  static func usage(_ message: String, hint: String?) -> Self
}

extension UsageFailure {
  static func usage(_ message: String) -> Self { usage(message, hint: nil) }
}
