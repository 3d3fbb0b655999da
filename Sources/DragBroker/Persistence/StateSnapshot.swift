internal import DragModel
internal import DragSystem

/// The state of all offers at one moment, which a worker can write.
struct StateSnapshot: Sendable {
  let model: Broker
  let payloads: [UInt64: Payload]
  /// The names under which the service manager keeps contents, by the numbers of the contents.
  let names: [UInt64: String]

  /// Bytes that are collected before they are written.
  private static let portion = 1 << 20

  /// Writes all offers.
  /// - Returns: the bytes of each offer.
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

  /// An item without the content that the service manager cannot keep.
  func stored(_ item: RecordedItem<OfferedContent>) -> RecordedItem<StoredContent> {
    RecordedItem(
      attributes: item.attributes,
      representations: item.representations.compactMap { representation in
        stored(representation.content).map {
          RecordedRepresentation(
            type: representation.type, visibility: representation.visibility, content: $0)
        }
      },
      useCount: item.useCount, hasMovedAway: item.hasMovedAway)
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

/// A new state file that a worker has written.
struct RewrittenFile: ~Copyable, Sendable {
  private var journal: Journal?
  private var failure: SystemError?

  /// Writes the file; for workers.
  init(_ snapshot: StateSnapshot, _ name: String, in folder: borrowing Folder) {
    do throws(SystemError) {
      var journal = try Journal(creating: name, in: folder)
      _ = try snapshot.write(to: &journal)
      self.journal = consume journal
    } catch {
      failure = error
    }
  }

  consuming func open() throws(SystemError) -> Journal {
    switch consume journal {
    case .some(let journal): return journal
    case .none: throw failure ?? SystemError("write", errno: 0)
    }
  }
}
