package import DBus
package import DragModel

extension Rejection: DecodingError {
  /// Arguments of other types than the contract's; or no descriptor is left to take one.
  package init(_ failure: DecodingFailure) {
    switch failure.cause {
    case .mismatch: self.init(.invalidArguments, failure.description)
    case .shortage: self.init(.quotaExceeded, failure.description)
    }
  }

  /// Malformed arguments.
  static func invalid(_ message: String) -> Rejection {
    Rejection(.invalidArguments, message)
  }
}

extension BusError {
  /// The error as it goes over the bus.
  package init(_ rejection: Rejection) {
    self.init(name: rejection.code.errorName, message: rejection.message)
  }

  /// What the contract calls it; nil for an error that is not of the contract.
  package var code: ErrorCode? { ErrorCode(errorName: name) }

  /// The error as the contract has it; nil for one that is not of the contract.
  package var rejection: Rejection? { code.map { Rejection($0, message) } }
}
