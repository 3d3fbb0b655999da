internal import DBus
internal import DragModel
internal import DragSystem

/// A call to dragd that is ready to be sent, with the decoder of its reply. It can be performed once, blocking or on a
/// loop: `BrokerConnection.perform`.
package struct BrokerCall<Reply> {
  let message: Message
  /// Whether dragd answers, and not dragclip or the shelf.
  let isForBroker: Bool
  private let decode: (Message) throws(Rejection) -> Reply

  /// - Parameter make: throws when a text or a path cannot be sent, for example with a NUL.
  init(
    toBroker isForBroker: Bool = true,
    _ make: () throws(BusError) -> Message,
    decode: @escaping (Message) throws(Rejection) -> Reply
  ) throws(RequestError) {
    self.isForBroker = isForBroker
    self.decode = decode
    message = try mapError { () throws(BusError) in
      try make()
    } to: {
      RequestError($0)
    }
  }

  /// A call whose reply says nothing more than that it was performed.
  init(
    toBroker isForBroker: Bool = true, _ make: () throws(BusError) -> Message
  ) throws(RequestError) where Reply == Void {
    try self.init(toBroker: isForBroker, make) { _ throws(Rejection) in }
  }

  /// The same call, which does not start dragd: without one it fails with `noBroker`.
  package func startingNothing() -> BrokerCall {
    message.startNothing()
    return self
  }

  /// Completes the message now; otherwise sending it does so.
  package func complete() { message.complete() }

  func read(_ reply: Message) throws(RequestError) -> Reply {
    return try mapError { () throws(Rejection) in
      try decode(reply)
    } to: {
      RequestError(malformed: $0, in: message.member ?? "")
    }
  }
}
