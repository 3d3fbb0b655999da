extension DragError {
  /// What kind of failure it is. An error of a newer dragd that this library does not know has a code too: its name
  /// without the `org.dragd.Error.` before it.
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
  /// No MIME type, or no pattern of types.
  public static let invalidType = DragError.Code(rawValue: "InvalidType")
  /// Not a regular file that can be read.
  public static let invalidDescriptor = DragError.Code(rawValue: "InvalidDescriptor")
  /// The offer is over, or never was.
  public static let noSuchOffer = DragError.Code(rawValue: "NoSuchOffer")
  /// The offer has no such item any more.
  public static let noSuchItem = DragError.Code(rawValue: "NoSuchItem")
  /// The transfer is long over, or never was.
  public static let noSuchTransfer = DragError.Code(rawValue: "NoSuchTransfer")
  /// The drop target is no more, or never was.
  public static let noSuchTarget = DragError.Code(rawValue: "NoSuchTarget")
  /// There is no representation of any of the wanted types; the message lists those on offer.
  public static let notAcceptable = DragError.Code(rawValue: "NotAcceptable")
  /// The source does not allow this operation, or the transfer has come too far for it.
  public static let operationNotAllowed = DragError.Code(rawValue: "OperationNotAllowed")
  /// Somebody else has the item now, or something has to be finished first: try again.
  public static let busy = DragError.Code(rawValue: "Busy")
  /// More than fits into one message.
  public static let tooManyItems = DragError.Code(rawValue: "TooManyItems")
  /// One of dragd's quotas is used up.
  public static let quotaExceeded = DragError.Code(rawValue: "QuotaExceeded")
  /// This belongs to somebody else.
  public static let accessDenied = DragError.Code(rawValue: "AccessDenied")
  /// The drop target never takes this.
  public static let forbidden = DragError.Code(rawValue: "Forbidden")
  /// A party of the transfer gave up, the drop target declined, or the task that asked was cancelled.
  public static let cancelled = DragError.Code(rawValue: "Cancelled")
  /// The file that was offered has been written to since.
  public static let changed = DragError.Code(rawValue: "Changed")
  /// The source died, stopped early, or delivered another number of bytes than promised.
  public static let truncated = DragError.Code(rawValue: "Truncated")
  /// The source has sent nothing for too long.
  public static let stalled = DragError.Code(rawValue: "Stalled")
  /// The source failed; the message has its own words.
  public static let sourceFailed = DragError.Code(rawValue: "SourceFailed")
  /// There is no room to store the content, or a record that has to be kept.
  public static let storageFull = DragError.Code(rawValue: "StorageFull")
  /// dragd cannot read its records of moves, so nobody may conclude anything.
  public static let stateUnavailable = DragError.Code(rawValue: "StateUnavailable")
  /// A part of the contract that this dragd does not serve.
  public static let notSupported = DragError.Code(rawValue: "NotSupported")
}

/// What can fail outside dragd.
extension DragError.Code {
  /// There is no session bus, or it takes nobody.
  public static let noSessionBus = DragError.Code(rawValue: "NoSessionBus")
  /// dragd does not run, and the bus cannot start it.
  public static let noBroker = DragError.Code(rawValue: "NoBroker")
  /// The connection to the bus is lost, or this client was closed.
  public static let disconnected = DragError.Code(rawValue: "Disconnected")
  /// dragd went away before it answered, or did not answer in time.
  public static let noReply = DragError.Code(rawValue: "NoReply")
  /// The bus itself does not allow it (a sandbox, a policy).
  public static let deniedByBus = DragError.Code(rawValue: "DeniedByBus")
  /// A dragd that does not know what was asked for, for it is older.
  public static let unsupported = DragError.Code(rawValue: "Unsupported")
  /// dragd's answer is not what its contract says.
  public static let malformedReply = DragError.Code(rawValue: "MalformedReply")
  /// A system call failed; ``DragError/cause`` says which.
  public static let system = DragError.Code(rawValue: "System")
  /// The content arrived whole, but is no value of the type that was asked for.
  public static let unreadable = DragError.Code(rawValue: "Unreadable")
  /// The program's own closure threw; ``DragError/cause`` has what it threw.
  public static let program = DragError.Code(rawValue: "Program")
  /// What has become of a move is not known yet: what was stored stays pending.
  public static let undecided = DragError.Code(rawValue: "Undecided")
  /// Any other error; its name is in ``DragError/cause``.
  public static let other = DragError.Code(rawValue: "Other")
}
