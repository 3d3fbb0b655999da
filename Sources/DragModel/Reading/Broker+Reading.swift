// The properties of offers and transfers that peers may read.

extension Broker {
  /// The items that a reply to GetItems has, and its bytes; a `count` of 0 means all from `first` on.
  ///
  /// - Throws: NoSuchOffer, NoSuchItem, TooManyItems.
  package func shownItems(
    of id: Identifier, from first: UInt32, count: UInt32
  ) throws(Rejection) -> (items: Range<Int>, bytes: UInt64) {
    let offer = try existing(id)
    let start = min(Int(first), offer.items.count)
    guard first <= offer.items.count else {
      throw Rejection(
        .noSuchItem,
        "offer \(id) has no item \(first): it has \(offer.items.count), counted from 0")
    }
    let end = count == 0 ? offer.items.count : min(start + Int(count), offer.items.count)
    let wanted = offer.items[start..<end]
    let fitting = Self.fitting(wanted, offer.types)
    guard fitting.count == wanted.count else {
      throw Rejection(
        .tooManyItems,
        "\(wanted.count) items of offer \(id) do not fit into one reply; from \(first) on, "
          + "\(fitting.count) do: ask for so many")
    }
    return (start..<end, fitting.bytes)
  }

  /// An item of an offer as a caller may see it.
  ///
  /// - Throws: NoSuchOffer.
  package func item(
    _ index: Int, of id: Identifier, for caller: Party
  ) throws(Rejection) -> Item<ShownRepresentation> {
    let offer = try existing(id)
    let item = offer.items[index]
    var attributes = item.attributes
    if caller.peer != offer.owner.peer { attributes.local = nil }
    return Item(
      attributes: attributes,
      representations: item.representations
        .filter { $0.isVisible(to: caller, of: offer.owner) }
        .map { shown in
          let type = offer.types[shown.number]
          return Representation(
            type: type, visibility: shown.visibility,
            content: ShownRepresentation(
              type: type, size: shown.content.size, isHeld: shown.content.isHeld))
        })
  }

  /// How many of the items fit into a reply to GetItems, and their bytes, computed before the reply is made.
  private static func fitting(
    _ items: ArraySlice<OfferedItem>, _ types: OfferedTypes
  ) -> (count: Int, bytes: UInt64) {
    var bytes: UInt64 = 0
    for (count, item) in items.enumerated() {
      let sum = bytes + item.shownBytes(types)
      if sum > itemsBytes { return (count, bytes) }
      bytes = sum
    }
    return (items.count, bytes)
  }

  package func shown(offer id: Identifier) throws(Rejection) -> ShownOffer {
    let offer = try existing(id)
    return ShownOffer(
      itemCount: UInt32(clamping: offer.items.count), types: Array(offer.types.types(.all)),
      operations: offer.operations, label: offer.label,
      application: offer.owner.application,
      connection: offer.hasSource ? offer.owner.peer.name : "",
      sourceName: offer.sourceName, isFromSandbox: offer.owner.isSandboxed,
      created: offer.created, expires: offer.expires,
      isSensitive: offer.options.isSensitive)
  }

  package func shown(transfer id: Identifier, to peer: Peer) throws(Rejection) -> ShownTransfer {
    try existingTransfer(id, for: peer).shown
  }

  package var inventory: Inventory {
    Inventory(
      offers: UInt64(offers.count), items: charges.total[.items],
      transfersRunning: charges.total[.transfers],
      bytesHeld: charges.total[.heldBytes], peers: UInt64(connections.count),
      targets: UInt64(targets.count))
  }

  /// - Throws: NoSuchOffer, if there is no such offer.
  package func check(offer id: Identifier) throws(Rejection) {
    _ = try existing(id)
  }

  /// - Throws: NoSuchTransfer, if there is no such transfer, or the caller is no party of it.
  package func check(transfer id: Identifier, for peer: Peer) throws(Rejection) {
    _ = try existingTransfer(id, for: peer)
  }

  /// The options of an offer and the keys of its items: items that are added later are checked against both.
  package func rules(
    of id: Identifier
  ) throws(Rejection) -> (options: OfferOptions, keys: Set<String>) {
    let offer = try existing(id)
    return (offer.options, Set(offer.items.compactMap(\.attributes.key)))
  }

  /// Bytes that dragd may still hold for a connection whose application has none yet.
  package func heldBytesLeft(for peer: Peer) -> UInt64 { heldBytesLeft(for: peer, own: 0) }

  /// Bytes that dragd may still hold for a party.
  func heldBytesLeft(for party: Party) -> UInt64 {
    heldBytesLeft(for: party.peer, own: charges.usage(of: party.account)[.heldBytes])
  }

  private func heldBytesLeft(for peer: Peer, own: UInt64) -> UInt64 {
    let used = usage(of: peer)[.heldBytes]
    let left = limits[.heldBytesPerConnection] - min(limits[.heldBytesPerConnection], used)
    let reserve = Reserve(of: limits[.heldBytesPerUser])
    return min(left, reserve.room(used: charges.total[.heldBytes], own: own))
  }

  /// Whether an Accept of an offer depends on the caller's application. Each application has its own share of the
  /// memory for sensitive content; other quotas depend on the application once only their reserve is left.
  package func chargesAccount(accepting offer: Identifier) -> Bool {
    offers[offer]?.options.isSensitive == true
      || charges.total[.transfers] >= Reserve(of: limits[.transfersPerUser]).shared
      || charges.total[.heldBytes] >= Reserve(of: limits[.heldBytesPerUser]).shared
  }

  /// Whether a connection has offers, transfers, claims, targets or calls here.
  package func knows(_ peer: Peer) -> Bool { connections[peer] != nil }

  /// The running transfers of which a connection is the destination.
  package func receiving(_ peer: Peer) -> [Identifier] {
    connections[peer].map { Array($0.receiving) } ?? []
  }
}
