/// Why a request is refused or a transfer failed: a code that programs act on and a sentence for
/// people, which names the value that was wrong and says what would be right.
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
  case storageFull
  case stateUnavailable
}
