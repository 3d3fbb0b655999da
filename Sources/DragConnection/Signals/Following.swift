package import DBus
package import DragModel
internal import DragProtocol
internal import DragSystem

/// Signals that a client can follow on a loop. Each method adds its match rules without waiting: they are in place
/// before any later request to dragd.
extension BrokerConnection {
  /// Follows the owner of dragd's name: updates `owner` and calls `onOwnerChange`.
  package func followOwner() throws(RequestError) {
    try match([NameOwnerChange.rule(for: BusName.broker)])
    listen { [weak self] message in
      guard let change = NameOwnerChange(message), change.name == BusName.broker else { return }
      self?.ownerChanged(change.new)
    }
  }

  private func ownerChanged(_ new: String?) {
    // A dragd that has replied to a blocking call has done so before this connection handles the change of its name.
    // It is news all the same when the end of the former one has been reported.
    guard new != owner || endIsReported else { return }
    endIsReported = new == nil
    owner = new
    onOwnerChange?(new)
  }

  /// Follows listed offers that are added, changed and removed.
  package func followOffers(_ handle: @escaping (OfferChange) -> Void) throws(RequestError) {
    try follow(MatchRule.offerProperties, handle)
  }

  /// Follows drop targets that are added, changed and removed.
  package func followTargets(_ handle: @escaping (TargetChange) -> Void) throws(RequestError) {
    try follow(MatchRule.targetProperties, handle)
  }

  private func follow<Object>(
    _ properties: String, _ handle: @escaping (ListChange<Object>) -> Void
  ) throws(RequestError) {
    try match([MatchRule.added, MatchRule.removed, properties])
    listen { message in
      if let change = ListChange<Object>(message) { handle(change) }
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
    try mapError { () throws(BusError) in
      for rule in rules { try bus.addMatch(rule) }
    } to: {
      RequestError($0)
    }
  }
}
