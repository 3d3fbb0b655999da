internal import DragModel

/// Which items have moved away, as the ledger says.
struct CommittedMoves {
  private struct Item: Hashable {
    let cookie: String
    let key: String
  }

  let transfers: [Identifier]
  /// Nil where the ledger cannot be read: any item may have.
  private let items: Set<Item>?

  init(_ records: [MoveRecord]) {
    transfers = records.map(\.transfer)
    items = Set(records.map { Item(cookie: $0.cookie, key: $0.key) })
  }

  private init() {
    transfers = []
    items = nil
  }

  static let unknown = CommittedMoves()

  func contains(cookie: String, key: String) -> Bool {
    items?.contains(Item(cookie: cookie, key: key)) ?? true
  }
}
