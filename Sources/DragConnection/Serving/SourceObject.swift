internal import DBus
internal import DragModel
package import DragProtocol
internal import DragSystem

/// A source's handlers for dragd's calls; the loop's thread calls them.
package struct SourceHandlers {
  package var provide: (ProvideRequest) -> Void
  /// A move is about to commit; a success allows it.
  package var prepare: (PrepareCall, PendingReply<Void>) -> Void
  /// A transfer is over; for a move the reply says whether the source has deleted the item durably.
  package var ended: (EndedCall, PendingReply<Void>) -> Void
  package var released: (ReleasedCall) -> Void

  /// For a source that replies at once: yes (nil), or why it refuses.
  package init(
    provide: @escaping (ProvideRequest) -> Void,
    prepare: @escaping (PrepareCall) -> Refusal? = { _ in nil },
    ended: @escaping (EndedCall) -> Refusal? = { _ in nil },
    released: @escaping (ReleasedCall) -> Void = { _ in }
  ) {
    self.init(
      provide: provide,
      prepareLater: { call, reply in reply.reply(prepare(call)) },
      endedLater: { call, reply in reply.reply(ended(call)) },
      released: released)
  }

  package init(
    provide: @escaping (ProvideRequest) -> Void,
    prepareLater prepare: @escaping (PrepareCall, PendingReply<Void>) -> Void,
    endedLater ended: @escaping (EndedCall, PendingReply<Void>) -> Void,
    released: @escaping (ReleasedCall) -> Void
  ) {
    self.provide = provide
    self.prepare = prepare
    self.ended = ended
    self.released = released
  }
}

/// Why a source refuses a request; the message is its own.
package struct Refusal: Error, Hashable, Sendable {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}

extension BrokerConnection {
  /// Serves Source1 at a path, which offers then name. Only dragd may call it.
  package func serveSource(at path: String, _ handlers: SourceHandlers) {
    serve(path, as: "source") { message, bus throws(BusError) in
      guard let method = try SourceMethod(message) else { return false }
      try Self.handle(method, message, bus, handlers)
      return true
    }
  }

  private static func handle(
    _ method: SourceMethod, _ message: Message, _ bus: Connection, _ handlers: SourceHandlers
  ) throws(BusError) {
    try mapError { () throws(Rejection) in
      switch method {
      case .provide: handlers.provide(try ProvideRequest(message, on: bus))
      case .prepare:
        FailPoint.pass("source: Prepare received")
        handlers.prepare(
          try PrepareCall(message),
          PendingReply(to: message, on: bus) { FailPoint.pass("source: Prepare answered") })
      case .ended:
        let call = try EndedCall(message)
        FailPoint.pass("source: Ended received")
        handlers.ended(
          call, PendingReply(to: message, on: bus) { FailPoint.pass("source: Ended answered") })
      case .released:
        handlers.released(try ReleasedCall(message))
        PendingReply(to: message, on: bus).succeed()
      }
    } to: {
      BusError($0)
    }
  }
}
