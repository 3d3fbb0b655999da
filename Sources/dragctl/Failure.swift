internal import CommandLineArguments
internal import DragModel

/// Why a verb stops: the exit status, the message for the person, and a hint.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// dragd's reason, for a verb that can do something about it.
  var code: ErrorCode?
  /// dragd ended before it answered; see `RequestError.brokerHasEnded`.
  var brokerHasEnded = false
  var message: String
  /// A second line for people: what to do instead.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, message, hint: hint)
  }
}
