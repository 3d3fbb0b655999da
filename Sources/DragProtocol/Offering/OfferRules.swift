package import DragModel

/// The rules that items and options of an offer must keep together.
package enum OfferRules {
  static func check(
    _ items: [Item<ReceivedContent>], _ options: OfferOptions
  ) throws(Rejection) {
    guard !items.isEmpty || options.more else {
      throw .invalid("items is empty: offer at least one, or set “more” and add some later")
    }
    if options.operations.contains(.move) { try checkMove(options) }
    try check(items, addedTo: options, after: [])
  }

  /// Checks items against the options of their offer. `keys` are those of the items that the offer has already; they
  /// matter if the offer allows moves.
  package static func check(
    _ items: [Item<ReceivedContent>], addedTo options: OfferOptions, after keys: Set<String>
  ) throws(Rejection) {
    if options.source == nil { try checkHeld(items) }
    if options.operations.contains(.move) { try checkKeys(items, after: keys) }
  }

  private static func checkMove(_ options: OfferOptions) throws(Rejection) {
    guard !options.isSensitive else {
      throw .invalid("sensitive is true, but what may be moved must go on disk: allow no “move”")
    }
    guard options.source != nil else {
      throw .invalid(
        "operations has “move”, but source is missing: name the object that implements Source1")
    }
    guard options.cookie != nil else {
      throw .invalid(
        "operations has “move”, but cookie is missing: give at least \(Lengths.cookie) random "
          + "characters that name this source after a restart too")
    }
  }

  private static func checkHeld(_ items: [Item<ReceivedContent>]) throws(Rejection) {
    for (index, item) in items.enumerated() {
      for representation in item.representations where representation.content.isLazy {
        let type = representation.type?.description ?? ""
        throw .invalid(
          "item \(index): \(type.quoted) has neither data nor fd, and the offer has no source "
            + "that could make it: name the object that implements Source1")
      }
    }
  }

  private static func checkKeys(
    _ items: [Item<ReceivedContent>], after keys: Set<String>
  ) throws(Rejection) {
    var seen = keys
    for (index, item) in items.enumerated() {
      guard let key = item.attributes.key else {
        throw .invalid("item \(index) has no key: each needs one where “move” is allowed")
      }
      guard seen.insert(key).inserted else {
        throw .invalid(
          "item \(index): key \(key.quoted) is another item's too: where “move” is allowed each "
            + "item needs its own")
      }
    }
  }
}
