internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The errors of the layer below.
typealias ConnectionError = DragConnection.DragError

extension DragError {
  init(_ error: ConnectionError) {
    self.init(
      Code(error), error.message,
      cause: error.underlying.map { .bus(name: $0.name, message: $0.message) })
  }

  /// An error that a peer gave a transfer.
  init(_ error: BusError) {
    self.init(ConnectionError(error))
  }

  init(_ error: SystemError) {
    self.init(
      .system, error.description, cause: .system(call: error.call, errno: error.errno))
  }

  /// What a closure of the program's threw.
  init(thrown error: any Error) {
    switch error {
    case let error as DragError: self = error
    case is CancellationError: self = .cancelledTask
    default: self.init(.program, "\(error)", cause: .program(error))
    }
  }

  static var cancelledTask: DragError {
    DragError(.cancelled, "the task that asked for it was cancelled")
  }

  static var closed: DragError {
    DragError(.disconnected, "this client was closed")
  }
}

extension ConnectionError {
  /// The error of the layer below that an error came from, as far as it did.
  init(_ error: DragError) {
    if case .bus(let name, let message) = error.cause {
      self.init(BusError(name: name, message: message))
      self.message = error.message
    } else {
      let code: Code =
        switch error.code {
        case .noSessionBus: .noSessionBus
        case .noBroker: .noBroker
        case .disconnected: .disconnected
        case .noReply: .noReply
        default: .other
        }
      self.init(code, error.message)
    }
  }
}

extension DragError.Code {
  init(_ error: ConnectionError) {
    switch error.code {
    case .broker(let code): self.init(code)
    case .noSessionBus: self = .noSessionBus
    case .noBroker: self = .noBroker
    case .disconnected: self = .disconnected
    case .noReply: self = .noReply
    case .deniedByBus: self = .deniedByBus
    case .unsupported: self = .unsupported
    case .malformedReply: self = .malformedReply
    case .other:
      let name = error.underlying?.name ?? ""
      self =
        name.hasPrefix(ErrorCode.namespace)
        ? DragError.Code(rawValue: String(name.dropFirst(ErrorCode.namespace.count))) : .other
    }
  }

  init(_ code: ErrorCode) {
    let name = code.errorName.utf8.split(separator: UInt8(ascii: ".")).last
    self.init(rawValue: name.flatMap { String($0) } ?? code.rawValue)
  }

  /// The contract's own code, where it is one: what another program is told.
  var contractCode: ErrorCode? {
    ErrorCode.allCases.first { DragError.Code($0) == self }
  }
}
