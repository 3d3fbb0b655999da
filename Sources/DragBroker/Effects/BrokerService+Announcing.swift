internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// What goes out without having been asked for. Private offers never come here.

extension BrokerService {
  func announce(_ id: Identifier) {
    guard let properties = properties(ofOffer: id) else { return }
    broadcast(causedBy: properties.cause) { () throws(BusError) in
      try properties.added(at: .offer(id))
    }
  }

  func retract(_ id: Identifier) {
    broadcast(causedBy: nil) { () throws(BusError) in try OfferProperties.removed(at: .offer(id)) }
  }

  /// The source has left: what was lazy is gone.
  func announceChange(of id: Identifier) {
    guard let properties = properties(ofOffer: id) else { return }
    broadcast(causedBy: properties.cause) { () throws(BusError) in
      try properties.changed([.types, .source, .expires], at: .offer(id))
    }
  }

  /// Has the parties of a transfer told how it stands when this turn of the loop ends: what happens together, as the
  /// first and the last byte of a small one, is told together.
  func noteChange(of id: Identifier, to parties: [Peer]) {
    if notices.isEmpty { loop.next { [weak self] in self?.announceNoted() } }
    notices[id] = parties
  }

  private func announceNoted() {
    for id in Array(notices.keys) { announceNoted(id) }
  }

  /// Tells it now, before something that is said only after it.
  func announceNoted(_ id: Identifier) {
    // A peer that does not read what it has asked for is not told more.
    guard let parties = notices.removeValue(forKey: id)?.filter({ !isDeaf($0) }),
      let party = parties.first
    else { return }
    do throws(Rejection) {
      let properties = TransferProperties(try model.shown(transfer: id, to: party))
      attempt { () throws(BusError) in
        let change = try properties.changed(TransferProperties.changing, at: .transfer(id))
        for party in parties.dropFirst() { bus.send(try change.copy(for: party.name)) }
        try change.address(to: party.name)
        bus.send(change)
      }
    } catch {
      log.error("transfer \(id) could not be shown: \(error.message)")
    }
  }

  private func properties(ofOffer id: Identifier) -> OfferProperties? {
    do throws(Rejection) {
      return OfferProperties(try ask { model throws(Rejection) in try model.shown(offer: id) })
    } catch {
      // It came and went in the same step.
      return nil
    }
  }

  private func attempt(_ announcing: () throws(BusError) -> Void) {
    do throws(BusError) {
      try announcing()
    } catch {
      log.error("a signal could not be sent: \(error.message)")
    }
  }
}

extension OfferProperties {
  /// Whom its announcement is due to: nobody when its source has left.
  fileprivate var cause: Peer? { connection.isEmpty ? nil : Peer(connection) }
}
