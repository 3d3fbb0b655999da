internal import DragModel

/// The moves that dragd has asked a source about and not ended yet, by transfer. This value only decides which items to
/// release; the engine releases them.
struct OutgoingMoves {
  private struct OutgoingMove {
    let key: String
    let cookie: String
    /// The dragd that asked.
    let owner: String?
    var isChecked = false
    /// Whether the move ended before the source had answered.
    var isOver = false
  }

  private var all: [Identifier: OutgoingMove] = [:]

  /// dragd asks whether a move may happen.
  mutating func add(_ transfer: Identifier, key: String, cookie: String, at owner: String?) {
    all[transfer] = OutgoingMove(key: key, cookie: cookie, owner: owner)
  }

  /// The source allows it. Returns the key to release if the move has already ended.
  mutating func allow(_ transfer: Identifier) -> String? {
    all[transfer]?.isChecked = true
    guard let outgoingMove = all[transfer], outgoingMove.isOver else { return nil }
    all[transfer] = nil
    return outgoingMove.key
  }

  /// The source refuses it.
  mutating func refuse(_ transfer: Identifier) { all[transfer] = nil }

  /// The move is committed: its item is not released.
  mutating func commit(_ transfer: Identifier) { all[transfer] = nil }

  /// The move has failed. Returns the key to release.
  mutating func fail(_ transfer: Identifier) -> String? {
    guard let outgoingMove = all[transfer] else { return nil }
    guard outgoingMove.isChecked else {
      all[transfer]?.isOver = true
      return nil
    }
    all[transfer] = nil
    return outgoingMove.key
  }

  /// Whether this dragd has asked about the key and not ended the move. A dragd that has exited never ends it.
  func include(_ key: String, at owner: String?) -> Bool {
    all.values.contains { $0.key == key && $0.owner == owner }
  }

  /// A new dragd has listed the committed moves of a cookie. Moves of earlier dragds that are not among them will never
  /// happen; returns their keys to release.
  mutating func endEarlierMoves(of cookie: String, at owner: String?, committed keys: Set<String>)
    -> [String]
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
