internal import DragModel
internal import DragSystem

/// Brings what an earlier dragd has written down together with the descriptors that the service manager has kept.
struct Restoration {
  private let passed: PassedDescriptors
  private let memory: MemoryAllowance
  private let store: PayloadStore
  /// What the manager keeps contents under, by the contents' new numbers.
  private(set) var names: [UInt64: String] = [:]
  private var used: Set<String> = []
  /// Representations whose descriptors did not come back.
  private(set) var missing = 0

  init(_ passed: PassedDescriptors, into store: PayloadStore, memory: MemoryAllowance) {
    self.passed = passed
    self.store = store
    self.memory = memory
  }

  /// What the manager has kept for nothing.
  var unused: [String] { passed.names.filter { !used.contains($0) } }

  /// Nil for an offer of which nothing came back.
  mutating func restore(
    _ offer: OfferRecord<StoredContent>
  ) -> OfferRecord<OfferedContent>? {
    let missingBefore = missing
    var items: [RecordedItem<OfferedContent>] = []
    for item in offer.items {
      // What an emptied item had is gone for good.
      let isGone =
        item.hasMovedAway || offer.options.uses > 0 && item.taken >= offer.options.uses
      var representations: [RecordedRepresentation<OfferedContent>] = []
      for representation in item.representations where !isGone {
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
          attributes: item.attributes, representations: representations, taken: item.taken,
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
      // It was let in once, whatever the allowance is now.
      let payload =
        Payload(bytes, of: memory) ?? Payload(.bytes(bytes), size: UInt64(bytes.count))
      return .held(store.add(payload))
    case .memory(let name, let size):
      guard let file = take(name), Self.isWhole(file, size) else { return nil }
      let charge = MemoryCharge(size, of: memory)
      let content = Content(sealed: file, size: size, charge: charge)
      return add(Payload(.content(content), size: size), name)
    case .spool(let name, let size):
      guard let file = take(name) else { return nil }
      return add(Payload(.content(Content(spooled: file, size: size)), size: size), name)
    case .reference(let name, let identity):
      // The file is not touched: whoever accepts it sees whether it has changed.
      guard let file = take(name) else { return nil }
      return add(
        Payload(.reference(file, identity), size: identity.size, isKeepable: true), name)
    }
  }

  private mutating func take(_ name: String) -> PeerDescriptor? {
    used.insert(name).inserted ? passed[name] : nil
  }

  private mutating func add(_ payload: Payload, _ name: String) -> OfferedContent {
    let content = store.add(payload)
    names[content.id] = name
    return .held(content)
  }

  /// Sealed memory is looked at without waiting.
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
