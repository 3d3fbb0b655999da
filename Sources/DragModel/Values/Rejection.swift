/// Why dragd refuses a request or fails a transfer: a code for programs, and a sentence for people that names the
/// wrong value and says what would be right.
package struct Rejection: Error, Hashable, Sendable {
  package var code: ErrorCode
  package var message: String

  package init(_ code: ErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// The errors of the contract; their names on the bus are in DragProtocol.
package enum ErrorCode: String, CaseIterable, Hashable, Sendable {
  case invalidArguments
  case invalidType
  case invalidDescriptor
  case noSuchOffer
  case noSuchItem
  case noSuchTransfer
  case noSuchTarget
  case notAcceptable
  case operationNotAllowed
  case busy
  case tooManyItems
  case quotaExceeded
  case accessDenied
  case forbidden
  case cancelled
  case changed
  case truncated
  case stalled
  case sourceFailed
  case targetFailed
  case storageFull
  case stateUnavailable
}
