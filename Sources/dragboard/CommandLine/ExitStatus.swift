/// The exit status; the numbers are those of dragctl(1).
nonisolated enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// Any failure without a number of its own.
  case other = 1
  /// The command line is wrong.
  case usage = 2
  /// No such list or card.
  case nothingThere = 3
  /// The card has no representation of a type that was asked for.
  case nothingAcceptable = 4
  /// A transfer started and did not complete.
  case incomplete = 5
  /// The content is broken, dragd refused, or the file exists already.
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
    case .nothingThere: "no such list or card"
    case .nothingAcceptable: "the card has nothing of an acceptable type"
    case .incomplete: "the offer was not kept: dragd or the bus has gone"
    case .refused: "refused: broken content, not allowed by dragd, or a file exists"
    case .unavailable: "no session bus, or no dragd on it"
    case .interrupted: "interrupted"
    }
  }
}
