internal import DBus
internal import DragModel
package import DragProtocol
internal import DragSystem

/// What dragd tells a source; each is called on the loop.
package struct SourceHandlers {
  package var provide: (ProvideRequest) -> Void
  /// A move is about to commit; the verdict lets it.
  package var prepare: (PrepareCall, PendingReply) -> Void
  /// A transfer is over; for a move the verdict says whether the item has been deleted durably.
  package var ended: (EndedCall, PendingReply) -> Void
  package var released: (ReleasedCall) -> Void

  /// For a source that needs no time to say yes (nil) or no.
  package init(
    provide: @escaping (ProvideRequest) -> Void,
    prepare: @escaping (PrepareCall) -> Refusal? = { _ in nil },
    ended: @escaping (EndedCall) -> Refusal? = { _ in nil },
    released: @escaping (ReleasedCall) -> Void = { _ in }
  ) {
    self.init(
      provide: provide,
      prepareLater: { call, verdict in verdict.give(prepare(call)) },
      endedLater: { call, verdict in verdict.give(ended(call)) },
      released: released)
  }

  package init(
    provide: @escaping (ProvideRequest) -> Void,
    prepareLater prepare: @escaping (PrepareCall, PendingReply) -> Void,
    endedLater ended: @escaping (EndedCall, PendingReply) -> Void,
    released: @escaping (ReleasedCall) -> Void
  ) {
    self.provide = provide
    self.prepare = prepare
    self.ended = ended
    self.released = released
  }
}

/// Why a source does not do what it is asked for, in its own words.
package struct Refusal: Error, Hashable, Sendable {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}

extension BrokerConnection {
  /// Serves Source1 on a path, which offers then name. Only dragd is heard.
  package func serveSource(at path: String, _ handlers: SourceHandlers) {
    serve(path, as: "source") { message, answer throws(BusError) in
      guard let method = try SourceMethod(message) else { return false }
      try Self.handle(method, message, answer, handlers)
      return true
    }
  }

  private static func handle(
    _ method: SourceMethod, _ message: Message, _ answer: Answer, _ handlers: SourceHandlers
  ) throws(BusError) {
    do throws(Rejection) {
      switch method {
      case .provide: handlers.provide(try ProvideRequest(message, answer))
      case .prepare:
        FailPoint.pass("source: Prepare received")
        handlers.prepare(
          try PrepareCall(message),
          PendingReply(answer) { FailPoint.pass("source: Prepare answered") })
      case .ended:
        let call = try EndedCall(message)
        FailPoint.pass("source: Ended received")
        handlers.ended(call, PendingReply(answer) { FailPoint.pass("source: Ended answered") })
      case .released:
        handlers.released(try ReleasedCall(message))
        answer.reply()
      }
    } catch {
      throw BusError(error)
    }
  }
}
