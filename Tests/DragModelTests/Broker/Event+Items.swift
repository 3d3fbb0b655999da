import DragModel

extension Event {
  static func offer(
    id: Identifier, owner: Party, items: [Item<OfferedContent>], options: OfferOptions,
    limits: Limits = Limits()
  ) -> Event {
    let prepared = PreparedItems(items, of: owner, limits: limits)
    return .offer(id: id, owner: owner, items: prepared, options: options)
  }

  static func addItems(
    offer: Identifier, caller: Party, items: [Item<OfferedContent>], more: Bool,
    limits: Limits = Limits()
  ) -> Event {
    let prepared = PreparedItems(items, of: caller, limits: limits)
    return .addItems(offer: offer, caller: caller, items: prepared, more: more)
  }
}

extension PreparedItems {
  init(_ items: [Item<OfferedContent>], of owner: Party, limits: Limits) {
    self.init(of: owner, limits: limits)
    for item in items { append(item) }
  }
}
