/// The status that the shell gets. The numbers are part of the tool's contract: dragctl(1), EXIT STATUS.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// Any failure without a number of its own.
  case other = 1
  /// The command line is wrong.
  case usage = 2
  /// No such offer, item, transfer or target, or none at all.
  case nothingOffered = 3
  /// There is an offer, but not in a type that was asked for.
  case nothingAcceptable = 4
  /// A transfer started and did not complete.
  case incomplete = 5
  /// dragd, the source or a drop target refused, or a file exists.
  case refused = 6
  /// There is no session bus, or no dragd on it.
  case unavailable = 7
  /// SIGINT, as shells number it: 128 + 2.
  case interrupted = 130
  /// SIGPIPE, 128 + 13: the reader of the output was gone before all was written.
  case brokenPipe = 141

  /// One line for help and the manual.
  var meaning: String {
    switch self {
    case .success: "success"
    case .other: "any other failure"
    case .usage: "wrong usage"
    case .nothingOffered: "nothing on offer, or no such offer, item, transfer or target"
    case .nothingAcceptable: "nothing on offer in an acceptable type"
    case .incomplete:
      "the transfer did not complete: truncated, stalled, changed or cancelled"
    case .refused: "refused: busy, denied, forbidden, over a quota, not allowed, or a file exists"
    case .unavailable: "no session bus, or no dragd on it"
    case .interrupted: "interrupted"
    case .brokenPipe: "the reader of the output was gone before all was written"
    }
  }
}
