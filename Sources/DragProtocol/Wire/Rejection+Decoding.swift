package import DBus
package import DragModel

extension Rejection: DecodingError {
  /// InvalidArgs for arguments of other types than the contract's; QuotaExceeded if this process can open no
  /// descriptor.
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

  /// The contract's code; nil for an error that is not in the contract.
  package var code: ErrorCode? { ErrorCode(errorName: name) }

  /// The error as a rejection; nil for an error that is not in the contract.
  package var rejection: Rejection? { code.map { Rejection($0, message) } }
}
