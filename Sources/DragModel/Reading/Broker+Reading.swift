// What others are shown.

extension Broker {
  /// Some of an offer's items; a `count` of 0 means all from `first` on.
  package func items(
    of id: Identifier, from first: UInt32, count: UInt32, for caller: Party
  ) throws(Rejection) -> [Item<ShownRepresentation>] {
    let offer = try existing(id)
    let start = min(Int(first), offer.items.count)
    guard first <= offer.items.count else {
      throw Rejection(
        .noSuchItem, "offer \(id) has \(offer.items.count) items: none follows \(first)")
    }
    let end = count == 0 ? offer.items.count : min(start + Int(count), offer.items.count)
    let wanted = offer.items[start..<end]
    let fitting = Self.fitting(wanted, offer.types)
    guard fitting == wanted.count else {
      throw Rejection(
        .tooManyItems,
        "\(wanted.count) items of offer \(id) do not fit into one reply; from \(first) on, \(fitting) do: "
          + "ask for so many")
    }
    return wanted.map { item in
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
  }

  /// How many of the items fit into a reply of GetItems, found out before any of it is made.
  private static func fitting(_ items: ArraySlice<OfferedItem>, _ types: OfferedTypes) -> Int {
    var bytes: UInt64 = 0
    for (count, item) in items.enumerated() {
      bytes += item.shownBytes(types)
      if bytes > itemsBytes { return count }
    }
    return items.count
  }

  package func shown(offer id: Identifier) throws(Rejection) -> ShownOffer {
    let offer = try existing(id)
    return ShownOffer(
      itemCount: UInt32(clamping: offer.items.count), types: Array(offer.types.shown(.all)),
      operations: offer.operations, label: offer.label,
      application: offer.owner.application,
      connection: offer.hasSource ? offer.owner.peer.name : "",
      created: offer.created, expires: offer.expires)
  }

  package func shown(transfer id: Identifier, to peer: Peer) throws(Rejection) -> ShownTransfer {
    try existingTransfer(id, for: peer).shown
  }

  package var inventory: Inventory {
    Inventory(
      offers: UInt64(offers.count), items: total.items, transfersRunning: total.transfers,
      bytesHeld: total.heldBytes, peers: UInt64(connections.count),
      targets: UInt64(targets.count))
  }

  /// Bytes of memory for what is said of content.
  package var metadataBytes: UInt64 { total.metadataBytes }

  /// Says NoSuchOffer where there is none.
  package func check(offer id: Identifier) throws(Rejection) {
    _ = try existing(id)
  }

  /// Says NoSuchTransfer where there is none, or none that concerns the caller.
  package func check(transfer id: Identifier, for peer: Peer) throws(Rejection) {
    _ = try existingTransfer(id, for: peer)
  }

  /// What later items of an offer are held to: its options, and the keys that are taken.
  package func rules(
    of id: Identifier
  ) throws(Rejection) -> (options: OfferOptions, keys: Set<String>) {
    let offer = try existing(id)
    return (offer.options, Set(offer.items.compactMap(\.attributes.key)))
  }

  /// Bytes that a connection may still have held for it.
  package func heldBytesLeft(for peer: Peer) -> UInt64 {
    let used = usage(of: peer).heldBytes
    let own = limits.heldBytesPerConnection - min(limits.heldBytesPerConnection, used)
    let user = limits.heldBytesPerUser - min(limits.heldBytesPerUser, total.heldBytes)
    return min(own, user)
  }

  /// Whether a connection has anything here.
  package func knows(_ peer: Peer) -> Bool { connections[peer] != nil }

  /// The running transfers that a connection is the destination of.
  package func receiving(_ peer: Peer) -> [Identifier] {
    connections[peer].map { Array($0.receiving) } ?? []
  }
}
