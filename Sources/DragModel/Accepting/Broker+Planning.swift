// Planning an Accept: it changes nothing.

extension Broker {
  /// The most bytes that a reply to Accept carries, for all items together.
  static let replyBytes: UInt64 = 16 << 20
  /// The most bytes that a reply to GetItems carries.
  package static let itemsBytes: UInt64 = 1 << 20
  /// The most descriptors in one message: dbus-daemon disconnects a sender at 17.
  package static let replyDescriptors = 16
  /// The most representations in one reply to Accept: enough for all items that a connection may offer. A longer reply
  /// keeps others waiting while it is made.
  static let replyParts = 4_096

  /// Whether the representations that a caller may see depend on its application id.
  package func needsApplication(offer id: Identifier) -> Bool {
    guard let offer = offers[id] else { return false }
    return offer.types.forApplication > 0
  }

  /// Chooses a representation of each item, or refuses all items.
  package func plan(
    offer id: Identifier, items wanted: [UInt32], types: TypePreferences, options: AcceptOptions,
    for caller: Party, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> AcceptPlan {
    let offer = try complete(id)
    guard offer.options.operations.contains(options.operation) else {
      let allowed = offer.options.operations.map(\.rawValue).joined(separator: ", ")
      throw Rejection(
        .operationNotAllowed,
        "offer \(id) does not allow “\(options.operation.rawValue)”; it allows \(allowed)")
    }
    if options.operation == .move { try checkMovable(offer) }
    let indices = try Self.indices(wanted, in: offer)
    var first = OfferMatcher(types, hierarchy, offer.types)
    var also =
      options.also.isEmpty
      ? nil : OfferMatcher(try TypePreferences(options.also), hierarchy, offer.types)
    var planned: [PlannedItem] = []
    planned.reserveCapacity(indices.count)
    for index in indices {
      planned.append(
        try plan(
          item: index, of: offer, wanted: types, &first, &also, options: options, for: caller))
    }
    let plan = AcceptPlan(
      offer: id, owner: offer.owner.peer, destination: caller, options: options, items: planned,
      isSensitive: offer.options.isSensitive,
      isSecret: offer.options.isSecret)
    try Self.checkReply(plan)
    return plan
  }

  /// Refuses to move what has outlived its source: nothing could delete the item there.
  func checkMovable(_ offer: Offer) throws(Rejection) {
    guard offer.hasSource else {
      throw Rejection(
        .operationNotAllowed, "offer \(offer.id) has outlived its source: it can only be copied")
    }
    _ = try claimOfSource(of: offer)
  }

  func complete(_ id: Identifier) throws(Rejection) -> Offer {
    let offer = try existing(id)
    guard offer.isComplete else {
      throw Rejection(.busy, "offer \(id) is not complete: its source is still adding items")
    }
    return offer
  }

  /// The items that the caller names; naming none means every item that is left.
  static func indices(_ wanted: [UInt32], in offer: Offer) throws(Rejection) -> [Int] {
    let uses = offer.options.uses
    guard !wanted.isEmpty else {
      return offer.items.indices.filter { !offer.items[$0].isGone(limit: uses) }
    }
    var seen: Set<UInt32> = []
    for index in wanted {
      guard index < offer.items.count else {
        throw Rejection(
          .noSuchItem,
          "offer \(offer.id) has no item \(index): it has \(offer.items.count), counted from 0")
      }
      guard seen.insert(index).inserted else {
        throw Rejection(.invalidArguments, "item \(index) is asked for twice")
      }
      guard !offer.items[Int(index)].hasMovedAway else {
        throw Rejection(.noSuchItem, "item \(index) of offer \(offer.id) has moved away")
      }
      guard !offer.items[Int(index)].isUsedUp(limit: uses) else {
        throw Rejection(.noSuchItem, "item \(index) of offer \(offer.id) is used up")
      }
    }
    return wanted.map(Int.init)
  }

  private func plan(
    item index: Int, of offer: Offer, wanted: TypePreferences,
    _ first: inout OfferMatcher, _ also: inout OfferMatcher?, options: AcceptOptions,
    for caller: Party
  ) throws(Rejection) -> PlannedItem {
    let item = offer.items[index]
    guard !item.isBusy(limit: offer.options.uses) else {
      throw Rejection(
        .busy,
        "item \(index) of offer \(offer.id) is being accepted by others, and its limit of uses is "
          + "\(offer.options.uses); it is free again if one of them fails")
    }
    func isVisible(_ representation: OfferedRepresentation) -> Bool {
      representation.isVisible(to: caller, of: offer.owner)
    }
    func planned(_ representation: OfferedRepresentation) -> PlannedPart {
      representation.planned(options, as: offer.types[representation.number])
    }
    let representations = item.representations
    guard let chosen = try first.choose(among: representations, where: isVisible) else {
      let list = representations.filter(isVisible).map { offer.types[$0.number].description }
        .joined(separator: ", ")
      throw Rejection(
        .notAcceptable,
        "item \(index) of offer \(offer.id) has nothing that matches \(wanted.list); on offer: "
          + (list.isEmpty ? "nothing that you may see" : list))
    }
    var parts = [planned(representations[chosen])]
    if also != nil {
      for other in representations.indices
      where other != chosen && isVisible(representations[other]) {
        guard try also?.matches(representations[other]) == true else { continue }
        parts.append(planned(representations[other]))
      }
    }
    return PlannedItem(
      index: index, name: item.attributes.name, operation: options.operation, parts: parts,
      file: item.attributes.file, types: representations.map { offer.types[$0.number] })
  }

  /// The source that has to answer a planned Accept: it makes what is lazy and deletes what is moved.
  package func respondent(of plan: AcceptPlan) -> Peer? {
    guard plan.options.operation == .move || plan.parts.contains(where: { $0.route.isLazy }) else {
      return nil
    }
    return offers[plan.offer]?.source?.peer
  }

  /// The source that gets Ended for the transfers of a planned Accept.
  package func informed(of plan: AcceptPlan) -> Peer? { offers[plan.offer]?.source?.peer }

  private static func checkReply(_ plan: AcceptPlan) throws(Rejection) {
    var descriptors = 0
    var bytes: UInt64 = 0
    let count = plan.items.reduce(0) { $0 + $1.parts.count }
    guard count <= replyParts else {
      throw Rejection(
        .tooManyItems,
        "one reply would have \(count) representations, the limit is \(replyParts): "
          + "accept the items in batches")
    }
    for part in plan.parts {
      switch part.route {
      case .inline(let content): bytes = bytes.addingSaturated(content.size)
      case .immediate, .pipe, .relay: descriptors += 1
      case .snapshot, .collect: break
      }
    }
    guard descriptors <= replyDescriptors else {
      throw Rejection(
        .tooManyItems,
        "one reply would have \(descriptors) descriptors, the limit is \(replyDescriptors): "
          + "accept the items in batches")
    }
    guard bytes <= replyBytes else {
      throw Rejection(
        .tooManyItems,
        "one reply would have \(bytes) bytes, the limit is \(replyBytes): "
          + "accept the items in batches")
    }
  }
}

extension OfferedRepresentation {
  fileprivate func planned(_ options: AcceptOptions, as type: MIMEType) -> PlannedPart {
    PlannedPart(type: type, visibility: visibility, route: route(options))
  }

  private func route(_ options: AcceptOptions) -> Route {
    switch (content, options.delivery) {
    case (.held(let held), .any)
    where held.size <= options.inlineMax ?? AcceptOptions.usualInlineMax:
      .inline(held)
    case (.held(let held), .any), (.held(let held), .file):
      switch held.place {
      case .memory: .immediate(held)
      case .spool, .reference: .snapshot(held)
      }
    case (.held(let held), .stream):
      if let limit = options.inlineMax, held.size <= limit { .inline(held) } else { .pipe(held) }
    case (.lazy(let size), .any), (.lazy(let size), .file): .collect(size: size)
    case (.lazy(let size), .stream): .relay(size: size)
    }
  }
}
