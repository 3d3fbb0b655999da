internal import DBus
package import DragModel

extension ErrorCode {
  /// The prefix of dragd's own error names.
  package static let namespace = "org.dragd.Error."

  /// The error's name on the bus.
  package var errorName: String {
    switch self {
    case .invalidArguments: BusError.Name.invalidArgs
    case .invalidType: "org.dragd.Error.InvalidType"
    case .invalidDescriptor: "org.dragd.Error.InvalidDescriptor"
    case .noSuchOffer: "org.dragd.Error.NoSuchOffer"
    case .noSuchItem: "org.dragd.Error.NoSuchItem"
    case .noSuchTransfer: "org.dragd.Error.NoSuchTransfer"
    case .noSuchTarget: "org.dragd.Error.NoSuchTarget"
    case .notAcceptable: "org.dragd.Error.NotAcceptable"
    case .operationNotAllowed: "org.dragd.Error.OperationNotAllowed"
    case .busy: "org.dragd.Error.Busy"
    case .tooManyItems: "org.dragd.Error.TooManyItems"
    case .quotaExceeded: "org.dragd.Error.QuotaExceeded"
    case .accessDenied: "org.dragd.Error.AccessDenied"
    case .forbidden: "org.dragd.Error.Forbidden"
    case .cancelled: "org.dragd.Error.Cancelled"
    case .changed: "org.dragd.Error.Changed"
    case .truncated: "org.dragd.Error.Truncated"
    case .stalled: "org.dragd.Error.Stalled"
    case .sourceFailed: "org.dragd.Error.SourceFailed"
    case .targetFailed: "org.dragd.Error.TargetFailed"
    case .storageFull: "org.dragd.Error.StorageFull"
    case .stateUnavailable: "org.dragd.Error.StateUnavailable"
    }
  }

  /// Reads an error's name; nil for an error that is not in the contract.
  package init?(errorName: String) {
    guard let code = Self.allCases.first(where: { $0.errorName == errorName }) else { return nil }
    self = code
  }
}
