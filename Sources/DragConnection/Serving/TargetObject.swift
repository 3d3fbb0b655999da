internal import DBus
internal import DragModel
package import DragProtocol
internal import DragSystem

/// A drop target's handlers for dragd's calls; the loop's thread calls them.
package struct TargetHandlers {
  /// Asks for the proposal for a drop; the owner must reply within two seconds, and change nothing.
  package var propose: (TargetProposeCall, PendingReply<ProposalReply>) -> Void
  /// The drag has left the target.
  package var leave: (TargetLeaveCall) -> Void
  /// The drop itself; the reply may come later.
  package var perform: (PerformRequest) -> Void

  /// For a target that replies to `propose` at once.
  package init(
    propose: @escaping (TargetProposeCall) -> ProposalReply,
    leave: @escaping (TargetLeaveCall) -> Void = { _ in },
    perform: @escaping (PerformRequest) -> Void
  ) {
    self.init(
      proposeLater: { call, reply in reply.succeed(propose(call)) }, leave: leave,
      perform: perform)
  }

  package init(
    proposeLater propose: @escaping (TargetProposeCall, PendingReply<ProposalReply>) -> Void,
    leave: @escaping (TargetLeaveCall) -> Void = { _ in },
    perform: @escaping (PerformRequest) -> Void
  ) {
    self.propose = propose
    self.leave = leave
    self.perform = perform
  }
}

/// dragd's request to perform a drop: the owner of the target accepts the offer, stores it, calls Finish, and then
/// replies.
package struct PerformRequest {
  package let call: TargetPerformCall
  /// The dropper gets an error as it is; after a success dragd reports to the dropper what it saw arrive.
  package let reply: PendingReply<Void>
}

extension BrokerConnection {
  /// Serves Target1 at a path, which `registerTarget` then names. Only dragd may call it.
  package func serveTarget(at path: String, _ handlers: TargetHandlers) {
    serve(path, as: "target") { message, bus throws(BusError) in
      guard let method = try TargetMethod(message) else { return false }
      try Self.handle(method, message, bus, handlers)
      return true
    }
  }

  private static func handle(
    _ method: TargetMethod, _ message: Message, _ bus: Connection, _ handlers: TargetHandlers
  ) throws(BusError) {
    try mapError { () throws(Rejection) in
      switch method {
      case .propose:
        handlers.propose(
          try TargetProposeCall(message),
          PendingReply(to: message, on: bus) { reply, call throws(BusError) in
            try reply.reply(to: call)
          })
      case .leave:
        handlers.leave(try TargetLeaveCall(message))
        PendingReply(to: message, on: bus).succeed()
      case .perform:
        handlers.perform(
          PerformRequest(
            call: try TargetPerformCall(message),
            reply: PendingReply(to: message, on: bus) { _, call throws(BusError) in
              try TargetPerformCall.reply(to: call)
            }))
      }
    } to: {
      BusError($0)
    }
  }
}
