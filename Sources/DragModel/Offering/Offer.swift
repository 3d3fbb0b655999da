/// The stage that an offer has reached.
package enum OfferStage: String, CaseIterable, Hashable, Sendable {
  /// The source is still adding items: the offer is not listed and cannot be accepted.
  case adding
  /// Complete, and its source is on the bus.
  case open
  /// Complete; the source has left the bus, and only held content is left.
  case lingering
}

/// One or more items that a source offers.
struct Offer: Hashable, Sendable {
  private let terms: OfferTerms
  var id: Identifier { terms.id }
  var owner: Party { terms.owner }
  var options: OfferOptions { terms.options }
  var created: UInt64 { terms.created }
  /// When it expires, on the real-time clock; 0 means never.
  private(set) var expires: UInt64
  private(set) var items: [OfferedItem]
  private(set) var types: OfferedTypes
  private(set) var charge: Usage
  /// The broker removes an offer that ends, so no stage says that.
  private(set) var stage: OfferStage
  /// The neighbours in the list of listed offers.
  var older: Identifier?
  var newer: Identifier?
  /// Its number in the index of listed offers; a newer offer has a higher one.
  var number: UInt64 = 0
  /// The earliest timer that is set for it, on the boottime clock.
  var timer: UInt64?
  /// When it expires or its lingering ends, on the boottime clock.
  private(set) var deadline: UInt64?

  init(
    id: Identifier, owner: Party, options: OfferOptions, items: OfferedItems, charge: Usage,
    at now: Instant
  ) {
    terms = OfferTerms(id: id, owner: owner, options: options, created: now.realtime)
    self.items = items.items
    types = items.types
    self.charge = charge
    let life = options.expiresIn.inMicroseconds
    expires = options.expiresIn == 0 ? 0 : now.realtime.addingSaturated(life)
    deadline = options.expiresIn == 0 ? nil : now.boottime.addingSaturated(life)
    stage = options.more ? .adding : .open
  }

  /// An offer of the state file.
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
    stage = record.stage
  }

  var isComplete: Bool {
    switch stage {
    case .adding: false
    case .open, .lingering: true
    }
  }

  var hasSource: Bool {
    switch stage {
    case .adding, .open: true
    case .lingering: false
    }
  }

  /// Whether ObjectManager and Find may show it.
  var isListed: Bool { isComplete && !options.isPrivate }

  /// The object of the source that dragd calls, while the source is on the bus.
  var source: SourceObject? {
    guard hasSource, let path = options.source else { return nil }
    return SourceObject(peer: owner.peer, path: path)
  }

  /// The cookie of the source; nil unless the items can be moved.
  var moveCookie: String? { options.operations.contains(.move) ? options.cookie : nil }

  /// The allowed operations: an offer that has outlived its source cannot be moved.
  var operations: [Operation] {
    hasSource ? options.operations : options.operations.filter { $0 != .move }
  }

  /// The source's name for people, also after it has left the bus: its own choice, else its program's name.
  var sourceName: String { options.sourceName ?? owner.program }

  /// The label that others may see.
  var label: String { options.isSensitive ? "" : options.label ?? "" }

  /// Refuses more items once the offer is complete.
  mutating func add(
    _ more: OfferedItems, charge addition: Usage, isLast: Bool
  ) throws(Rejection) {
    switch stage {
    case .adding:
      items += more.items
      types = more.types
      charge += addition
      if isLast { stage = .open }
    case .open, .lingering:
      throw Rejection(
        .operationNotAllowed,
        "offer \(id) is complete: its source can add items only until a call without “more”")
    }
  }

  /// The source has left the bus: the offer keeps what can linger.
  /// - Returns: the held content that ends with the source; nil if nothing can linger.
  mutating func linger(at now: Instant) -> [HeldContent]? {
    switch stage {
    case .adding, .lingering: return nil
    case .open: break
    }
    guard !options.isSensitive, options.linger > 0 else { return nil }
    let remains = items.contains { item in
      item.representations.contains { !$0.needsSource }
    }
    guard remains else { return nil }
    stage = .lingering
    let gone = removeContentOfSource()
    let end = now.boottime.addingSaturated(options.linger.inMicroseconds)
    deadline = min(deadline ?? end, end)
    let moment = now.realtime.addingSaturated(options.linger.inMicroseconds)
    expires = expires == 0 ? moment : min(expires, moment)
    return gone
  }

  /// Removes the representations that need the source, if it has left, and returns their held content.
  mutating func removeContentOfSource() -> [HeldContent] {
    switch stage {
    case .adding, .open: return []
    case .lingering: break
    }
    var gone: [HeldContent] = []
    for index in items.indices { gone += removeTypes(of: items[index].remove { $0.needsSource }) }
    return gone
  }

  var isUsedUp: Bool {
    isComplete && items.allSatisfy { $0.isGone(limit: options.uses) }
  }

  /// Changes one item in place.
  mutating func withItem<Result>(_ index: Int, _ body: (inout OfferedItem) -> Result) -> Result {
    body(&items[index])
  }

  /// Removes the content of an item, which keeps its index.
  mutating func empty(_ index: Int) -> [HeldContent] {
    removeTypes(of: items[index].remove { _ in true })
  }

  /// Stops counting representations that were removed, and returns their held content.
  private mutating func removeTypes(of gone: [OfferedRepresentation]) -> [HeldContent] {
    for representation in gone { types.remove(representation) }
    let held = gone.compactMap(\.held)
    for content in held { charge -= Usage(.heldBytes, content.charge) }
    return held
  }

  /// All its held content.
  var heldContents: [HeldContent] {
    items.flatMap { $0.representations.compactMap(\.held) }
  }
}

extension OfferedRepresentation {
  /// Whether it cannot be accepted without its source.
  fileprivate var needsSource: Bool { !content.isHeld || visibility == .connection }
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

/// The constant properties of an offer. They are an object because reading an offer copies it, and a copy of these
/// would count a dozen references.
final class OfferTerms: Hashable, Sendable {
  let id: Identifier
  let owner: Party
  let options: OfferOptions
  /// When the source made the offer, on the real-time clock.
  let created: UInt64

  init(id: Identifier, owner: Party, options: OfferOptions, created: UInt64) {
    self.id = id
    self.owner = owner
    self.options = options
    self.created = created
  }

  static func == (one: OfferTerms, other: OfferTerms) -> Bool {
    one === other
      || one.id == other.id && one.owner == other.owner && one.options == other.options
        && one.created == other.created
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(owner)
    hasher.combine(options)
    hasher.combine(created)
  }
}
