internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// What the model says is to be done, in its order.

extension BrokerService {
  func perform(_ effects: [Effect]) {
    writeDown(effects)
    carryOut(effects)
  }

  func carryOut(_ effects: [Effect]) {
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .listed(let id): announce(id)
    case .unlisted(let id): retract(id)
    case .offerChanged(let id): announceChange(of: id)
    case .over(let offer, let reason):
      log.everyday("offer \(offer) is over: \(reason?.rawValue ?? "its source has left")")
    case .released(let offer, let source, let reason):
      tell(source) { source throws(BusError) in
        try ReleasedCall(offer: offer, reason: reason).message(to: source)
      }
    case .dispose(let content):
      store.remove(content)
      persistence?.forget(content)
    case .record: break  // Written down before anything else was done.
    case .start(let part, _, let room): partTransfer(part)?.start(room: room)
    case .giveRoom(let part, let room): partTransfer(part)?.giveRoom(room)
    case .provide(let part, let source, let offer, let item, let type):
      provide(part, source, offer: offer, item: item, type: type)
    case .handOver(let call, let part, let size): handOver(call, part, size: size)
    case .refuseReceive(let call, let why): waitingCalls.removeValue(forKey: call)?.refuse(why)
    case .answerFinish(let call, let outcome): answerFinish(call, outcome)
    case .verify(let part): verify(part)
    case .notify(let transfer, let parties): noteChange(of: transfer, to: parties)
    case .ended(let transfer, let offer, let source, let ended):
      if let transfer { announceNoted(transfer) }
      tell(source) { source throws(BusError) in
        try EndedCall(offer: offer, transfer: transfer, ended).message(to: source)
      }
    case .ledger(let request): ask(request)
    case .prepare(let transfer, let offer, let source, let item, let key):
      prepare(transfer, offer: offer, source, item: item, key: key)
    case .endedMove(let transfer, let offer, let source, let ended):
      announceNoted(transfer)
      deleteAtSource(transfer, offer: offer, source, ended)
    case .answerMoving(let call, let answer): answerMoving(call, answer)
    case .stop(let transfer, let became):
      stop(transfer)
      if let became { report(transfer, became) }
    // Targets
    case .targetAdded(let id): announce(target: id)
    case .targetRemoved(let id): retract(target: id)
    case .targetChanged(let id, let changed): announceChange(ofTarget: id, changed)
    case .askTarget(let call, let object, let question): ask(object, question, for: call)
    case .performDrop(let call, let object, let question, let operation):
      perform(operation, at: object, question, for: call)
    case .leave(let object, let target, let offer): leave(object, target: target, offer: offer)
    case .answerProposal(let call, let proposal, let details):
      waitingCalls.removeValue(forKey: call)?.answer { call throws(BusError) in
        try ProposalReply(proposal, details).reply(to: call)
      }
    case .answerDrop(let call, let result):
      waitingCalls.removeValue(forKey: call)?.answer { call throws(BusError) in
        try result.reply(to: call)
      }
    case .refuseDrop(let call, let why): waitingCalls.removeValue(forKey: call)?.refuse(why)
    case .passOn(let call, let failure):
      waitingCalls.removeValue(forKey: call)?.refuse(
        BusError(name: failure.name, message: failure.message))
    }
  }

  private func partTransfer(_ part: PartID) -> PartTransfer? {
    partTransfers[part.transfer]?[part.index]
  }

  /// Calls a source's object without waiting for more than that it was sent; a move will wait.
  private func tell(
    _ source: SourceObject, _ make: (SourceObject) throws(BusError) -> Message
  ) {
    do throws(BusError) {
      let message = try make(source)
      message.expectNoReply()
      bus.send(message)
    } catch {
      log.error("\(source.peer.name) could not be told: \(error.message)")
    }
  }

  private func provide(
    _ part: PartID, _ source: SourceObject, offer: Identifier, item: Int, type: MIMEType
  ) {
    guard let pipe = partTransfer(part)?.takeSourceEnd() else { return }
    let message: Message
    do throws(BusError) {
      message = try ProvideCall.message(
        to: source, offer: offer, item: UInt32(clamping: item), type: type,
        pipe: pipe, transfer: part.transfer)
    } catch {
      let code = error.name == BusError.Name.noMemory ? ErrorCode.storageFull : .sourceFailed
      return happenLater(.partFailed(part, Rejection(code, error.message)))
    }
    // The model's own deadlines decide how long a source may take.
    let reply = bus.call(message, timeout: nil) { [weak self] result in
      self?.provided(part, result)
    }
    partTransfer(part)?.awaits(reply)
  }

  private func provided(_ part: PartID, _ result: Result<Message, BusError>) {
    switch result {
    case .success(let reply):
      do throws(Rejection) {
        happened(.sourceReplied(part, bytes: try ProvidedResult(reply).bytes))
      } catch {
        happened(
          .partFailed(
            part, Rejection(.sourceFailed, "the source's reply is malformed: \(error.message)")))
      }
    case .failure(let error) where error.name == BusError.Name.disconnected:
      break  // The bus is gone, and everything with it.
    case .failure(let error) where Self.meansAbsence.contains(error.name):
      // No patience of ours ran out: the bus says that the source has left.
      happened(
        .partFailed(
          part, Rejection(.truncated, "the source left the bus before it had answered")))
    case .failure(let error):
      happened(.partFailed(part, Rejection(.sourceFailed, error.words)))
    }
  }

  /// What the bus says of a peer that is not there, or will not answer any more.
  static let meansAbsence = [
    BusError.Name.noReply, BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner,
  ]

  private func handOver(_ number: CallID, _ part: PartID, size: UInt64) {
    guard let call = waitingCalls.removeValue(forKey: number) else { return }
    guard let partTransfer = partTransfer(part) else {
      return call.refuse(Rejection(.noSuchTransfer, "transfer \(part.transfer) is over"))
    }
    do throws(SystemError) {
      guard let file = try partTransfer.handOver() else {
        return call.refuse(Rejection(.noSuchItem, "\(partTransfer.type) is not complete"))
      }
      call.answer { call throws(BusError) in
        try ReceivedFile.reply(to: call, file, size: size)
      }
    } catch {
      call.refuse(
        Rejection(.quotaExceeded, "no descriptor is left to hand the file over: \(error)"))
    }
  }

  private func answerFinish(_ number: CallID, _ outcome: FinishOutcome) {
    guard let call = waitingCalls.removeValue(forKey: number) else { return }
    FailPoint.pass("dragd: answer Finish")
    defer { FailPoint.pass("dragd: Finish is answered") }
    switch outcome {
    case .success(let result):
      call.answer { call throws(BusError) in try result.reply(to: call) }
    case .failure(let why):
      call.refuse(why)
    }
  }

  /// Looks at the source's file once more, on a worker of its lane.
  private func verify(_ part: PartID) {
    guard let partTransfer = partTransfer(part), let payload = partTransfer.payload,
      case .reference(let file, let identity) = payload.place
    else { return happenLater(.verified(part)) }
    let type = partTransfer.type
    workers.run(
      lane: file.lane,
      { () -> Rejection? in
        do throws(Rejection) {
          try SourceFileCheck.check(file, is: identity, type: type)
          return nil
        } catch {
          return error
        }
      },
      then: { [weak self] failure in
        self?.happened(failure.map { .partFailed(part, $0) } ?? .verified(part))
      })
  }

  private func stop(_ id: Identifier) {
    guard let ended = partTransfers.removeValue(forKey: id) else { return }
    for partTransfer in ended { partTransfer.stop() }
  }

  private func report(_ id: Identifier, _ became: ShownTransfer) {
    var what: String {
      let types = became.types.map(\.description).joined(separator: ", ")
      return "transfer \(id) of \(types) \(became.state.rawValue) after \(became.bytes) bytes"
    }
    switch became.failure {
    case .none: log.everyday(what)
    case .some(let why): log.warning("\(what): \(why.message)")
    }
  }

  /// For what comes up while effects are performed: one event at a time.
  func happenLater(_ event: Event) {
    loop.next { [weak self] in self?.happened(event) }
  }
}
