/// What the shell is told. The numbers are part of the tool's contract: dragctl(1), EXIT STATUS.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// Anything that has no number of its own.
  case other = 1
  /// The command line is wrong.
  case usage = 2
  /// No such offer, item, transfer or target, or none at all.
  case nothingOffered = 3
  /// There is an offer, but not in a type that was asked for.
  case nothingAcceptable = 4
  /// A transfer began and did not complete.
  case incomplete = 5
  /// Somebody said no: dragd, the source, a drop target, or a file that is already there.
  case refused = 6
  /// There is no session bus, or no dragd on it.
  case unavailable = 7
  /// SIGINT, as shells count it: 128 + 2.
  case interrupted = 130

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
    }
  }
}
