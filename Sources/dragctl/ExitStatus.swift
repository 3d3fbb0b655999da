internal import CommandLineArguments

extension ExitStatus {
  /// One line for help and the manual.
  var meaning: String {
    switch self {
    case .success: "success"
    case .other: "any other failure"
    case .usage: "wrong usage"
    case .notFound: "nothing on offer, or no such offer, item, transfer or target"
    case .nothingAcceptable: "nothing on offer in an acceptable type"
    case .incomplete:
      "the transfer did not complete: truncated, stalled, changed or cancelled"
    case .refused: "refused: busy, denied, forbidden, over a quota, not allowed, or a file exists"
    case .unavailable: "no session bus, or no dragd on it"
    case .interrupted: "interrupted"
    case .brokenPipe: "the reader of the output left before it had everything"
    }
  }
}
