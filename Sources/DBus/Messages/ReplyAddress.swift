internal import CDBus

/// A call, or as much of it as its answer needs.
package protocol Answerable {
  /// The reply, without arguments yet.
  func reply() -> Message

  /// An error reply. Name and text may come from a peer: an invalid name becomes `…Error.Failed`, NUL becomes U+FFFD,
  /// and the text is cut at 64 KiB.
  func errorReply(_ name: String, _ text: String) -> Message
}

extension Answerable {
  package func errorReply(_ error: BusError) -> Message {
    errorReply(error.name, error.message)
  }
}

extension Message: Answerable {}

/// The destination of a reply: all that a waiting call keeps of its message.
package struct ReplyAddress: Hashable, Sendable, Answerable {
  /// The caller's unique name.
  package let caller: String
  /// The call's serial.
  package let serial: UInt32
  package let expectsReply: Bool

  package init(caller: String, serial: UInt32, expectsReply: Bool = true) {
    self.caller = caller
    self.serial = serial
    self.expectsReply = expectsReply
  }

  package func reply() -> Message { Message(replyingTo: self) }

  package func errorReply(_ name: String, _ text: String) -> Message {
    Message(failing: self, name, text)
  }
}

extension Message {
  /// The destination of the reply to this call; `caller` is its sender, as the bus stated it.
  package func replyAddress(to caller: String) -> ReplyAddress {
    ReplyAddress(caller: caller, serial: serial, expectsReply: expectsReply)
  }
}
