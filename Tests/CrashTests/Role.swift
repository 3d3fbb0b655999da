/// The processes of a move that can be killed.
enum Role: String, CaseIterable, Comparable, Hashable, Sendable {
  case source, dragd, destination
  /// A second destination for the same items.
  case rival

  static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
}
