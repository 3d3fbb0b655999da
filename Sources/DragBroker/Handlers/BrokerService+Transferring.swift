internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Transfer1.Receive, Finish and Cancel.

extension BrokerService {
  func receive(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try ReceiveCall(message)
    // Its answer is all that it is for.
    guard call.expectsReply else { return }
    try wait(call) { number in
      .receive(number, transfer: id, type: request.type, caller: call.peer)
    }
  }

  func finish(_ call: Call, _ id: Identifier) throws(Rejection) {
    // Whoever has seen the end of a stream is not told that it has not come yet.
    loop.runPostedWork()
    try wait(call) { number in
      .finish(number, transfer: id, caller: call.peer, hasUnreadStream: hasUnreadStream(id))
    }
  }

  func cancel(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try CancelCall(message)
    let effects = try model.handle(
      .cancel(transfer: id, caller: call.peer, reason: request.reason), at: now)
    call.acknowledge()
    perform(effects)
  }

  /// Puts something before the model that answers the call now or later.
  func wait(_ call: Call, _ event: (CallID) -> Event) throws(Rejection) {
    let number = try waitingCalls.add(call, within: configuration.limits)
    do throws(Rejection) {
      perform(try model.handle(event(number), at: now))
    } catch {
      waitingCalls.removeValue(forKey: number)
      throw error
    }
  }

  /// Whether one of the transfer's pipes still holds bytes for the destination.
  func hasUnreadStream(_ id: Identifier) -> Bool {
    partTransfers[id]?.contains { $0.hasUnreadBytes } ?? false
  }
}
