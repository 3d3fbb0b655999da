package import DBus
package import DragModel
internal import DragProtocol

/// Signals that a client can follow on a loop. Each method adds its match rules without waiting: they are in place
/// before any later request to dragd.
extension BrokerConnection {
  /// Follows the owner of dragd's name: updates `owner` and calls `onOwnerChange`.
  package func followOwner() throws(RequestError) {
    try match([MatchRule.owner])
    listen { [weak self] message in
      guard message.hasMember("NameOwnerChanged"), message.hasSender("org.freedesktop.DBus") else {
        return
      }
      var reader = message.read()
      guard (try? reader.string()) == BusName.broker, let old = try? reader.string(),
        let new = try? reader.string()
      else { return }
      self?.ownerChanged(OwnerChange(old: old, new: new))
    }
  }

  private func ownerChanged(_ change: OwnerChange) {
    guard change.concerns(owner) else { return }
    owner = change.new
    onOwnerChange?(owner)
  }

  /// Follows listed offers that are added, changed and removed.
  package func followOffers(_ handle: @escaping (OfferChange) -> Void) throws(RequestError) {
    try match([MatchRule.added, MatchRule.removed, MatchRule.offerProperties])
    listen { message in
      if let change = OfferChange(message) { handle(change) }
    }
  }

  /// Follows the transfers of this connection, which dragd reports without a match rule. `handle` gets the signal, to
  /// update `TransferProperties` with.
  package func followTransfers(_ handle: @escaping (Identifier, Message) -> Void) {
    listen { [weak self] message in
      guard message.isPropertiesChanged, self?.isFromBroker(message) == true,
        let id = message.path.flatMap(Identifier.init(transferPath:))
      else { return }
      handle(id, message)
    }
  }

  private func match(_ rules: [String]) throws(RequestError) {
    do throws(BusError) {
      for rule in rules { try bus.addMatch(rule) }
    } catch {
      throw RequestError(error)
    }
  }
}
