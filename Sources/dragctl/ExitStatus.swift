internal import CommandLineArguments
internal import Translations

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
