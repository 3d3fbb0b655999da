/// The patterns of a search, as they are read. It keeps those that an offer may match: a caller may name a thousand
/// that no program offers, and each of them is to cost little.
package struct SearchedTypes {
  /// The patterns that an offer may match, in their order.
  private(set) var present = TypePreferences.none
  /// The first of all, for a refusal.
  private var first: [TypePattern] = []
  private var count = 0

  package init() {}

  /// Whether any type will do.
  var isAny: Bool { count == 0 }

  /// All patterns as a message names them.
  var list: String { TypePreferences.list(first, of: count) }

  /// Adds a pattern as the last.
  /// - Parameter text: in UTF-8.
  /// - Throws: InvalidType, if it is no pattern.
  package mutating func append(
    _ text: Span<UInt8>, among offered: TypesOnOffer
  ) throws(Rejection) {
    count += 1
    if count > TypePreferences.mostNamed, let essence = TypePattern.essence(of: text),
      !offered.mayHave(essence)
    {
      return
    }
    let pattern = try TypePattern(parsing: String(checked: text))
    if count <= TypePreferences.mostNamed { first.append(pattern) }
    if offered.mayMatch(pattern) { present.append(pattern) }
  }
}

/// The types on offer at a moment. Keep it only for that moment, or the next change of the model copies its tables.
package struct TypesOnOffer {
  private let indexes: [TypeIndex]
  private let related: Set<String>?

  fileprivate init(_ indexes: [TypeIndex], related: Set<String>?) {
    self.indexes = indexes
    self.related = related
  }

  /// Whether an offer may have a type of the essence, or one that counts as it. This costs a look-up or two, so that a
  /// type that no offer has needs no search.
  fileprivate func mayHave(_ essence: String) -> Bool {
    guard let related, !related.contains(essence) else { return true }
    return indexes.contains { $0.hasEssence(essence) }
  }

  fileprivate func mayMatch(_ pattern: TypePattern) -> Bool {
    guard case .one(let essence) = pattern.scope else { return true }
    return mayHave(essence)
  }
}

extension Broker {
  /// What a peer may find, whatever its application is.
  package func typesOnOffer(for peer: Peer, hierarchy: any TypeHierarchy) -> TypesOnOffer {
    TypesOnOffer(
      index.indexes(for: [.everybody, .owner(peer), .anyApplication]), related: hierarchy.related)
  }
}

extension String {
  /// The text of bytes that are known to be UTF-8.
  package init(checked bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { preconditionFailure("no UTF-8") }
    self.init(copying: text)
  }
}
