internal import DBus
internal import DragModel
internal import DragProtocol

// What goes out without having been asked for. Private offers never come here.

extension BrokerService {
  func announce(_ id: Identifier) {
    guard let properties = properties(ofOffer: id) else { return }
    signal { () throws(BusError) in try properties.added(at: .offer(id)) }
  }

  func retract(_ id: Identifier) {
    signal { () throws(BusError) in try OfferProperties.removed(at: .offer(id)) }
  }

  /// The source has left: what was lazy is gone.
  func announceChange(of id: Identifier) {
    guard let properties = properties(ofOffer: id) else { return }
    signal { () throws(BusError) in
      try properties.changed([.types, .source, .expires], at: .offer(id))
    }
  }

  /// How a transfer stands, to one of its parties.
  func announceChange(of id: Identifier, to peer: Peer) throws(Rejection) {
    let properties = TransferProperties(try model.shown(transfer: id, to: peer))
    signal { () throws(BusError) in
      try properties.changed(TransferProperties.changing, at: .transfer(id), to: peer.name)
    }
  }

  private func properties(ofOffer id: Identifier) -> OfferProperties? {
    do throws(Rejection) {
      return OfferProperties(try model.shown(offer: id))
    } catch {
      // It came and went in the same step.
      return nil
    }
  }

  func signal(_ make: () throws(BusError) -> Message) {
    do throws(BusError) {
      bus.send(try make())
    } catch {
      log.error("a signal could not be sent: \(error.message)")
    }
  }
}
