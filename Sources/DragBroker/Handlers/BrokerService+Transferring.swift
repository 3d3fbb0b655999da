internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Transfer1.Receive, Finish and Cancel.

extension BrokerService {
  func receive(_ call: Call, _ id: Identifier) throws(Rejection) {
    let request = try ReceiveCall(call.message)
    let number = wait(call)
    do throws(Rejection) {
      perform(
        try model.handle(
          .receive(number, transfer: id, type: request.type, caller: call.peer), at: now))
    } catch {
      waitingCalls[number] = nil
      throw error
    }
  }

  func finish(_ call: Call, _ id: Identifier) throws(Rejection) {
    // Whoever has seen the end of a stream is not told that it has not come yet.
    loop.catchUp()
    let number = wait(call)
    do throws(Rejection) {
      perform(
        try model.handle(
          .finish(
            number, transfer: id, caller: call.peer, hasUnreadStream: hasUnreadStream(id)),
          at: now))
    } catch {
      waitingCalls[number] = nil
      throw error
    }
  }

  func cancel(_ call: Call, _ id: Identifier) throws(Rejection) {
    let request = try CancelCall(call.message)
    let effects = try model.handle(
      .cancel(transfer: id, caller: call.peer, reason: request.reason), at: now)
    call.acknowledge()
    perform(effects)
  }

  func wait(_ call: Call) -> CallID {
    lastCall += 1
    let number = CallID(lastCall)
    waitingCalls[number] = call
    return number
  }

  /// Whether one of the transfer's pipes still holds bytes for the destination.
  func hasUnreadStream(_ id: Identifier) -> Bool {
    passages[id]?.contains { $0.hasUnreadBytes } ?? false
  }
}
