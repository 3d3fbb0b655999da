internal import DragModel
internal import DragSystem

/// What the records of a state file come to.
struct SavedState {
  private(set) var offers: [Identifier: OfferRecord<StoredContent>] = [:]
  /// Those of all offers of moves in the file, also of what is over: a dragd that died then may have left moves listed in
  /// the ledger.
  private(set) var cookies: Set<String> = []
  /// When each was complete, as a count of records.
  private var places: [Identifier: Int] = [:]
  /// Whether it was written by a dragd whose records mean something else; then nothing is known.
  private(set) var isForeign = false
  /// Whether something could not be read. What can be is kept: an offer may be missing, or be as it was a little earlier.
  private(set) var isDamaged: Bool

  /// There is no file, or it cannot be read.
  static let none = SavedState()

  private init() { isDamaged = false }

  init(_ content: JournalContent) {
    isDamaged = content.damage > 0
    for (index, bytes) in content.records.enumerated() {
      do throws(StateDamage) {
        let record = try StateRecord(bytes)
        if index == 0 {
          guard case .version(let version) = record, version == StateRecord.version else {
            isForeign = true
            return
          }
        }
        apply(record, at: index)
      } catch {
        guard index > 0 else {
          isForeign = true
          return
        }
        isDamaged = true
      }
    }
  }

  /// In the order in which they were complete.
  var ordered: [OfferRecord<StoredContent>] {
    offers.values.sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }
  }

  private mutating func apply(_ record: StateRecord, at place: Int) {
    switch record {
    case .version: break
    case .offer(let offer):
      offers[offer.id] = offer
      if offer.options.operations.contains(.move), let cookie = offer.options.cookie {
        cookies.insert(cookie)
      }
      places[offer.id] = place
    case .items(let id, let first, let isComplete, let items):
      guard let offer = offers[id] else { return }
      guard offer.stage == .adding, offer.items.count == first else {
        // Items between are missing: no index means what it meant.
        offers[id] = nil
        isDamaged = true
        return
      }
      offers[id]?.items += items
      guard isComplete else { return }
      offers[id]?.stage = .open
      places[id] = place
    case .used(let id, let item, let taken):
      guard hasItem(item, id) else { return }
      offers[id]?.items[item].taken = taken
    case .emptied(let id, let item):
      guard hasItem(item, id) else { return }
      offers[id]?.items[item].representations = []
      offers[id]?.items[item].hasMovedAway = true
    case .left(let id, let expires, let deadline):
      offers[id]?.stage = .lingering
      offers[id]?.expires = expires
      offers[id]?.deadline = deadline
    case .over(let id): offers[id] = nil
    }
  }

  private func hasItem(_ item: Int, _ id: Identifier) -> Bool {
    offers[id]?.items.indices.contains(item) == true
  }
}
