internal import DBus
internal import DragModel
internal import DragProtocol
internal import ServiceLog

// The service functions that perform each effect.

extension BrokerService: EffectPerformer {
  func perform(_ effect: Effect) {
    switch effect {
    // Offers
    case .listed(let id): offers.announce(id)
    case .unlisted(let id): offers.announceRemoval(of: id)
    case .offerChanged(let id): offers.announceChange(of: id)
    case .offerEnded(let id, let reason):
      context.log.detail("offer \(id) has ended: \(reason?.rawValue ?? "its source has left")")
    case .released(let offer, let source, let reason):
      context.notify(source) { source throws(BusError) in
        try ReleasedCall(offer: offer, reason: reason).message(to: source)
      }
    case .dispose(let content):
      context.store.remove(content)
      context.persistence?.forget(content)
    case .record: break  // `BrokerContext.perform` has recorded it.

    // Transfers
    case .start(let part, _, let room): transfers[part]?.start(room: room)
    case .giveRoom(let part, let room): transfers[part]?.giveRoom(room)
    case .provide(let part, let source, let offer, let item, let type):
      transfers.provide(part, source, offer: offer, item: item, type: type)
    case .answerReceive(let call, let part, let size):
      transfers.answerReceive(call, part, size: size)
    case .refuseReceive(let call, let why): refuse(call, why)
    case .answerFinish(let call, let outcome): transfers.answerFinish(call, outcome)
    case .verify(let part): transfers.verify(part)
    case .notify(let transfer, let parties): transfers.notify(parties, of: transfer)
    case .ended(let transfer, let offer, let source, let ended):
      if let transfer { transfers.sendNotice(of: transfer) }
      context.notify(source) { source throws(BusError) in
        try EndedCall(offer: offer, transfer: transfer, ended).message(to: source)
      }
    case .stop(let transfer, let result):
      transfers.stop(transfer)
      if let result { transfers.log(transfer, result) }

    // Moves
    case .ledger(let request): moves.ask(request)
    case .answerReserve(let call, let refusal): transfers.reserveAnswered(call, refusal)
    case .unlistWhenWritten(let transfer): moves.unlistWhenWritten(transfer)
    case .prepare(let transfer, let offer, let source, let item, let key):
      moves.prepare(transfer, offer: offer, source, item: item, key: key)
    case .endedMove(let transfer, let offer, let source, let ended):
      transfers.sendNotice(of: transfer)
      moves.deleteAtSource(transfer, offer: offer, source, ended)
    case .answerMoving(let call, let answer): moves.answer(call, answer)

    // Targets
    case .targetAdded(let id): targets.announce(id)
    case .targetRemoved(let id): targets.announceRemoval(of: id)
    case .targetChanged(let id, let changed): targets.announceChange(of: id, changed)
    case .askTarget(let call, let object, let question):
      targets.ask(object, question, for: call)
    case .performDrop(let call, let object, let question, let operation):
      targets.perform(operation, at: object, question, for: call)
    case .leaveTarget(let object, let target, let offer):
      targets.tellOwner(object, leftTarget: target, offer: offer)
    case .answerProposal(let call, let proposal, let details):
      answer(call) { call throws(BusError) in
        try ProposalReply(proposal, details).reply(to: call)
      }
    case .answerDrop(let call, let result):
      answer(call) { call throws(BusError) in try result.reply(to: call) }
    case .refuseDrop(let call, let why): refuse(call, why)
    case .forwardFailure(let call, let failure):
      context.waitingCalls.removeValue(forKey: call)?.refuse(
        BusError(name: failure.name, message: failure.message))
    }
  }

  private func refuse(_ number: CallID, _ why: Rejection) {
    context.waitingCalls.removeValue(forKey: number)?.refuse(why)
  }

  private func answer(_ number: CallID, _ body: (ReplyAddress) throws(BusError) -> Message) {
    context.waitingCalls.removeValue(forKey: number)?.answer(body)
  }
}

extension BrokerContext {
  /// Calls the object of a source without expecting a reply.
  func notify(_ source: SourceObject, _ make: (SourceObject) throws(BusError) -> Message) {
    send(to: source.peer) { () throws(BusError) in try make(source) }
  }

  /// Sends a call that expects no reply.
  func send(to peer: Peer, _ make: () throws(BusError) -> Message) {
    do throws(BusError) {
      let message = try make()
      message.expectNoReply()
      bus.send(message)
    } catch {
      log.error("dragd could not notify \(peer.name): \(error.message)")
    }
  }
}
