internal import CDBus
internal import DragSystem

extension Connection {
  /// Sends without waiting for an answer and never blocks: what the bus does not take at once is written by the loop.
  ///
  /// - Returns: the message's serial; 0 when it was dropped, because the connection has ended or this bus passes no
  ///   descriptors.
  @discardableResult
  package func send(_ message: Message) -> UInt32 {
    guard !isClosed, isConnected else { return 0 }
    prepare(message)
    var serial: UInt32 = 0
    guard dbus_connection_send(pointer, message.pointer, &serial) != 0 else { return 0 }
    keepUntilWritten(message)
    return serial
  }

  /// Sends a call; `then` gets the reply, later and on the loop, exactly once unless it is cancelled: the peer's
  /// error, NoReply after `milliseconds` (nil: never) or when the peer has gone, Disconnected when the bus has.
  @discardableResult
  package func call(
    _ message: Message, timeout milliseconds: Int?,
    then: @escaping (Result<Message, BusError>) -> Void
  ) -> PendingReply {
    guard let loop = attachment?.loop else {
      preconditionFailure("a call without waiting needs a loop: attach(to:) first")
    }
    let serial = send(message)
    let reply = PendingReply(serial: serial, connection: self, then: then)
    guard serial != 0 else {
      let error = isConnected ? Self.cannotPass : Self.disconnected
      loop.next { reply.complete(.failure(error)) }
      return reply
    }
    pending[serial] = reply
    if let milliseconds {
      reply.timer = loop.after(microseconds: UInt64(max(milliseconds, 0)) * 1000) { [weak self] in
        guard let late = self?.pending.removeValue(forKey: serial) else { return }
        late.complete(
          .failure(
            BusError(
              name: BusError.Name.noReply, message: "no reply came within \(milliseconds) ms")))
      }
    }
    return reply
  }

  func failPending(_ error: BusError) {
    let waiting = pending
    pending = [:]
    for (_, reply) in waiting.sorted(by: { $0.key < $1.key }) { reply.complete(.failure(error)) }
  }
}

/// A call that waits for its reply.
package final class PendingReply {
  package let serial: UInt32
  private weak var connection: Connection?
  private var then: ((Result<Message, BusError>) -> Void)?
  var timer: Timer?

  init(
    serial: UInt32, connection: Connection, then: @escaping (Result<Message, BusError>) -> Void
  ) {
    self.serial = serial
    self.connection = connection
    self.then = then
  }

  /// Forgets the reply, should it still come. The peer learns nothing of it.
  package func cancel() {
    then = nil
    timer?.cancel()
    connection?.pending[serial] = nil
  }

  func complete(_ result: Result<Message, BusError>) {
    timer?.cancel()
    let work = then
    then = nil
    work?(result)
  }
}
