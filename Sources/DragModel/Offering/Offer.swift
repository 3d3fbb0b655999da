/// One or more items that a source has published.
struct Offer: Hashable, Sendable {
  /// Where the offer stands. It leaves the broker's table when it ends.
  private enum State: Hashable, Sendable {
    /// The source is still adding items: unlisted, and nobody can accept.
    case adding
    /// Complete, and its source is on the bus.
    case open
    /// Complete; the source has left the bus and only held content is left.
    case lingering
  }

  private let terms: OfferTerms
  var id: Identifier { terms.id }
  var owner: Party { terms.owner }
  var options: OfferOptions { terms.options }
  var created: UInt64 { terms.created }
  /// The moment of the real-time clock at which it ends by itself; 0 means never.
  private(set) var expires: UInt64
  private(set) var items: [OfferedItem]
  private(set) var types: OfferedTypes
  private(set) var charge: Usage
  private var state: State
  /// The neighbours in the list of what can be found, by age.
  var older: Identifier?
  var newer: Identifier?
  /// What it goes by in the index of what is listed; a later one has a higher number.
  var number: UInt64 = 0
  /// The earliest reminder that is set for this offer, on the clock that does not stop in sleep.
  var reminder: UInt64?
  /// The deadline on that clock: expiry, or the end of lingering.
  private(set) var deadline: UInt64?

  init(
    id: Identifier, owner: Party, options: OfferOptions, items: OfferedItems, charge: Usage,
    at now: Instant
  ) {
    terms = OfferTerms(id: id, owner: owner, options: options, created: now.wall)
    self.items = items.items
    types = items.types
    self.charge = charge
    let life = options.expiresIn.inMicroseconds
    expires = options.expiresIn == 0 ? 0 : now.wall.addingSaturated(life)
    deadline = options.expiresIn == 0 ? nil : now.elapsed.addingSaturated(life)
    state = options.more ? .adding : .open
  }

  /// One that was written down.
  init(_ record: OfferRecord<OfferedContent>) {
    terms = OfferTerms(
      id: record.id, owner: record.owner, options: record.options, created: record.created)
    let offered = OfferedItems(record.items)
    items = offered.items
    types = offered.types
    charge = Self.charge(for: record.options, of: record.owner)
    charge += offered.charge(in: record.options)
    expires = record.expires
    deadline = record.deadline
    state =
      switch record.stage {
      case .adding: .adding
      case .open: .open
      case .lingering: .lingering
      }
  }

  var stage: OfferStage {
    switch state {
    case .adding: .adding
    case .open: .open
    case .lingering: .lingering
    }
  }

  var isComplete: Bool {
    switch state {
    case .adding: false
    case .open, .lingering: true
    }
  }

  var hasSource: Bool {
    switch state {
    case .adding, .open: true
    case .lingering: false
    }
  }

  /// Whether ObjectManager and Find may show it.
  var isListed: Bool { isComplete && !options.isPrivate }

  /// The object to call for what becomes of the offer, while the source is there.
  var source: SourceObject? {
    guard hasSource, let path = options.source else { return nil }
    return SourceObject(peer: owner.peer, path: path)
  }

  /// The secret that names its source, where its items can be moved.
  var moveCookie: String? { options.operations.contains(.move) ? options.cookie : nil }

  /// The operations that are left: what has outlived its source cannot be moved.
  var operations: [Operation] {
    hasSource ? options.operations : options.operations.filter { $0 != .move }
  }

  /// The label that others may see.
  var label: String { options.isSensitive ? "" : options.label ?? "" }

  /// Refuses more items once the offer is complete.
  mutating func add(
    _ more: OfferedItems, charge addition: Usage, isLast: Bool
  ) throws(Rejection) {
    switch state {
    case .adding:
      items += more.items
      types = more.types
      charge += addition
      if isLast { state = .open }
    case .open, .lingering:
      throw Rejection(
        .operationNotAllowed,
        "offer \(id) is complete: items can only be added while it was offered with “more”")
    }
  }

  /// The source has left the bus. Returns what was held and is gone with it, or nil when nothing
  /// is left that could linger.
  mutating func sourceLeft(at now: Instant) -> [HeldContent]? {
    switch state {
    case .adding, .lingering: return nil
    case .open: break
    }
    guard !options.isSensitive, options.linger > 0 else { return nil }
    let remains = items.contains { item in item.representations.contains { !$0.leaves } }
    guard remains else { return nil }
    state = .lingering
    let gone = removeWhatHasLeft()
    let end = now.elapsed.addingSaturated(options.linger.inMicroseconds)
    deadline = min(deadline ?? end, end)
    let moment = now.wall.addingSaturated(options.linger.inMicroseconds)
    expires = expires == 0 ? moment : min(expires, moment)
    return gone
  }

  /// Takes away what goes with the source, if that has left, and returns what was held of it.
  mutating func removeWhatHasLeft() -> [HeldContent] {
    switch state {
    case .adding, .open: return []
    case .lingering: break
    }
    var gone: [HeldContent] = []
    for index in items.indices { gone += discard(items[index].remove { $0.leaves }) }
    return gone
  }

  var isUsedUp: Bool {
    isComplete && items.allSatisfy { $0.isGone(limit: options.uses) }
  }

  /// Works on one item in place.
  mutating func withItem<Result>(_ index: Int, _ body: (inout OfferedItem) -> Result) -> Result {
    body(&items[index])
  }

  /// Drops the content of an item that is gone; it keeps its index.
  mutating func empty(_ index: Int) -> [HeldContent] {
    discard(items[index].remove { _ in true })
  }

  /// Representations are gone; returns what was held of them.
  private mutating func discard(_ gone: [OfferedRepresentation]) -> [HeldContent] {
    for representation in gone { types.remove(representation) }
    let held = gone.compactMap(\.held)
    for content in held { charge -= Usage(heldBytes: content.charge) }
    return held
  }

  /// Everything that is held for it.
  var heldContents: [HeldContent] {
    items.flatMap { $0.representations.compactMap(\.held) }
  }
}

extension OfferedRepresentation {
  /// Whether it goes with its source.
  fileprivate var leaves: Bool { !content.isHeld || visibility == .connection }
}

/// The object that implements Source1.
package struct SourceObject: Hashable, Sendable {
  package let peer: Peer
  package let path: String

  package init(peer: Peer, path: String) {
    self.peer = peer
    self.path = path
  }
}
