@testable import DragModel

// The rules of the contract said one after the other, slow and obvious, to compare the real ones with.

extension TypePattern {
  /// The index of the best of `types`, which are in the source's order: the exact type, then the type with more
  /// parameters, aliases, subclasses.
  func naiveChoice(among types: [MIMEType], _ hierarchy: some TypeHierarchy) -> Int? {
    let fitting = types.indices.filter { naivelyMatches(types[$0], hierarchy) }
    func own(_ other: MIMEType) -> Bool {
      switch scope {
      case .any: true
      case .family(let family): other.type == family
      case .one(let essence): other.essence == essence
      }
    }
    let exact = fitting.first { types[$0].essence == essence && sameParameters(types[$0]) }
    if let exact { return exact }
    if let more = fitting.first(where: { own(types[$0]) }) { return more }
    let canonical = hierarchy.canonical(essence)
    return fitting.first { hierarchy.canonical(types[$0].essence) == canonical } ?? fitting.first
  }

  /// Whether the pattern matches the type.
  func naivelyMatches(_ type: MIMEType, _ hierarchy: some TypeHierarchy) -> Bool {
    let hasAll = parameters.allSatisfy { wanted in
      type.parameters.contains {
        $0.name == wanted.name
          && (wanted.name == "charset"
            ? $0.value.lowercased() == wanted.value.lowercased() : $0.value == wanted.value)
      }
    }
    guard hasAll else { return false }
    switch scope {
    case .any: return true
    case .family(let family): return type.type == family
    case .one(let essence):
      let canonical = hierarchy.canonical(type.essence)
      let kinds = [canonical] + hierarchy.kinds(of: canonical)
      return kinds.contains(hierarchy.canonical(essence))
    }
  }

  private var essence: String { String(description.prefix { $0 != ";" }) }

  private func sameParameters(_ type: MIMEType) -> Bool {
    type.parameters.count == parameters.count
  }
}

extension Broker {
  /// The newest listed offer with a matching representation that the caller may see, found by a scan.
  func naivelyFound(
    _ types: TypePreferences, for caller: Party, _ hierarchy: some TypeHierarchy
  ) -> Identifier? {
    listed.first { id in
      guard let offer = offers[id] else { return false }
      return offer.items.contains { item in
        item.representations.contains { representation in
          let type = offer.types[representation.number]
          return representation.isVisible(to: caller, of: offer.owner)
            && (types.isEmpty || types.patterns.contains { $0.naivelyMatches(type, hierarchy) })
        }
      }
    }
  }
}
