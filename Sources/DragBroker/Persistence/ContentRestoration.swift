internal import DragModel
internal import DragSystem

/// Restores the content of recorded offers from the descriptors that the service manager has kept.
struct ContentRestoration {
  private let passed: PassedDescriptors
  private let memory: MemoryAllowance
  private let store: PayloadStore
  /// The names under which the manager keeps contents, by the new numbers of the contents.
  private(set) var names: [UInt64: String] = [:]
  private var used: Set<String> = []
  /// The number of representations whose descriptors are missing.
  private(set) var missing = 0

  init(_ passed: PassedDescriptors, into store: PayloadStore, memory: MemoryAllowance) {
    self.passed = passed
    self.store = store
    self.memory = memory
  }

  /// Names under which the manager keeps descriptors that no offer needs.
  var unusedNames: [String] { passed.names.filter { !used.contains($0) } }

  /// Nil for an offer that has lost content and has none left.
  mutating func restore(
    _ offer: OfferRecord<StoredContent>
  ) -> OfferRecord<OfferedContent>? {
    let missingBefore = missing
    var items: [RecordedItem<OfferedContent>] = []
    for item in offer.items {
      // An emptied item has no content.
      let isEmptied =
        item.hasMovedAway || offer.options.uses > 0 && item.useCount >= offer.options.uses
      var representations: [RecordedRepresentation<OfferedContent>] = []
      for representation in item.representations where !isEmptied {
        guard let content = restore(representation.content) else {
          missing += 1
          continue
        }
        representations.append(
          RecordedRepresentation(
            type: representation.type, visibility: representation.visibility, content: content))
      }
      items.append(
        RecordedItem(
          attributes: item.attributes, representations: representations, useCount: item.useCount,
          hasMovedAway: item.hasMovedAway))
    }
    guard missing == missingBefore || items.contains(where: { !$0.representations.isEmpty }) else {
      return nil
    }
    return offer.with(items)
  }

  private mutating func restore(_ content: StoredContent) -> OfferedContent? {
    switch content {
    case .lazy(let size): return .lazy(size: size)
    case .bytes(let bytes):
      // dragd accepted it once, so it keeps it even beyond the allowance.
      let payload =
        Payload(bytes, of: memory) ?? Payload(.bytes(bytes), size: UInt64(bytes.count))
      return .held(store.add(payload))
    case .memory(let name, let size):
      guard let file = descriptor(name), Self.isWhole(file, size) else { return nil }
      let charge = MemoryCharge(size, of: memory)
      let content = Content(sealed: file, size: size, charge: charge)
      return add(Payload(.content(content), size: size), name)
    case .spool(let name, let size):
      guard let file = descriptor(name) else { return nil }
      return add(Payload(.content(Content(spooled: file, size: size)), size: size), name)
    case .reference(let name, let identity):
      // dragd checks at the next Accept whether the file has changed.
      guard let file = descriptor(name) else { return nil }
      return add(
        Payload(.reference(file, identity), size: identity.size, isKeepable: true), name)
    }
  }

  private mutating func descriptor(_ name: String) -> PeerDescriptor? {
    used.insert(name).inserted ? passed[name] : nil
  }

  private mutating func add(_ payload: Payload, _ name: String) -> OfferedContent {
    let content = store.add(payload)
    names[content.id] = name
    return .held(content)
  }

  /// Whether the file is the sealed memory of that size; checking it never blocks.
  private static func isWhole(_ file: PeerDescriptor, _ size: UInt64) -> Bool {
    file.withDescriptor { file in
      guard Memfd.isFullySealed(file) else { return false }
      do throws(SystemError) {
        return try FileStatus(of: file).identity.size == size
      } catch {
        return false
      }
    }
  }
}

/// The items that were moved away, from the ledger.
struct CommittedMoves {
  let transfers: [Identifier]
  /// Nil if the ledger cannot be read: then any item may have been moved away.
  private let items: Set<MoveKey>?

  init(_ records: [MoveRecord]) {
    transfers = records.map(\.transfer)
    items = Set(records.map(\.moveKey))
  }

  private init() {
    transfers = []
    items = nil
  }

  static let unknown = CommittedMoves()

  func contains(_ item: MoveKey) -> Bool { items?.contains(item) ?? true }
}
