internal import DBus
internal import DragModel
internal import DragProtocol

// What a target's owner is asked and told, and how targets come and go. No signal names an offer.

extension BrokerService {
  func announce(target id: Identifier) {
    guard let properties = properties(ofTarget: id) else { return }
    broadcast(causedBy: Peer(properties.owner)) { () throws(BusError) in
      try properties.added(at: .target(id))
    }
  }

  func retract(target id: Identifier) {
    broadcast(causedBy: nil) { () throws(BusError) in
      try TargetProperties.removed(at: .target(id))
    }
  }

  func announceChange(ofTarget id: Identifier, _ changed: [ChangedTargetValue]) {
    guard let properties = properties(ofTarget: id) else { return }
    let names = changed.map { value -> DropTargetProperty in
      switch value {
      case .label: .label
      case .types: .types
      case .operations: .operations
      }
    }
    broadcast(causedBy: Peer(properties.owner)) { () throws(BusError) in
      try properties.changed(names, at: .target(id))
    }
  }

  private func properties(ofTarget id: Identifier) -> TargetProperties? {
    do throws(Rejection) {
      return TargetProperties(try model.shown(target: id))
    } catch {
      // It came and went in the same step.
      return nil
    }
  }

  /// The model's clock decides how long an owner may take; an answer that comes later still counts as
  /// one.
  func ask(_ object: TargetObject, _ question: DropQuestion, for number: CallID) {
    if let reason = silence(of: object.peer) {
      return happenLater(.proposed(number, target: question.target, .failed(reason)))
    }
    let message: Message
    do throws(BusError) {
      message = try TargetProposeCall(
        target: question.target, offer: question.offer, context: question.context,
        dropper: Dropper(question.dropper)
      ).message(to: object)
    } catch {
      return happenLater(
        .proposed(number, target: question.target, .failed(error.message)))
    }
    bus.call(message, timeout: nil) { [weak self] result in
      self?.answered(number, question.target, result)
    }
  }

  private func answered(
    _ number: CallID, _ target: Identifier, _ result: Result<Message, BusError>
  ) {
    switch result {
    case .success(let reply):
      do throws(Rejection) {
        let answer = try ProposalReply(reply)
        happened(.proposed(number, target: target, .proposed(answer.proposal, answer.details)))
      } catch {
        happened(
          .proposed(
            number, target: target, .failed("the target's answer is malformed: \(error.message)")))
      }
    case .failure(let error) where error.name == BusError.Name.disconnected:
      break  // The bus is gone, and everything with it.
    case .failure(let error) where Self.meansAbsence.contains(error.name):
      happened(.ownerAbsent(number))
    case .failure(let error):
      happened(.proposed(number, target: target, .failed(error.words)))
    }
  }

  /// There is no limit to how long an owner may take: the transfers show how it gets on.
  func perform(
    _ operation: Operation, at object: TargetObject, _ question: DropQuestion, for number: CallID
  ) {
    let message: Message
    do throws(BusError) {
      message = try TargetPerformCall(
        target: question.target, offer: question.offer, operation: operation,
        context: question.context, dropper: Dropper(question.dropper)
      ).message(to: object)
    } catch {
      return happenLater(
        .performed(number, .failed(TargetFailure(name: error.name, message: error.message))))
    }
    bus.call(message, timeout: nil) { [weak self] result in
      self?.performed(number, result)
    }
  }

  private func performed(_ number: CallID, _ result: Result<Message, BusError>) {
    switch result {
    case .success:
      // Whatever the reply says: the dropper is told what was seen here.
      happened(.performed(number, .done))
    case .failure(let error) where error.name == BusError.Name.disconnected:
      break
    case .failure(let error) where Self.meansAbsence.contains(error.name):
      happened(.ownerAbsent(number))
    case .failure(let error):
      happened(
        .performed(number, .failed(TargetFailure(name: error.name, message: error.words))))
    }
  }

  func leave(_ object: TargetObject, target: Identifier, offer: Identifier) {
    do throws(BusError) {
      let message = try TargetLeaveCall(target: target, offer: offer).message(to: object)
      message.expectNoReply()
      bus.send(message)
    } catch {
      log.error("\(object.peer.name) could not be told: \(error.message)")
    }
  }
}

extension Dropper {
  fileprivate init(_ party: Party) {
    self.init(connection: party.peer.name, application: party.application)
  }
}
