/// What a search wants, each thing once, with everything that counts as it. For each there is a list of parameters that have
/// to be there together; an empty one means that none has to be.
struct TypeSearch {
  /// So much is looked at for one call. A search steps over an offer only where several parameters are wanted, or texts
  /// that are not plain: nobody needs as much.
  static let mostSteps = 1 << 18

  static let endless = Rejection(
    .quotaExceeded,
    "very many offers have some of the parameters that are asked for, and none has them all: name fewer patterns with "
      + "parameters")

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

  /// Where none has to be there, nothing else matters.
  private static func simplest(_ wanted: [[MIMEType.Parameter]]) -> [[MIMEType.Parameter]] {
    wanted.contains([]) ? [[]] : Array(Set(wanted))
  }
}
