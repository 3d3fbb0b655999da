/// The patterns of a search, grouped by what they match, each with all types that count as it. For each there are
/// alternative lists of parameters that a type must have together; an empty list means that it needs none.
struct TypeSearch {
  /// The most steps for one call. Only patterns with several parameters, or for plain text, skip offers: no honest
  /// search needs as many steps.
  static let mostSteps = 1 << 18

  static let tooLong = Rejection(
    .quotaExceeded,
    "very many offers have some of the parameters that are asked for, and dragd cannot compare them all: name fewer "
      + "patterns with parameters")

  private(set) var any: [[MIMEType.Parameter]] = []
  private(set) var families: [String: [[MIMEType.Parameter]]] = [:]
  private(set) var types: [(members: TypeMembers, parameters: [[MIMEType.Parameter]])] = []

  init(_ preferences: TypePreferences, _ hierarchy: any TypeHierarchy) {
    guard !preferences.isEmpty else {
      any = [[]]
      return
    }
    var names: [String: [[MIMEType.Parameter]]] = [:]
    for pattern in preferences.patterns {
      let parameters = pattern.parameters.map(\.folded)
      switch pattern.scope {
      case .any: any.append(parameters)
      case .family(let family): families[family, default: []].append(parameters)
      case .one(let essence):
        names[hierarchy.canonical(essence), default: []].append(parameters)
      }
    }
    any = Self.simplest(any)
    families = families.mapValues(Self.simplest)
    types = names.map { (hierarchy.members(of: $0), Self.simplest($1)) }
  }

  /// An alternative without parameters includes all others.
  private static func simplest(_ alternatives: [[MIMEType.Parameter]]) -> [[MIMEType.Parameter]] {
    guard alternatives.count > 1 else { return alternatives }
    return alternatives.contains([]) ? [[]] : Array(Set(alternatives))
  }
}
