// What outlives the broker is told to whoever writes it down.

extension Broker {
  /// The effect that writes a change down; none for sensitive offers, which leave no trace.
  func recorded(_ change: OfferChange) -> [Effect] {
    guard keepsContent, offers[change.offer]?.options.isSensitive == false else { return [] }
    return [.record(change)]
  }

  /// An offer as it is to be restored; nil for one that is not, or not there.
  package func record(of id: Identifier) -> OfferRecord<OfferedContent>? {
    guard let offer = offers[id], !offer.options.isSensitive else { return nil }
    return offer.record
  }

  /// Items of an offer as they are to be restored, from an index on.
  package func recordedItems(
    of id: Identifier, from first: Int
  ) -> [RecordedItem<OfferedContent>] {
    guard let offer = offers[id] else { return [] }
    return offer.items.dropFirst(first).map { $0.record(offer.types) }
  }

  /// Everything that is to be restored; what is listed in its order, the newest last.
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
      taken: use.taken, hasMovedAway: hasMovedAway)
  }
}

extension Offer {
  fileprivate var record: OfferRecord<OfferedContent> {
    OfferRecord(
      id: id, owner: owner, options: options, created: created, expires: expires,
      deadline: deadline, stage: stage, items: items.map { $0.record(types) })
  }
}
