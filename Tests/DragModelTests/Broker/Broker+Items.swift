internal import DragModel

extension Broker {
  /// What a reply to GetItems has.
  func items(
    of id: Identifier, from first: UInt32, count: UInt32, for caller: Party
  ) throws(Rejection) -> [Item<ShownRepresentation>] {
    var items: [Item<ShownRepresentation>] = []
    for index in try shownItems(of: id, from: first, count: count).items {
      items.append(try item(index, of: id, for: caller))
    }
    return items
  }
}
