/// The result of planning a Propose or Drop, before dragd asks the target's owner. A plan changes nothing.
package struct DropPlan: Hashable, Sendable {
  package let question: DropQuestion
  /// The items that would be dropped.
  let items: Set<Int>
  /// Why the drop is impossible, if dragd knows that without asking the owner.
  let forbidden: String?
}

/// A question of dragd to the owner of a target.
package struct DropQuestion: Hashable, Sendable {
  package let target: Identifier
  package let offer: Identifier
  /// The drop as the owner sees it; its operations are the possible ones.
  package let context: DropContext
  package let dropper: Party
}

extension Broker {
  /// Checks a drop as far as dragd can. A representation counts if the target's owner may see it.
  package func planDrop(
    of offer: Identifier, on target: Identifier, context: DropContext, by dropper: Party,
    hierarchy: any TypeHierarchy
  ) throws(Rejection) -> DropPlan {
    let target = try existingTarget(target)
    let offer = try complete(offer)
    let items = try Self.indices(context.items ?? [], in: offer)
    let operations = Self.operations(of: context, offer, target, dropper)
    var passed = context
    passed.operations = operations
    if context.items?.isEmpty == true { passed.items = nil }
    return DropPlan(
      question: DropQuestion(
        target: target.id, offer: offer.id, context: passed, dropper: dropper),
      items: Set(items),
      forbidden: try Self.unfitItem(items, of: offer, for: target, hierarchy)
        ?? Self.impossible(operations, context, offer, target, dropper)
        ?? Self.unresponsiveness(of: target))
  }

  /// Only its owner can have an offer moved.
  private static func mayMove(_ offer: Offer, _ dropper: Party) -> Bool {
    offer.hasSource && offer.owner.peer == dropper.peer
  }

  private static func operations(
    of context: DropContext, _ offer: Offer, _ target: Target, _ dropper: Party
  ) -> [Operation] {
    (context.operations ?? offer.options.operations).filter { operation in
      offer.options.operations.contains(operation) && target.operations.contains(operation)
        && (operation != .move || mayMove(offer, dropper))
    }
  }

  private static func impossible(
    _ operations: [Operation], _ context: DropContext, _ offer: Offer, _ target: Target,
    _ dropper: Party
  ) -> String? {
    guard operations.isEmpty else { return nil }
    func list(_ operations: [Operation]) -> String {
      operations.map(\.rawValue).joined(separator: ", ")
    }
    let wanted = context.operations ?? offer.options.operations
    var reason =
      "no operation is left: wanted \(list(wanted)); the offer allows "
      + "\(list(offer.options.operations)); the target can \(list(target.operations))"
    if wanted.contains(.move), !mayMove(offer, dropper) {
      reason += "; only its owner can have the offer moved"
    }
    return reason
  }

  /// The reason names no type on offer: the dropper may see fewer of them than the target's owner.
  private static func unfitItem(
    _ items: [Int], of offer: Offer, for target: Target, _ hierarchy: any TypeHierarchy
  ) throws(Rejection) -> String? {
    var matcher = OfferMatcher(target.types, hierarchy, offer.types)
    for index in items {
      let chosen = try matcher.choose(among: offer.items[index].representations) {
        $0.isVisible(to: target.owner, of: offer.owner)
      }
      guard chosen == nil else { continue }
      return "item \(index) has nothing that the target takes, which is \(target.types.beginning)"
    }
    return nil
  }

  private static func unresponsiveness(of target: Target) -> String? {
    guard target.unanswered >= Target.mostUnanswered else { return nil }
    return "the target has left \(target.unanswered) proposals unanswered"
  }
}

extension TypePreferences {
  /// The first few patterns, to keep the reason short.
  fileprivate var beginning: String {
    guard !isEmpty else { return "any type" }
    let first = patterns.prefix(8).map(\.description).joined(separator: ", ")
    return patterns.count > 8 ? first + ", …" : first
  }
}
