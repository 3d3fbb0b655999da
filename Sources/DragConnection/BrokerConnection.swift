package import DBus
internal import DragModel
internal import DragProtocol
package import DragSystem

/// A client's connection to dragd.
///
/// It does nothing on its own: no match rule, no property, no introspection. A plain Accept is Hello, Find and Accept,
/// and blocks in `perform(_:timeout:)`. To serve objects or receive signals, attach it to a loop with `attach(to:)`.
/// One thread uses it.
package final class BrokerConnection {
  package let bus: Connection
  private var served: [String: (Message) -> Void] = [:]
  private var listeners: [(Message) -> Void] = []
  /// Called on the loop when the owner of dragd's name changes, with the new unique name, or nil when there is none;
  /// see `followOwner()`. A source publishes its offers again when a new owner appears.
  package var onOwnerChange: ((String?) -> Void)?
  /// Called on the loop when the connection to the bus is lost.
  package var onDisconnect: (() -> Void)?
  /// The unique name of the dragd that sent the last reply.
  package internal(set) var owner: String?
  /// The ledger of a dragd, by its unique name; see `ledger(timeout:)`.
  var ledgerOfBroker: (broker: String, ledger: Identifier)?
  /// Whether `onOwnerChange` was last told that no dragd is there.
  var endIsReported = false

  /// The session's bus, or the one at an address. Fails with `noSessionBus`.
  ///
  /// - Parameter isHasty: returns before the bus has answered: if the bus refuses this program, the first request that
  ///   blocks fails with `noSessionBus`.
  package static func session(
    at address: String? = nil, isHasty: Bool = false
  ) throws(RequestError) -> BrokerConnection {
    try mapError { () throws(BusError) in
      guard let address else { return BrokerConnection(try Connection.session(isHasty: isHasty)) }
      return BrokerConnection(try Connection.open(address: address, isHasty: isHasty))
    } to: {
      // Whatever failed while connecting, this process has no bus.
      RequestError(.noSessionBus, $0.message, underlying: $0)
    }
  }

  package init(_ bus: Connection) {
    self.bus = bus
  }

  /// Sends a request and blocks until its reply, at most `milliseconds` (nil: for ever).
  ///
  /// - Parameter meanwhile: runs while the request is on its way.
  package func perform<Reply>(
    _ request: BrokerCall<Reply>, timeout milliseconds: Int? = nil,
    meanwhile: (() -> Void)? = nil
  ) throws(RequestError) -> Reply {
    let reply = try mapError { () throws(BusError) in
      try bus.callAndWait(
        request.message, timeout: milliseconds, meanwhile: meanwhile)
    } to: {
      RequestError($0)
    }
    if request.isForBroker { heard(reply) }
    return try request.read(reply)
  }

  /// Sends a request; `then` gets its reply on the loop, once.
  @discardableResult
  package func perform<Reply>(
    _ request: BrokerCall<Reply>, timeout milliseconds: Int? = nil,
    then: @escaping (Result<Reply, RequestError>) -> Void
  ) -> PendingCall {
    bus.call(request.message, timeout: milliseconds) { [weak self] result in
      then(
        Result { () throws(RequestError) in
          switch result {
          case .success(let reply):
            if request.isForBroker { self?.heard(reply) }
            return try request.read(reply)
          case .failure(let error): throw RequestError(error)
          }
        })
    }
  }

  /// Sends a request without waiting for a reply.
  package func post<Reply>(_ request: BrokerCall<Reply>) {
    request.message.expectNoReply()
    bus.send(request.message)
  }

  /// Attaches the connection to this thread's loop.
  package func attach(to loop: EventLoop) {
    bus.onMessage = { [weak self] message in self?.receive(message) }
    bus.onDisconnect = { [weak self] in self?.onDisconnect?() }
    bus.attach(to: loop)
  }

  /// Passes calls to an object of this connection to `handle`; nil removes the object.
  package func serve(_ path: String, _ handle: ((Message) -> Void)?) {
    served[path] = handle
  }

  /// Passes every signal that this connection receives to `handle`, from any sender.
  package func listen(_ handle: @escaping (Message) -> Void) {
    listeners.append(handle)
  }

  /// Learns dragd's unique name from its reply.
  private func heard(_ reply: Message) {
    if !isFromBroker(reply) { owner = reply.sender ?? owner }
  }

  /// Whether dragd sent the message, as the bus states.
  func isFromBroker(_ message: Message) -> Bool {
    owner.map(message.hasSender) ?? false
  }

  private func receive(_ message: Message) {
    switch message.kind {
    case .call:
      if let handle = served[message.path ?? ""] {
        handle(message)
      } else if message.expectsReply {
        bus.send(
          message.errorReply(
            BusError.Name.unknownObject, "this program has no object \(message.path ?? "")"))
      }
    case .signal:
      for listener in listeners { listener(message) }
    case .reply, .error:
      break
    }
  }
}

extension BrokerConnection {
  /// Milliseconds that a call may take if dragd answers it at once; also for publishing offers and drop targets again
  /// at a new dragd.
  package static let usualTimeout = Connection.usualTimeout
}
