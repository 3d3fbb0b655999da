@testable import DragModel

// What two worlds have to have in common to have the same future. Statistics, timers and texts are
// left out, and so is the number of restarts of the broker.

extension MoveWorld {
  var fingerprint: Fingerprint {
    var print = Fingerprint()
    print.mix(left.kills | left.powerCuts << 4 | left.refusals << 8)
    print.mix(left.sleeps | left.cancels << 4 | left.faults << 8)
    mixParties(&print)
    mixBus(&print)
    mixShell(&print)
    mixBroker(&print)
    mixLedger(&print)
    return print
  }

  private func mixParties(_ print: inout Fingerprint) {
    print.mix(UInt64(source.items) << 32 | UInt64(source.life) << 16 | UInt64(source.offers))
    print.mix(source.asks << 2 | (source.hasClaimed ? 1 : 0) << 1 | (source.isOffering ? 1 : 0))
    for move in source.listed { print.mix(UInt64(move.transfer) << 8 | UInt64(move.item)) }
    print.end()
    for id in source.acknowledging.sorted() { print.mix(id) }
    print.end()
    for move in source.owed { print.mix(UInt64(move.transfer) << 8 | UInt64(move.item)) }
    print.end()
    for destination in destinations {
      print.mix(UInt64(destination.shown) << 32 | UInt64(destination.life << 8 | destination.used))
      for attempt in destination.attempts {
        print.mix(
          UInt64(attempt.id) << 24 | UInt64(attempt.item) << 16 | UInt64(attempt.row.rawValue) << 8
            | UInt64(attempt.phase.rawValue))
      }
      print.end()
    }
  }

  private func mixBus(_ print: inout Fingerprint) {
    for inbox in inboxes {
      print.mix(inbox.connection)
      for request in inbox.requests { print.mix(request.word) }
      print.end()
    }
    for outbox in outboxes {
      for reply in outbox { print.mix(reply.word) }
      print.end()
    }
  }

  private func mixShell(_ print: inout Fingerprint) {
    print.mix(sum(waiting) { print, call in print.mix(call.call.number) })
    for (id, connection, plan) in plans {
      print.mix(UInt64(id) << 32 | UInt64(connection))
      print.mix(MoveNames.number(ofOffer: plan.offer) << 8 | plan.items[0].index)
    }
    print.end()
    for request in requests { mix(request, &print) }
    print.end()
    if let writing { mix(writing.request, &print) }
    print.end()
    for entry in hidden { print.mix(entry.hashValue) }
    for stored in stateFile {
      print.mix(stored.connection << 16 | stored.offer << 8 | Int(stored.items))
    }
    print.end()
    print.mix(defect != nil)
  }

  private func mix(_ request: LedgerRequest, _ print: inout Fingerprint) {
    switch request {
    case .claim(let call, _, let claim):
      print.mix(1 << 60 | call.number)
      print.mix(claim)
    case .unclaim(_, let claim):
      print.mix(2 << 60 | claim)
    case .reserve(let call, let records, let claim):
      print.mix(3 << 60 | call.number)
      for record in records { mix(record, &print) }
      print.mix(claim)
    case .abandon(let ids), .unlist(let ids):
      print.mix(4 << 60 as UInt64)
      for id in ids { print.mix(MoveNames.number(of: id)) }
    case .commit(let record, let isListed):
      print.mix(5 << 60 | (isListed ? 1 : 0) as UInt64)
      mix(record, &print)
    case .acknowledgeMove(let call, let id, _):
      print.mix(6 << 60 | (call?.number ?? 0))
      print.mix(MoveNames.number(of: id))
    case .acknowledgeOutcome(let call, let id):
      print.mix(7 << 60 | call.number)
      print.mix(MoveNames.number(of: id))
    case .outcome(let call, let id):
      print.mix(8 << 60 | call.number)
      print.mix(MoveNames.number(of: id))
    case .openMoves(let call):
      print.mix(9 << 60 | call.number)
    case .settleMove(let call, let id):
      print.mix(10 << 60 | call.number)
      print.mix(MoveNames.number(of: id))
    }
  }

  private func mix(_ record: MoveRecord, _ print: inout Fingerprint) {
    print.mix(
      UInt64(MoveNames.number(of: record.transfer)) << 8 | UInt64(MoveNames.item(record.key)))
  }

  private func mixBroker(_ print: inout Fingerprint) {
    print.mix(
      sum(broker.offers.values) { print, offer in
        print.mix(MoveNames.number(ofOffer: offer.id) << 8 | (offer.hasSource ? 1 : 0))
        for item in offer.items {
          print.mix(
            UInt64(MoveNames.item(item.attributes.key ?? "")) << 1 | (item.hasMovedAway ? 1 : 0))
        }
      })
    print.mix(
      sum(broker.transfers.values) { print, transfer in
        print.mix(MoveNames.number(of: transfer.id))
        print.mix(MoveNames.number(ofOffer: transfer.offer) << 8 | transfer.item)
        print.mix(MoveNames.connection(transfer.destination.peer))
        print.mix(transfer.source != nil)
        // These four tell the phases of a move apart.
        print.mix(transfer.isOver)
        print.mix(transfer.publicState == .finished)
        print.mix(transfer.moveDecision == .undecided)
        print.mix(transfer.deadline ?? 0)
      })
    let moves = broker.moves
    print.mix(moves.lastClaim)
    for claim in moves.claims.values {
      print.mix(MoveNames.connection(claim.peer))
      print.mix(claim.number)
      print.mix(claim.hashValue)
    }
    print.end()
    print.mix(
      sum(moves.reserved) { print, entry in
        print.mix(MoveNames.item(entry.key.key))
        print.mix(MoveNames.number(of: entry.value))
      })
    print.mix(
      sum(moves.committedKeys) { print, entry in
        print.mix(MoveNames.number(of: entry.key))
        print.mix(moves.committed[entry.value] == entry.key)
      })
    print.mix(
      sum(broker.connections) { print, entry in
        print.mix(MoveNames.connection(entry.key))
        print.mix(entry.value.receiving.count << 16 | entry.value.providing.count)
        print.mix(entry.value.cookies.count)
      })
  }

  private func mixLedger(_ print: inout Fingerprint) {
    mix(ledger, &print)
    guard setup.powerCuts > 0 else { return }
    mix(safe, &print)
    for entry in unsynced { print.mix(entry.hashValue) }
    print.end()
  }

  private func mix(_ ledger: LedgerState, _ print: inout Fingerprint) {
    for claim in ledger.claims.values {
      print.mix(claim.claim << 1 | (claim.broker == brokerLife ? 1 : 0))
    }
    print.end()
    print.mix(
      sum(ledger.reserved.values) { print, move in
        mix(move.record, &print)
        print.mix(move.broker == brokerLife)
      })
    for move in ledger.committed.values.sorted(by: { $0.number < $1.number }) {
      mix(move.record, &print)
      print.mix((move.isListed ? 4 : 0) | (move.isDeleted ? 2 : 0) | (move.isAcknowledged ? 1 : 0))
    }
    print.end()
    print.mix(
      sum(ledger.reservations) { print, entry in
        print.mix(MoveNames.item(entry.key.key))
        print.mix(MoveNames.number(of: entry.value))
      })
  }

  /// A fingerprint of things in no order.
  private func sum<Things: Sequence>(
    _ things: Things, _ mix: (inout Fingerprint, Things.Element) -> Void
  ) -> UInt64 {
    var sum: UInt64 = 0
    for thing in things {
      var print = Fingerprint()
      mix(&print, thing)
      sum &+= print.high ^ print.low
    }
    return sum
  }
}
