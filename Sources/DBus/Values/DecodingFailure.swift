/// The next value of a message is not what the reader expected.
package struct DecodingFailure: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The sender's mistake: another type, another number of arguments, a number out of range, a missing descriptor.
    case mismatch
    /// This process's own failure: it can open no further descriptor.
    case shortage
  }

  package var cause: Cause
  /// The type or range that was expected, such as `string (s)`.
  package var expected: String
  /// The type or value in the message, such as `uint32 (u)`.
  package var found: String
  /// The position, counted from 1: `argument 1, element 3, “fd”`.
  package var at: String

  package init(expected: String, found: String, at: String, cause: Cause = .mismatch) {
    self.cause = cause
    self.expected = expected
    self.found = found
    self.at = at
  }
}

extension DecodingFailure: CustomStringConvertible {
  package var description: String { "\(at): expected \(expected), found \(found)" }
}

/// An error that a decoding failure can become, so that a closure that reads may throw it.
package protocol DecodingError: Error {
  init(_ failure: DecodingFailure)
}

extension DecodingFailure: DecodingError {
  package init(_ failure: DecodingFailure) { self = failure }
}

extension BusError: DecodingError {
  /// InvalidArgs, or LimitsExceeded when there was no room for a descriptor.
  package init(_ failure: DecodingFailure) {
    switch failure.cause {
    case .mismatch: self.init(name: Name.invalidArgs, message: failure.description)
    case .shortage: self.init(name: Name.limitsExceeded, message: failure.description)
    }
  }
}
