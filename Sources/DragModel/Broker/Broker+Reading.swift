// What others are shown.

/// A representation as `GetItems` shows it.
package struct ShownRepresentation: Hashable, Sendable {
  package let type: MIMEType
  package let size: UInt64?
  package let isHeld: Bool

  package init(type: MIMEType, size: UInt64?, isHeld: Bool) {
    self.type = type
    self.size = size
    self.isHeld = isHeld
  }
}

/// An offer as its properties show it.
package struct ShownOffer: Hashable, Sendable {
  package let itemCount: UInt32
  package let types: [MIMEType]
  package let operations: [Operation]
  package let label: String
  package let application: String
  /// Empty after the source has left the bus.
  package let connection: String
  package let created: UInt64
  package let expires: UInt64
}

/// A transfer as its properties show it.
package struct ShownTransfer: Hashable, Sendable {
  package let offer: Identifier
  package let item: UInt32
  package let types: [MIMEType]
  package let operation: Operation
  package let size: UInt64?
  package let bytes: UInt64
  package let state: TransferState
  package let failure: Rejection?
}

extension Transfer {
  var shown: ShownTransfer {
    ShownTransfer(
      offer: offer, item: UInt32(clamping: item), types: parts.map(\.type), operation: operation,
      size: size, bytes: bytes, state: publicState, failure: failure)
  }
}

/// How much of what there is.
package struct Inventory: Hashable, Sendable {
  package let offers: UInt64
  package let items: UInt64
  package let transfersRunning: UInt64
  package let bytesHeld: UInt64
  package let peers: UInt64
}

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
    return offer.items[start..<end].map { item in
      var attributes = item.attributes
      if caller.peer != offer.owner.peer { attributes.local = nil }
      return Item(
        attributes: attributes,
        representations: item.representations
          .filter { $0.isVisible(to: caller, of: offer.owner) }
          .map { shown in
            Representation(
              type: shown.type, visibility: shown.visibility,
              content: ShownRepresentation(
                type: shown.type, size: shown.content.size, isHeld: shown.content.isHeld))
          })
    }
  }

  package func shown(offer id: Identifier) throws(Rejection) -> ShownOffer {
    let offer = try existing(id)
    var seen: Set<MIMEType> = []
    var types: [MIMEType] = []
    for item in offer.items {
      for representation in item.representations where representation.visibility == .all {
        if seen.insert(representation.type).inserted { types.append(representation.type) }
      }
    }
    return ShownOffer(
      itemCount: UInt32(clamping: offer.items.count), types: types,
      operations: offer.options.operations, label: offer.label,
      application: offer.owner.application,
      connection: offer.hasSource ? offer.owner.peer.name : "",
      created: offer.created, expires: offer.expires)
  }

  package func shown(transfer id: Identifier, to peer: Peer) throws(Rejection) -> ShownTransfer {
    try existingTransfer(id, for: peer).shown
  }

  /// Whether an offer may be named in a log line or a list.
  package func isPublic(offer id: Identifier) -> Bool {
    offers[id].map { !$0.options.isPrivate && !$0.options.isSensitive } ?? false
  }

  package var inventory: Inventory {
    Inventory(
      offers: UInt64(offers.count), items: total.items, transfersRunning: total.transfers,
      bytesHeld: total.heldBytes, peers: UInt64(connections.count))
  }
}

extension Broker {
  /// Says NoSuchOffer where there is none.
  package func check(offer id: Identifier) throws(Rejection) {
    _ = try existing(id)
  }

  /// Says NoSuchTransfer where there is none, or none that concerns the caller.
  package func check(transfer id: Identifier, for peer: Peer) throws(Rejection) {
    _ = try existingTransfer(id, for: peer)
  }
}

extension Broker {
  /// What later items of an offer are held to: its options, and the keys that are taken.
  package func rules(
    of id: Identifier
  ) throws(Rejection) -> (options: OfferOptions, keys: Set<String>) {
    let offer = try existing(id)
    return (offer.options, Set(offer.items.compactMap(\.attributes.key)))
  }

  /// Bytes that a connection may still have held for it.
  package func heldBytesLeft(for peer: Peer) -> UInt64 {
    let used = connections[peer]?.usage.heldBytes ?? 0
    let own = limits.heldBytesPerConnection - min(limits.heldBytesPerConnection, used)
    let user = limits.heldBytesPerUser - min(limits.heldBytesPerUser, total.heldBytes)
    return min(own, user)
  }
}

extension Broker {
  /// Whether a connection has anything here.
  package func knows(_ peer: Peer) -> Bool { connections[peer] != nil }

  /// The running transfers that a connection is the destination of.
  package func receiving(_ peer: Peer) -> [Identifier] {
    connections[peer].map { Array($0.receiving) } ?? []
  }
}
