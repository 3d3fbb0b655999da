internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// What the model says is to be done about moves.

extension BrokerService {
  /// Asks the ledger; the answer comes when its records are where they have to be.
  func ask(_ request: LedgerRequest) {
    FailPoint.pass("dragd: ask the ledger")
    ledger.ask(request) { [weak self] answer in
      FailPoint.pass("dragd: the ledger has answered")
      self?.ledgerAnswered(request, answer)
    }
  }

  private func ledgerAnswered(_ request: LedgerRequest, _ answer: LedgerAnswer) {
    switch request {
    case .begin(let call, _, _):
      reservations.removeValue(forKey: call)?(answer)
    case .commit(let record, isListed: true):
      happened(.ledgerAnswered(request, answer))
      guard answer == .done else { return }
      // The item has left every offer: when that is written down, a crash cannot bring it back.
      persistence?.whenWritten { [weak self] in self?.ask(.unlist([record.transfer])) }
    case .claim, .unclaim, .abandon, .commit, .unlist, .acknowledgeMove, .acknowledgeOutcome,
      .outcome, .openMoves, .settleMove:
      happened(.ledgerAnswered(request, answer))
    }
  }

  func answerMoving(_ number: CallID, _ answer: LedgerAnswer) {
    guard let call = waitingCalls.removeValue(forKey: number) else { return }
    FailPoint.pass("dragd: answer about a move")
    defer { FailPoint.pass("dragd: answered about a move") }
    switch answer {
    case .done: call.acknowledge()
    case .moves(let moves, _):
      call.answer { call throws(BusError) in try UnacknowledgedMove.reply(to: call, moves) }
    case .outcome(let outcome):
      call.answer { call throws(BusError) in try outcome.reply(to: call) }
    case .open(let moves):
      call.answer { call throws(BusError) in try OpenMove.reply(to: call, moves) }
    case .refused(let why): call.refuse(why)
    }
  }

  /// Asks the source whether an item can go. The model's own deadline decides how long that may take.
  func prepare(
    _ id: Identifier, offer: Identifier, _ source: SourceObject, item: Int, key: String
  ) {
    let prepare = PrepareCall(
      offer: offer, transfer: id, item: UInt32(clamping: item), key: key)
    FailPoint.pass("dragd: send Prepare")
    defer { FailPoint.pass("dragd: Prepare is sent") }
    call(
      source, { source throws(BusError) in try prepare.message(to: source) },
      then: { [weak self] failure in
        FailPoint.pass("dragd: Prepare is answered")
        self?.happened(.prepared(id, failure.map(Self.refusal)))
      })
  }

  /// Tells the source to delete an item that has moved away.
  func deleteAtSource(
    _ id: Identifier, offer: Identifier, _ source: SourceObject, _ ended: Ended
  ) {
    let call = EndedCall(offer: offer, transfer: id, ended)
    FailPoint.pass("dragd: send Ended")
    defer { FailPoint.pass("dragd: Ended is sent") }
    self.call(
      source, { source throws(BusError) in try call.message(to: source) },
      then: { [weak self] failure in
        FailPoint.pass("dragd: Ended is answered")
        self?.happened(.sourceDeleted(id, failure == nil))
      })
  }

  private func call(
    _ source: SourceObject, _ make: (SourceObject) throws(BusError) -> Message,
    then: @escaping (BusError?) -> Void
  ) {
    do throws(BusError) {
      _ = bus.call(try make(source), timeout: nil) { result in
        switch result {
        case .success: then(nil)
        // The bus is gone, and everything with it: nobody may conclude from that.
        case .failure(let error) where error.name == BusError.Name.disconnected: break
        case .failure(let error): then(error)
        }
      }
    } catch {
      loop.next { then(error) }
    }
  }

  private static func refusal(_ error: BusError) -> Rejection {
    guard !meansAbsence.contains(error.name) else {
      return Rejection(.sourceFailed, "the source left the bus before it had answered Prepare")
    }
    return Rejection(.sourceFailed, error.words)
  }
}
