internal import DragModel
internal import DragSystem

/// The offers that follow from the records of a state file.
struct SavedState {
  private(set) var offers: [Identifier: OfferRecord<StoredContent>] = [:]
  /// The cookies of all offers with moves, also of those that ended: a dragd that was killed then may have left
  /// listed moves in the ledger.
  private(set) var cookies: Set<String> = []
  /// The number of the record that completed each offer.
  private var places: [Identifier: Int] = [:]
  /// Whether a newer dragd wrote the file, or no dragd; then there are no offers.
  private(set) var isForeign = false
  /// Whether a record could not be read. The other records count: an offer may be missing or in an earlier state.
  private(set) var isDamaged: Bool

  /// The state without a readable file.
  static let none = SavedState()

  private init() { isDamaged = false }

  init(_ content: JournalContent) {
    isDamaged = content.damage > 0
    var version: UInt64 = StateRecord.version
    for (index, bytes) in content.records.enumerated() {
      do throws(StateDamage) {
        let record = try StateRecord(bytes, version: version)
        if index == 0 {
          guard case .version(let stated) = record, (1...StateRecord.version).contains(stated)
          else {
            isForeign = true
            return
          }
          version = stated
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

  /// In the order in which they became complete.
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
        // Records of items are missing: the indexes of the others are unknown.
        offers[id] = nil
        isDamaged = true
        return
      }
      offers[id]?.items += items
      guard isComplete else { return }
      offers[id]?.stage = .open
      places[id] = place
    case .used(let id, let item, let count):
      guard hasItem(item, id) else { return }
      offers[id]?.items[item].useCount = count
    case .emptied(let id, let item):
      guard hasItem(item, id) else { return }
      offers[id]?.items[item].representations = []
      offers[id]?.items[item].hasMovedAway = true
    case .left(let id, let expires, let deadline):
      offers[id]?.stage = .lingering
      offers[id]?.expires = expires
      offers[id]?.deadline = deadline
    case .ended(let id): offers[id] = nil
    }
  }

  private func hasItem(_ item: Int, _ id: Identifier) -> Bool {
    offers[id]?.items.indices.contains(item) == true
  }
}
