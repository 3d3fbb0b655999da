internal import DBus
package import DragModel
internal import DragProtocol

extension DragError {
  /// What kind of failure it is, for programs to act on.
  package enum Code: Hashable, Sendable {
    /// An error of the contract.
    case broker(ErrorCode)
    /// There is no session bus, or it takes nobody.
    case noSessionBus
    /// Nobody owns dragd's name, and the bus cannot start it.
    case noBroker
    /// The connection to the bus is lost.
    case disconnected
    /// dragd went away before it answered, or the time-out was over.
    case noReply
    /// The bus itself does not allow it (a sandbox, a policy).
    case deniedByBus
    /// A dragd that does not know what was asked for, for it is older.
    case unsupported
    /// A reply that is not what the contract says.
    case malformedReply
    /// Any other error: its name is in `underlying`.
    case other
  }
}

extension DragError.Code {
  init(_ error: BusError) {
    if let code = ErrorCode(errorName: error.name) {
      self = .broker(code)
      return
    }
    switch error.name {
    case BusError.Name.noSessionBus, BusError.Name.noServer: self = .noSessionBus
    case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner: self = .noBroker
    case BusError.Name.disconnected: self = .disconnected
    case BusError.Name.noReply, BusError.Name.timeout: self = .noReply
    case BusError.Name.accessDenied: self = .deniedByBus
    case BusError.Name.unknownMethod, BusError.Name.unknownObject, BusError.Name.unknownInterface,
      BusError.Name.unknownProperty:
      self = .unsupported
    default:
      // The bus tried to start dragd, and failed in one of a dozen ways.
      self = error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") ? .noBroker : .other
    }
  }
}
