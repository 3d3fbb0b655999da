/// How a connection that many peers call shares itself between them.
package struct TurnRules {
  /// Bytes of one sender's messages that wait for their turn, and of all senders'.
  package var queuedBytesPerSender: Int
  package var queuedBytes: Int
  /// Bytes that the bus has not taken from this process yet; while there are as many, calls wait.
  package var unwrittenBytes: Int
  /// Bytes that one peer is sent without a proof that it reads, and all of them.
  package var unreadBytesPerPeer: Int
  package var unreadBytes: Int
  /// How long a peer may take to show that it reads, before its calls are refused; in microseconds.
  package var readTimeout: UInt64
  /// Whether the answer to a call may be long.
  package var mayBeLong: (Message) -> Bool
  /// Whether a call is performed though its sender left while it waited for its turn.
  package var outlivesSender: (Message) -> Bool
  /// What a caller is told that has sent too much, or does not read; the text says which.
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
