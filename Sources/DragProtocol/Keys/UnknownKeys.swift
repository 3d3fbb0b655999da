internal import DBus
internal import DragModel

/// Keys of a caller's dictionaries that are not in the contract: of a newer version, or misspelled.
package struct UnknownKeys: Hashable, Sendable {
  /// The first few, as messages name them.
  package private(set) var names: [String] = []
  /// What would be right in the place of the first one.
  private var known: [String] = []

  /// A caller may send a thousand.
  private static let most = 16
  private static let longest = 64

  /// Calls that differ in what is ignored alone say the same.
  package static func == (_: UnknownKeys, _: UnknownKeys) -> Bool { true }

  package func hash(into _: inout Hasher) {}

  mutating func add(_ key: String, at place: ItemPlace?, _ known: () -> [Contract.Key]) {
    guard names.count < Self.most else { return }
    if names.isEmpty { self.known = known().map(\.name) }
    let key = String(key.prefix(Self.longest)).quoted
    names.append(place.map { "\($0): \(key)" } ?? key)
  }

  /// Refuses them, for a caller that wants no key ignored.
  func refuse() throws(Rejection) {
    guard let first = names.first else { return }
    throw .invalid(
      "\(first) is no key that this dragd knows, and strict is set: write one of "
        + known.joined(separator: ", "))
  }
}

/// The options of a call whose caller may have unknown keys refused.
struct CheckedOptions<Options: KeyedDictionary>: KeyedDictionary {
  private(set) var options: Options
  private var isStrict = false

  static var unstated: Self { Self(options: .unstated) }

  private init(options: Options) { self.options = options }

  /// - Parameter unknown: the unknown keys of the call's other dictionaries, to which those of the options come.
  init(_ reader: inout MessageReader, after unknown: inout UnknownKeys) throws(Rejection) {
    try self.init(&reader, noting: &unknown)
    if isStrict { try unknown.refuse() }
  }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of value: inout Self
  ) throws(Visitor.Failure) {
    try Options.visitKeys(&keys, of: &value.options)
    try keys.defaulted("strict", &value.isStrict, false, .flag)
  }
}
