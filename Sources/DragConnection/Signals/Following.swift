package import DBus
package import DragModel
internal import DragProtocol

/// What a client can follow once it is on a loop. Each adds its match rules without waiting: what is
/// asked of dragd afterwards finds them in place.
extension BrokerConnection {
  /// Follows the owner of dragd's name: `owner` and `onOwnerChange`.
  package func followOwner() throws(DragError) {
    try match([MatchRule.owner])
    listen { [weak self] message in
      guard message.hasMember("NameOwnerChanged"), message.hasSender("org.freedesktop.DBus") else {
        return
      }
      var reader = message.read()
      guard (try? reader.string()) == BusName.broker, (try? reader.string()) != nil,
        let new = try? reader.string()
      else { return }
      self?.ownerChanged(new.isEmpty ? nil : new)
    }
  }

  private func ownerChanged(_ new: String?) {
    // The dragd that was started for this connection's own call has been heard before its coming is
    // announced here: that is no news.
    guard new != owner else { return }
    owner = new
    onOwnerChange?(new)
  }

  /// Follows the coming, changing and going of listed offers.
  package func followOffers(_ handle: @escaping (OfferChange) -> Void) throws(DragError) {
    try match([MatchRule.added, MatchRule.removed, MatchRule.offerProperties])
    listen { message in
      if let change = OfferChange(message) { handle(change) }
    }
  }

  /// Follows the transfers that this connection is a party of; dragd tells it without being asked.
  /// `handle` gets the signal, to bring `TransferProperties` up to date with.
  package func followTransfers(_ handle: @escaping (Identifier, Message) -> Void) {
    listen { [weak self] message in
      guard message.isPropertiesChanged, self?.isFromBroker(message) == true,
        let id = message.path.flatMap(Identifier.init(transferPath:))
      else { return }
      handle(id, message)
    }
  }

  private func match(_ rules: [String]) throws(DragError) {
    do throws(BusError) {
      for rule in rules { try bus.addMatch(rule) }
    } catch {
      throw DragError(error)
    }
  }
}
