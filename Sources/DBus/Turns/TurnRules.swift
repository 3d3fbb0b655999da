/// The limits and the policy of a connection that serves its peers in turn.
package struct TurnRules {
  /// Bytes of messages that may wait for their turn, of one sender and of all.
  package var queuedBytesPerSender: Int
  package var queuedBytes: Int
  /// Calls wait while the bus has at least this many bytes of this process still to take.
  package var unwrittenBytes: Int
  /// Bytes that peers have not confirmed as read, for one peer and for all.
  package var unreadBytesPerPeer: Int
  package var unreadBytes: Int
  /// Microseconds in which a peer must show that it reads, before its calls are refused.
  package var readTimeout: UInt64
  /// Whether the answer to a call may be long.
  package var mayBeLong: (Message) -> Bool
  /// Whether a waiting call is still served after its sender has left.
  package var outlivesSender: (Message) -> Bool
  /// The error for a caller that has sent too much or does not read; the text says which.
  package var refusal: (String) -> BusError

  package init(
    queuedBytesPerSender: Int, queuedBytes: Int, unwrittenBytes: Int, unreadBytesPerPeer: Int,
    unreadBytes: Int, readTimeout: UInt64 = 5_000_000, mayBeLong: @escaping (Message) -> Bool,
    outlivesSender: @escaping (Message) -> Bool, refusal: @escaping (String) -> BusError
  ) {
    self.queuedBytesPerSender = queuedBytesPerSender
    self.queuedBytes = queuedBytes
    self.unwrittenBytes = unwrittenBytes
    self.unreadBytesPerPeer = unreadBytesPerPeer
    self.unreadBytes = unreadBytes
    self.readTimeout = readTimeout
    self.mayBeLong = mayBeLong
    self.outlivesSender = outlivesSender
    self.refusal = refusal
  }
}
