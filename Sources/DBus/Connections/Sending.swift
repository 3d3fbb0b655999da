internal import CDBus
internal import DragSystem

extension Connection {
  /// Sends without waiting for an answer. Never blocks: the loop writes what the bus does not take at once.
  ///
  /// - Returns: the message's serial; 0 if the message was dropped because the connection has ended or because this bus
  ///   passes no descriptors.
  @discardableResult
  package func send(_ message: Message) -> UInt32 {
    guard !isClosed, !isDisconnected else { return 0 }
    setDisposer(of: message)
    // Until the bus answers Hello, libdbus does not know whether it passes descriptors.
    if case .awaited = greeting, message.carriesDescriptors { try? confirmHello() }
    var serial: UInt32 = 0
    guard dbus_connection_send(pointer, message.pointer, &serial) != 0 else { return 0 }
    keepUntilWritten(message)
    if let turns = attachment?.turns {
      count(message, turns)
      serveIfWritten(turns)
    }
    return serial
  }

  /// Sends a call. `then` gets the result later, on the loop, exactly once unless it is cancelled: the reply, the
  /// peer's error, NoReply after `milliseconds` (nil: never) or when the peer has left, Disconnected when the bus has
  /// gone.
  @discardableResult
  package func call(
    _ message: Message, timeout milliseconds: Int?,
    then: @escaping (Result<Message, BusError>) -> Void
  ) -> PendingCall {
    guard let loop = attachment?.loop else {
      preconditionFailure("a call without waiting needs a loop: attach(to:) first")
    }
    askForOwner(of: message.destination)
    let serial = send(message)
    calls += 1
    let reply = PendingCall(
      serial: serial, number: calls, callee: message.destination, connection: self, then: then)
    guard serial != 0 else {
      reply.detach()
      let error = isConnected && !isClosed ? Self.cannotPass : Self.disconnected
      loop.next { reply.complete(.failure(error)) }
      return reply
    }
    pending[serial] = reply
    if let callee = reply.callee { unansweredCounts[callee, default: 0] += 1 }
    if let milliseconds {
      let delay = UInt64(max(milliseconds, 0)) * 1000
      reply.timer = loop.after(microseconds: delay) { [unowned self] in
        // The reply may have arrived during a blocking call, and is delivered later in this turn.
        guard attachment?.isScheduled == true else { return reply.expire(after: milliseconds) }
        loop.next { reply.expire(after: milliseconds) }
      }
    }
    return reply
  }

  /// Runs `work`, once, when this connection has read everything that the bus had for it at the time of this call: the
  /// bus's answer comes after that. Also runs it when the bus has gone. Does nothing if the connection is already
  /// closed.
  package func afterReading(_ work: @escaping () -> Void) {
    guard !isClosed else { return }
    do throws(BusError) {
      let question = try Self.busCall("Ping", interface: "org.freedesktop.DBus.Peer")
      // An error is an answer too.
      call(question, timeout: nil) { _ in work() }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Whether a peer has left at least `count` calls of this connection unanswered. Cancelled ones count too: the bus
  /// remembers every call until it is answered or the callee leaves.
  package func hasUnanswered(_ count: Int, by name: String) -> Bool {
    unanswered(by: name) >= count
  }

  /// How many calls of this connection a peer has left unanswered.
  package func unanswered(by name: String) -> Int { unansweredCounts[name] ?? 0 }

  /// How many calls are unanswered by any peer.
  package var unansweredCount: Int { pending.count }

  /// Removes a call from the table.
  func removePending(_ serial: UInt32) -> PendingCall? {
    guard let reply = pending.removeValue(forKey: serial) else { return nil }
    if let callee = reply.callee, let count = unansweredCounts[callee] {
      unansweredCounts[callee] = count > 1 ? count - 1 : nil
    }
    return reply
  }

  /// Empties the table and returns its calls in the order in which they were sent.
  func removeAllPending() -> [PendingCall] {
    let waiting = pending.values.sorted { $0.number < $1.number }
    pending = [:]
    unansweredCounts = [:]
    for reply in waiting { reply.detach() }
    return waiting
  }
}

/// A call that waits for its reply.
package final class PendingCall {
  package let serial: UInt32
  /// Which call of its connection this is, in the order in which they were sent.
  let number: Int
  let callee: String?
  /// Set while the call is in the connection's table, which the connection empties before it is freed.
  private unowned(unsafe) var connection: Connection?
  private var then: ((Result<Message, BusError>) -> Void)?
  var timer: LoopTimer?

  init(
    serial: UInt32, number: Int, callee: String?, connection: Connection,
    then: @escaping (Result<Message, BusError>) -> Void
  ) {
    self.serial = serial
    self.number = number
    self.callee = callee
    self.connection = connection
    self.then = then
  }

  /// Ignores the reply, should it still come. The peer is not told: until it answers, the call stays in the
  /// connection's table and counts as unanswered.
  package func cancel() {
    then = nil
    timer?.cancel()
    timer = nil
  }

  /// Ends the call without its reply, unless it has ended.
  func expire(after milliseconds: Int) {
    guard then != nil else { return }
    cancelWaiting()
    complete(
      .failure(
        BusError(
          name: BusError.Name.noReply, message: "no reply came within \(milliseconds) ms")))
  }

  /// Leaves the connection's table.
  func cancelWaiting() {
    _ = connection?.removePending(serial)
    detach()
  }

  /// The call is no longer in the connection's table.
  func detach() {
    connection = nil
    timer?.cancel()
    timer = nil
  }

  func complete(_ result: Result<Message, BusError>) {
    detach()
    let work = then
    then = nil
    work?(result)
  }
}
