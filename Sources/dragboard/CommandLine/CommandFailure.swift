internal import BoardModel
internal import CommandLineArguments
internal import DragClient
internal import Translations

/// Why a verb fails: the exit status, the message and a hint.
nonisolated struct CommandFailure: UsageFailure {
  var status: ExitStatus
  var message: String
  /// A second line that says what would be right.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  static func usage(_ message: String, hint: String?) -> CommandFailure {
    CommandFailure(.usage, message, hint: hint)
  }

  init(_ error: BoardError) {
    self.init(Self.status(error), error.message)
  }

  private static func status(_ error: BoardError) -> ExitStatus {
    switch error {
    case .noSuchBoard, .noSuchList, .noSuchCard, .noSuchItem: .notFound
    case .ambiguous: .usage
    case .noSuchRepresentation: .nothingAcceptable
    case .invalid, .malformed, .brokenFile, .alreadyThere: .refused
    case .unreadable, .unwritable, .diskFull, .busy, .movingAway, .openInOlderVersion,
      .missingLibrary, .newer, .storage:
      .other
    }
  }

  init(_ error: DragError) {
    let status: ExitStatus =
      switch error.code {
      case .noSessionBus, .noBroker: .unavailable
      case .disconnected, .noReply: .incomplete
      case .busy, .quotaExceeded, .accessDenied, .forbidden, .deniedByBus, .operationNotAllowed,
        .invalidType, .storageFull, .stateUnavailable:
        .refused
      default: .other
      }
    self.init(status, error.message)
    if status == .unavailable {
      hint = translated("Offering needs a session bus with dragd on it: see dragd(8).")
    }
  }

  /// Converts any error.
  init(thrown error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as BoardError: self.init(error)
    case let error as DragError: self.init(error)
    default: self.init(.other, "\(error)")
    }
  }
}
