internal import DBus
internal import DragModel

/// A call of dragd's that is ready to be sent, and how its reply is read. It can be performed once,
/// waiting or on a loop: `BrokerConnection.perform`.
package struct BrokerCall<Reply> {
  let message: Message
  /// Whether it is dragd that answers, and not dragclip.
  let isForBroker: Bool
  private let decode: (Message) throws(Rejection) -> Reply

  /// - Parameter make: fails where a text or a path cannot travel, as with a NUL in it.
  init(
    toBroker isForBroker: Bool = true,
    _ make: () throws(BusError) -> Message,
    decode: @escaping (Message) throws(Rejection) -> Reply
  ) throws(DragError) {
    self.isForBroker = isForBroker
    self.decode = decode
    do throws(BusError) {
      message = try make()
    } catch {
      throw DragError(error)
    }
  }

  /// The same, but it starts no dragd: without one it fails with `noBroker`.
  package func startingNothing() -> BrokerCall {
    message.startNothing()
    return self
  }

  func read(_ reply: Message) throws(DragError) -> Reply {
    do throws(Rejection) {
      return try decode(reply)
    } catch {
      throw DragError(malformed: error, in: message.member ?? "")
    }
  }
}
