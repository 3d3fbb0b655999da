// Changes of offers, for the state file.

extension Broker {
  /// The effect that records a change; none for a sensitive offer, which leaves no trace on a disk.
  func recorded(_ change: RecordedChange) -> [Effect] {
    guard keepsContent, offers[change.offer]?.options.isSensitive == false else { return [] }
    return [.record(change)]
  }

  /// The record of an offer; nil for a sensitive or unknown one.
  package func record(of id: Identifier) -> OfferRecord<OfferedContent>? {
    guard let offer = offers[id], !offer.options.isSensitive else { return nil }
    return offer.record
  }

  /// The records of the items of an offer, from an index on.
  package func recordedItems(
    of id: Identifier, from first: Int
  ) -> [RecordedItem<OfferedContent>] {
    guard let offer = offers[id] else { return [] }
    return offer.items.dropFirst(first).map { $0.record(offer.types) }
  }

  /// The records of all offers; listed ones in their order, the newest last.
  package var records: [OfferRecord<OfferedContent>] {
    let unlisted = offers.keys.filter { offers[$0]?.isListed == false }
    return (unlisted + listed.reversed()).compactMap { record(of: $0) }
  }
}

extension OfferedItem {
  fileprivate func record(_ types: OfferedTypes) -> RecordedItem<OfferedContent> {
    RecordedItem(
      attributes: attributes,
      representations: representations.map {
        RecordedRepresentation(
          type: types[$0.number], visibility: $0.visibility, content: $0.content)
      },
      useCount: use.count, hasMovedAway: hasMovedAway)
  }
}

extension Offer {
  fileprivate var record: OfferRecord<OfferedContent> {
    OfferRecord(
      id: id, owner: owner, options: options, created: created, expires: expires,
      deadline: deadline, stage: stage, items: items.map { $0.record(types) })
  }
}
