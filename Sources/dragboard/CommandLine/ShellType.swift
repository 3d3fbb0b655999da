internal import BoardModel

/// Which representation a type, or a pattern such as `image/*`, means.
enum ShellType {
  /// The same type with the same parameters, else the same type with others, else what the pattern covers.
  static func first(
    _ pattern: String, among offered: [CardRepresentation]
  ) -> CardRepresentation? {
    let wanted = MediaType(pattern)
    let types = offered.map { MediaType($0.type) }
    let index =
      types.firstIndex { $0 == wanted }
      ?? types.firstIndex { covers(wanted, $0) }
    return index.map { offered[$0] }
  }

  private static func covers(_ wanted: MediaType, _ type: MediaType) -> Bool {
    for (name, value) in wanted.parameters {
      guard type.parameters[name]?.lowercased() == value.lowercased() else { return false }
    }
    if wanted.essence == "*/*" || wanted.essence == type.essence { return true }
    return wanted.essence.hasSuffix("/*") && type.essence.hasPrefix(wanted.essence.dropLast())
  }
}
