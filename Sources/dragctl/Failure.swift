internal import CommandLineArguments
internal import DragModel
internal import Translations

/// Why a verb stops: the exit status, the message for the person, and a hint.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// dragd's reason, for a verb that can do something about it.
  var code: ErrorCode?
  /// dragd ended before it answered; see `RequestError.brokerHasEnded`.
  var brokerHasEnded = false
  /// No reply came in the time that the call was given.
  var isTimeout = false
  var message: String
  /// More lines of the message, one for each further thing that is in the way.
  var details: [String] = []
  /// A last line for people: what to do instead.
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

extension ExitStatus {
  /// One line for help and the manual.
  var meaning: String {
    switch self {
    case .success: translated("success")
    case .other: translated("any other failure")
    case .usage: translated("wrong usage")
    case .notFound: translated("nothing on offer, or no such offer, item, transfer or target")
    case .nothingAcceptable: translated("nothing on offer in an acceptable type")
    case .incomplete:
      translated("the transfer did not complete: truncated, stalled, changed or cancelled")
    case .refused:
      translated("refused: busy, denied, forbidden, over a quota, not allowed, or a file exists")
    case .unavailable: translated("no session bus, or no dragd on it")
    case .interrupted: translated("interrupted")
    case .brokenPipe: translated("the reader of the output left before it had everything")
    }
  }
}
