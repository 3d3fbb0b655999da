internal import DragModel
internal import DragSystem

/// Everything that is to be restored, at one moment; for a worker to write.
struct StateSnapshot: Sendable {
  let model: Broker
  let payloads: [UInt64: Payload]
  /// What the service manager keeps contents under, by the contents' numbers.
  let names: [UInt64: String]

  /// Bytes that are put together before they are written.
  private static let portion = 1 << 20

  /// Writes it all; returns how many bytes each offer took.
  func write(
    to journal: inout Journal
  ) throws(SystemError) -> [Identifier: Int] {
    var sizes: [Identifier: Int] = [:]
    var records = JournalRecords()
    records.append(StateRecord.version(StateRecord.version).bytes)
    for record in model.records {
      let before = records.size
      records.append(StateRecord.offer(stored(record)).bytes)
      sizes[record.id] = records.size - before
      if records.size > Self.portion {
        try journal.append(records)
        records = JournalRecords()
      }
    }
    try journal.append(records)
    return sizes
  }

  func stored(_ offer: OfferRecord<OfferedContent>) -> OfferRecord<StoredContent> {
    offer.with(offer.items.map(stored))
  }

  /// Without what cannot be kept.
  func stored(_ item: RecordedItem<OfferedContent>) -> RecordedItem<StoredContent> {
    RecordedItem(
      attributes: item.attributes,
      representations: item.representations.compactMap { representation in
        stored(representation.content).map {
          RecordedRepresentation(
            type: representation.type, visibility: representation.visibility, content: $0)
        }
      },
      taken: item.taken, hasMovedAway: item.hasMovedAway)
  }

  private func stored(_ content: OfferedContent) -> StoredContent? {
    switch content {
    case .lazy(let size): return .lazy(size: size)
    case .held(let held):
      guard let payload = payloads[held.id] else { return nil }
      if let bytes = payload.bytes { return .bytes(bytes) }
      guard let name = names[held.id] else { return nil }
      switch payload.place {
      case .bytes(let bytes): return .bytes(bytes)
      case .content(let content):
        return content.isInMemory
          ? .memory(name: name, size: payload.size) : .spool(name: name, size: payload.size)
      case .reference(_, let identity): return .reference(name: name, identity)
      }
    }
  }
}
