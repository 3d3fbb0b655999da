package import DBus
internal import DragModel
internal import DragProtocol
package import DragSystem

/// A client's connection to dragd.
///
/// It does nothing on its own: no match rule, no property, no introspection. A plain Accept is Hello,
/// Find and Accept, and blocks in `perform(_:timeout:)`. To serve objects or hear signals it is made
/// part of a loop with `attach(to:)`. One thread uses it.
package final class BrokerConnection {
  package let bus: Connection
  private var served: [String: (Message) -> Void] = [:]
  private var listeners: [(Message) -> Void] = []
  /// Called on the loop when dragd's name has another owner, with its unique name, or nil when it has
  /// gone; see `followOwner()`. A source publishes its offers again when a new one has come.
  package var onOwnerChange: ((String?) -> Void)?
  /// Called on the loop when the connection to the bus is lost.
  package var onDisconnect: (() -> Void)?
  /// The unique name of the dragd that was heard last.
  package internal(set) var owner: String?

  /// The session's bus. Fails with `noSessionBus`.
  package static func session() throws(DragError) -> BrokerConnection {
    do throws(BusError) {
      return BrokerConnection(try Connection.session())
    } catch {
      // Whatever went wrong while connecting, there is no bus to be had.
      throw DragError(.noSessionBus, error.message, underlying: error)
    }
  }

  package init(_ bus: Connection) {
    self.bus = bus
  }

  /// Sends a request and blocks until its reply, at most `milliseconds` (nil: for ever).
  package func perform<Reply>(
    _ request: BrokerCall<Reply>, timeout milliseconds: Int? = nil
  ) throws(DragError) -> Reply {
    let reply: Message
    do throws(BusError) {
      reply = try bus.callAndWait(request.message, timeout: milliseconds)
    } catch {
      throw DragError(error)
    }
    if request.isForBroker { heard(reply) }
    return try request.read(reply)
  }

  /// Sends a request; `then` gets its reply on the loop, once.
  @discardableResult
  package func perform<Reply>(
    _ request: BrokerCall<Reply>, timeout milliseconds: Int? = nil,
    then: @escaping (Result<Reply, DragError>) -> Void
  ) -> PendingCall {
    bus.call(request.message, timeout: milliseconds) { [weak self] result in
      then(
        Result { () throws(DragError) in
          switch result {
          case .success(let reply):
            if request.isForBroker { self?.heard(reply) }
            return try request.read(reply)
          case .failure(let error): throw DragError(error)
          }
        })
    }
  }

  /// Sends a request and waits for nothing.
  package func post<Reply>(_ request: BrokerCall<Reply>) {
    request.message.expectNoReply()
    bus.send(request.message)
  }

  /// Makes the connection part of the loop of this thread.
  package func attach(to loop: EventLoop) {
    bus.onMessage = { [weak self] message in self?.receive(message) }
    bus.onDisconnect = { [weak self] in self?.onDisconnect?() }
    bus.attach(to: loop)
  }

  /// Has `handle` get the calls to an object of this connection's; nil takes the object away.
  package func serve(_ path: String, _ handle: ((Message) -> Void)?) {
    served[path] = handle
  }

  /// Has `handle` get every signal of dragd's and of the bus itself.
  func listen(_ handle: @escaping (Message) -> Void) {
    listeners.append(handle)
  }

  /// A reply of dragd's tells who it is.
  private func heard(_ reply: Message) {
    if !isFromBroker(reply) { owner = reply.sender ?? owner }
  }

  /// Whether the message was sent by dragd, as the bus says.
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
