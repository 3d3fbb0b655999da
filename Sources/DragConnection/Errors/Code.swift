internal import DBus
package import DragModel
internal import DragProtocol

extension RequestError {
  /// The kind of failure, for programs.
  package enum Code: Hashable, Sendable {
    /// An error of the contract.
    case broker(ErrorCode)
    /// There is no session bus, or it refuses connections.
    case noSessionBus
    /// No connection owns dragd's name, and the bus cannot start dragd.
    case noBroker
    /// The connection to the bus is lost.
    case disconnected
    /// dragd ended before it answered, or the time-out expired.
    case noReply
    /// The bus forbids it (a sandbox, a policy).
    case deniedByBus
    /// This dragd is too old for the request.
    case unsupported
    /// The reply does not match the contract.
    case malformedReply
    /// Any other error; `underlying` has its name.
    case other
  }
}

extension RequestError.Code {
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
      // The bus has a dozen errors with this prefix for a failure to start dragd.
      self = error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") ? .noBroker : .other
    }
  }
}
