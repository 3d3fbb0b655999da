internal import CDBus

/// What can be answered: a call, or as much of it as its answer needs.
package protocol Answerable {
  /// The reply, without arguments yet.
  func reply() -> Message

  /// An error. A name that is not valid becomes `…Error.Failed`, NULs become U+FFFD and the text ends at 64 KiB:
  /// whatever a peer had a hand in can be said.
  func errorReply(_ name: String, _ text: String) -> Message
}

extension Answerable {
  package func errorReply(_ error: BusError) -> Message {
    errorReply(error.name, error.message)
  }
}

extension Message: Answerable {}

/// Where the answer to a call goes: all that a call which waits keeps of its message.
package struct ReplyAddress: Hashable, Sendable, Answerable {
  /// The unique name of who called.
  package let caller: String
  /// Of the call.
  package let serial: UInt32
  package let expectsReply: Bool

  package func reply() -> Message { Message(replyingTo: self) }

  package func errorReply(_ name: String, _ text: String) -> Message {
    Message(failing: self, name, text)
  }
}

extension Message {
  /// Where the reply to this call goes; `caller` is its sender, which the bus has vouched for.
  package func replyAddress(to caller: String) -> ReplyAddress {
    ReplyAddress(caller: caller, serial: serial, expectsReply: expectsReply)
  }
}
