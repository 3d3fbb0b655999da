internal import DragModel

/// The moves that a source has been asked about and whose end it has not heard: by their transfers. A value that only
/// says what is to be done.
struct OutgoingMoves {
  private struct OutgoingMove {
    let key: String
    let cookie: String
    /// The dragd that has asked.
    let owner: String?
    var isChecked = false
    /// It was over before the source had answered.
    var isOver = false
  }

  private var all: [Identifier: OutgoingMove] = [:]

  /// dragd asks whether a move may happen.
  mutating func begin(_ transfer: Identifier, key: String, cookie: String, at owner: String?) {
    all[transfer] = OutgoingMove(key: key, cookie: cookie, owner: owner)
  }

  /// The source lets it happen; the key to release if it is over already.
  mutating func allow(_ transfer: Identifier) -> String? {
    all[transfer]?.isChecked = true
    guard let outgoingMove = all[transfer], outgoingMove.isOver else { return nil }
    all[transfer] = nil
    return outgoingMove.key
  }

  /// The source does not let it happen.
  mutating func refuse(_ transfer: Identifier) { all[transfer] = nil }

  /// It has happened: there is nothing to release.
  mutating func commit(_ transfer: Identifier) { all[transfer] = nil }

  /// It has failed; the key to release.
  mutating func fail(_ transfer: Identifier) -> String? {
    guard let outgoingMove = all[transfer] else { return nil }
    guard outgoingMove.isChecked else {
      all[transfer]?.isOver = true
      return nil
    }
    all[transfer] = nil
    return outgoingMove.key
  }

  /// Whether a dragd has asked about a key and not said yet how it ended. One that has gone never will.
  func include(_ key: String, at owner: String?) -> Bool {
    all.values.contains { $0.key == key && $0.owner == owner }
  }

  /// A new dragd has said what was committed under a cookie. What its predecessors asked about and it does not name will
  /// never happen; the keys to release.
  mutating func settle(_ cookie: String, at owner: String?, committed keys: Set<String>) -> [String]
  {
    let old = all.filter { $0.value.cookie == cookie && $0.value.owner != owner }
    var released: [String] = []
    for (transfer, outgoingMove) in old {
      if keys.contains(outgoingMove.key) {
        commit(transfer)
      } else if let key = fail(transfer) {
        released.append(key)
      }
    }
    return released
  }
}
