internal import DragModel

extension DragError {
  /// The kind of failure. An error of a newer dragd that this library does not know has a code too: its name without
  /// `org.dragd.Error.`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the error; for the errors of dragd's contract the last part of the name on the bus.
    public let rawValue: String

    /// A code by its name. Never fails.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

/// The errors of dragd's contract.
extension DragError.Code {
  /// A malformed argument.
  public static let invalidArguments = DragError.Code(rawValue: "InvalidArgs")
  /// A text that is no MIME type, or no pattern of types.
  public static let invalidType = DragError.Code(rawValue: "InvalidType")
  /// A descriptor of something other than a readable regular file.
  public static let invalidDescriptor = DragError.Code(rawValue: "InvalidDescriptor")
  /// There is no such offer, or no longer.
  public static let noSuchOffer = DragError.Code(rawValue: "NoSuchOffer")
  /// The offer has no such item, or no longer.
  public static let noSuchItem = DragError.Code(rawValue: "NoSuchItem")
  /// There is no such transfer, or it ended long ago.
  public static let noSuchTransfer = DragError.Code(rawValue: "NoSuchTransfer")
  /// There is no such drop target, or no longer.
  public static let noSuchTarget = DragError.Code(rawValue: "NoSuchTarget")
  /// The item has no representation of any of the wanted types; the message lists the offered ones.
  public static let notAcceptable = DragError.Code(rawValue: "NotAcceptable")
  /// The source does not allow this operation, or the transfer has come too far for it.
  public static let operationNotAllowed = DragError.Code(rawValue: "OperationNotAllowed")
  /// Another transfer uses the item, or an earlier step is not finished: try again.
  public static let busy = DragError.Code(rawValue: "Busy")
  /// The arguments do not fit into one message.
  public static let tooManyItems = DragError.Code(rawValue: "TooManyItems")
  /// One of dragd's quotas is used up.
  public static let quotaExceeded = DragError.Code(rawValue: "QuotaExceeded")
  /// The offer, transfer or target belongs to another connection.
  public static let accessDenied = DragError.Code(rawValue: "AccessDenied")
  /// The drop target never accepts this content.
  public static let forbidden = DragError.Code(rawValue: "Forbidden")
  /// A party cancelled the transfer, the drop target declined, or the calling task was cancelled.
  public static let cancelled = DragError.Code(rawValue: "Cancelled")
  /// The offered file was modified after it had been offered.
  public static let changed = DragError.Code(rawValue: "Changed")
  /// The source left the bus, stopped early, or delivered another number of bytes than promised.
  public static let truncated = DragError.Code(rawValue: "Truncated")
  /// The source has sent nothing for too long.
  public static let stalled = DragError.Code(rawValue: "Stalled")
  /// The source failed; the message is its own.
  public static let sourceFailed = DragError.Code(rawValue: "SourceFailed")
  /// The drop target could not take what was dropped; the message has only what it means for others.
  public static let targetFailed = DragError.Code(rawValue: "TargetFailed")
  /// There is no room to store the content, or a record that dragd must keep.
  public static let storageFull = DragError.Code(rawValue: "StorageFull")
  /// dragd cannot read its records of moves, so the outcome of moves is unknown: neither delete nor show an item.
  public static let stateUnavailable = DragError.Code(rawValue: "StateUnavailable")
  /// This dragd does not serve this part of the contract.
  public static let notSupported = DragError.Code(rawValue: "NotSupported")
}

/// Failures outside dragd.
extension DragError.Code {
  /// There is no session bus, or it refuses the connection.
  public static let noSessionBus = DragError.Code(rawValue: "NoSessionBus")
  /// dragd does not run, and the bus cannot start it.
  public static let noBroker = DragError.Code(rawValue: "NoBroker")
  /// The connection to the bus is lost, or this client was closed.
  public static let disconnected = DragError.Code(rawValue: "Disconnected")
  /// dragd ended before it answered, or did not answer in time.
  public static let noReply = DragError.Code(rawValue: "NoReply")
  /// The bus forbids the call (a sandbox, a policy).
  public static let deniedByBus = DragError.Code(rawValue: "DeniedByBus")
  /// This dragd is older than the library and does not implement the call.
  public static let unsupported = DragError.Code(rawValue: "Unsupported")
  /// dragd's answer does not match its contract.
  public static let malformedReply = DragError.Code(rawValue: "MalformedReply")
  /// A system call failed; ``DragError/cause`` says which.
  public static let system = DragError.Code(rawValue: "System")
  /// A file of that name is there already.
  public static let fileExists = DragError.Code(rawValue: "FileExists")
  /// The content arrived completely, but is no value of the requested type.
  public static let unreadable = DragError.Code(rawValue: "Unreadable")
  /// The program's own closure threw the error in ``DragError/cause``.
  public static let program = DragError.Code(rawValue: "Program")
  /// The outcome of a move is not known yet: the stored content stays pending.
  public static let undecided = DragError.Code(rawValue: "Undecided")
  /// dragd has other records than those in which a move was noted: the stored content stays pending until the user says
  /// whether to keep it; see ``DragClient/settle(_:keeping:journal:)``.
  public static let unrecorded = DragError.Code(rawValue: "Unrecorded")
  /// Any other error; its name is in ``DragError/cause``.
  public static let other = DragError.Code(rawValue: "Other")
}

extension DragError.Code: CustomStringConvertible {
  /// The name in words, such as “no such offer”.
  public var description: String {
    switch self {
    case .invalidArguments: return "invalid arguments"
    case .system: return "system call failed"
    case .program: return "error of the program"
    case .other: return "other error"
    default: break
    }
    var words = ""
    for letter in rawValue {
      if letter.isUppercase, !words.isEmpty { words += " " }
      words += letter.lowercased()
    }
    return Printable.line(words)
  }
}
