/// The types of an offer, each once. Representations refer to them by number, because many items share few types. It
/// counts the representations of each type, so that a query takes one step for each type.
struct OfferedTypes: Hashable, Sendable {
  /// Representations of a type, by their visibility.
  private struct Counts: Hashable {
    var all: UInt32 = 0
    var app: UInt32 = 0
    var connection: UInt32 = 0

    static func += (counts: inout Counts, more: Counts) {
      for visibility in Visibility.allCases { counts[visibility] += more[visibility] }
    }

    subscript(visibility: Visibility) -> UInt32 {
      get {
        switch visibility {
        case .all: all
        case .app: app
        case .connection: connection
        }
      }
      set {
        switch visibility {
        case .all: all = newValue
        case .app: app = newValue
        case .connection: connection = newValue
        }
      }
    }
  }

  /// By number, in the order of their first representation. A type stays when its representations are removed.
  private(set) var all: [MIMEType] = []
  private var counts: [Counts] = []
  /// Representations with the visibility `app`.
  private(set) var forApplication = 0

  subscript(number: UInt32) -> MIMEType { all[Int(number)] }

  /// The types that have a representation of that visibility.
  func types(_ visibility: Visibility) -> some Sequence<MIMEType> {
    zip(all, counts).lazy.filter { $0.1[visibility] > 0 }.map(\.0)
  }

  /// The types that have lost their last representation of that visibility.
  func removed(since before: OfferedTypes, _ visibility: Visibility) -> some Sequence<MIMEType> {
    all.indices.lazy
      .filter { before.counts[$0][visibility] > 0 && counts[$0][visibility] == 0 }
      .map { all[$0] }
  }

  mutating func remove(_ representation: OfferedRepresentation) {
    counts[Int(representation.number)][representation.visibility] -= 1
    if representation.visibility == .app { forApplication -= 1 }
  }

  /// Gives each new type the next number.
  struct Numbering: Sendable {
    private(set) var types: OfferedTypes
    /// An index, filled once there are more than `few` types.
    private var numbers: [MIMEType: UInt32] = [:]
    private static let few = 16

    init(_ types: OfferedTypes = OfferedTypes()) {
      self.types = types
    }

    mutating func add(_ type: MIMEType, _ visibility: Visibility) -> UInt32 {
      let number = number(of: type)
      types.counts[Int(number)][visibility] += 1
      if visibility == .app { types.forApplication += 1 }
      return number
    }

    /// Adds the types of other items; the result has the number here of each of theirs.
    mutating func add(_ others: OfferedTypes) -> [UInt32] {
      types.forApplication += others.forApplication
      return zip(others.all, others.counts).map { type, counts in
        let number = number(of: type)
        types.counts[Int(number)] += counts
        return number
      }
    }

    private mutating func number(of type: MIMEType) -> UInt32 {
      if types.all.count <= Self.few {
        if let known = types.all.firstIndex(of: type) { return UInt32(known) }
      } else {
        if numbers.isEmpty {
          numbers = Dictionary(uniqueKeysWithValues: zip(types.all, 0...))
        }
        if let known = numbers[type] { return known }
        numbers[type] = UInt32(types.all.count)
      }
      types.all.append(type)
      types.counts.append(Counts())
      return UInt32(types.all.count - 1)
    }
  }
}
