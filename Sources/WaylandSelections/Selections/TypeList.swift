/// The names of types, best first, without duplicates, and limited, since a program may offer anything.
struct TypeList: Equatable {
  /// The list leaves out longer names. RFC 6838 allows 127 bytes each for type and subtype.
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

  /// Adds a name of the protocol. Leaves out a name that is not UTF-8, because no read could request it.
  mutating func append(cString name: UnsafePointer<CChar>) {
    guard let name = String(validatingCString: name) else { return }
    append(name)
  }

  func contains(_ name: String) -> Bool { known.contains(name) }

  /// Whether both have the same names, in any order.
  func hasSameNames(as other: TypeList) -> Bool { known == other.known }

  /// The names that can be sent: a message above 4,096 bytes ends the connection (E2BIG), and a NUL would cut a name
  /// short.
  static func sendable(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.filter { name in
      !name.isEmpty && name.utf8.count <= 4_000 && !name.utf8.contains(0)
        && known.count < mostNames && known.insert(name).inserted
    }
  }
}
