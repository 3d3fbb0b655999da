internal import DBus
internal import DragModel
package import DragProtocol

/// What dragd asks the owner of a drop target; each is called on the loop.
package struct TargetHandlers {
  /// What a drop would do; to be answered fast, and without changing anything.
  package var propose: (TargetProposeCall, ProposalAnswer) -> Void
  /// The drag has moved on.
  package var leave: (TargetLeaveCall) -> Void
  /// The drop itself; it may be answered later.
  package var perform: (PerformRequest) -> Void

  /// For a target that needs no time to say what it would do.
  package init(
    propose: @escaping (TargetProposeCall) -> ProposalReply,
    leave: @escaping (TargetLeaveCall) -> Void = { _ in },
    perform: @escaping (PerformRequest) -> Void
  ) {
    self.init(
      proposeLater: { call, answer in answer.give(propose(call)) }, leave: leave,
      perform: perform)
  }

  package init(
    proposeLater propose: @escaping (TargetProposeCall, ProposalAnswer) -> Void,
    leave: @escaping (TargetLeaveCall) -> Void = { _ in },
    perform: @escaping (PerformRequest) -> Void
  ) {
    self.propose = propose
    self.leave = leave
    self.perform = perform
  }
}

extension BrokerConnection {
  /// Serves Target1 on a path, which `registerTarget` then names. Only dragd is heard.
  package func serveTarget(at path: String, _ handlers: TargetHandlers) {
    serve(path, as: "target") { message, answer throws(BusError) in
      guard let method = try TargetMethod(message) else { return false }
      try Self.handle(method, message, answer, handlers)
      return true
    }
  }

  private static func handle(
    _ method: TargetMethod, _ message: Message, _ answer: Answer, _ handlers: TargetHandlers
  ) throws(BusError) {
    do throws(Rejection) {
      switch method {
      case .propose:
        handlers.propose(try TargetProposeCall(message), ProposalAnswer(answer))
      case .leave:
        handlers.leave(try TargetLeaveCall(message))
        answer.reply()
      case .perform:
        handlers.perform(PerformRequest(try TargetPerformCall(message), answer))
      }
    } catch {
      throw BusError(error)
    }
  }
}
