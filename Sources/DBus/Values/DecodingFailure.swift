/// A message's arguments were not what the reader asked for.
package struct DecodingFailure: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The sender's mistake: another type, another number of arguments, a number out of range.
    case mismatch
    /// Nobody's mistake: this process may open no more descriptors.
    case shortage
  }

  package var cause: Cause
  /// What would have been right, as `string (s)`.
  package var expected: String
  /// What was there, as `uint32 (u)`.
  package var found: String
  /// Where, counted from 1: `argument 1, element 3, "fd"`.
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

/// An error that can say that decoding failed, so that a closure that reads may throw it.
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
