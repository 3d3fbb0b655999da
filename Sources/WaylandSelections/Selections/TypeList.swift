/// The names of types, best first, without doubles, and bounded: a program may offer anything.
struct TypeList: Equatable {
  /// A longer name than type, subtype and some parameters make (RFC 6838 allows 127 bytes for each of the two) is left
  /// out.
  static let longestName = 255
  static let mostNames = 1_024

  private(set) var names: [String] = []
  private var known: Set<String> = []

  init() {}

  init(_ names: [String]) {
    for name in names { append(name) }
  }

  mutating func append(_ name: String) {
    guard names.count < Self.mostNames, !name.isEmpty, name.utf8.count <= Self.longestName,
      known.insert(name).inserted
    else { return }
    names.append(name)
  }

  /// A name of the protocol: what is no UTF-8 is left out, for it could not be asked for by its name.
  mutating func append(cString name: UnsafePointer<CChar>) {
    guard let name = String(validatingCString: name) else { return }
    append(name)
  }

  func contains(_ name: String) -> Bool { known.contains(name) }

  /// Whether both have the same names, in whatever order.
  func hasSameNames(as other: TypeList) -> Bool { known == other.known }

  /// What may be sent of a program's own list: a message has at most 4,096 bytes, and one that is longer ends the
  /// connection (E2BIG); a NUL would cut a name short.
  static func sendable(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.filter { name in
      !name.isEmpty && name.utf8.count <= 4_000 && !name.utf8.contains(0)
        && known.count < mostNames && known.insert(name).inserted
    }
  }
}
