/// The status that a program with verbs gives the shell. The numbers are part of the contract: dragctl(1), EXIT STATUS.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// Any failure without a number of its own.
  case other = 1
  /// The command line is wrong.
  case usage = 2
  /// The offer, item, transfer, target, list or card does not exist.
  case notFound = 3
  /// There is content, but not in a type that the command line requests.
  case nothingAcceptable = 4
  /// A transfer started and did not complete.
  case incomplete = 5
  /// dragd, the source or a drop target refused, the content is broken, or a file exists.
  case refused = 6
  /// There is no session bus, or no dragd on it.
  case unavailable = 7
  /// SIGINT, as shells number it: 128 + 2.
  case interrupted = 130
  /// SIGPIPE, 128 + 13: the reader of the output left before it had everything.
  case brokenPipe = 141
}
