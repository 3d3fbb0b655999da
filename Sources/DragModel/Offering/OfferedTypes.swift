/// The types of an offer, each once: its representations have them by number, for very many items have the same few types.
/// It counts the representations of each, so that what is asked of types costs as many steps as there are types.
struct OfferedTypes: Hashable, Sendable {
  /// How many representations of a type there are, by who may see them.
  private struct Counts: Hashable {
    var all: UInt32 = 0
    var app: UInt32 = 0
    var connection: UInt32 = 0

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

  /// By number, in the order in which they were offered first. Those stay whose representations have gone.
  private(set) var all: [MIMEType] = []
  private var counts: [Counts] = []
  /// Representations that only programs of one application may see.
  private(set) var forApplication = 0

  subscript(number: UInt32) -> MIMEType { all[Int(number)] }

  /// The types that have a representation of that visibility.
  func shown(_ visibility: Visibility) -> some Sequence<MIMEType> {
    zip(all, counts).lazy.filter { $0.1[visibility] > 0 }.map(\.0)
  }

  /// What was shown before and is not shown any more.
  func gone(since before: OfferedTypes, _ visibility: Visibility) -> some Sequence<MIMEType> {
    all.indices.lazy
      .filter { before.counts[$0][visibility] > 0 && counts[$0][visibility] == 0 }
      .map { all[$0] }
  }

  mutating func remove(_ representation: OfferedRepresentation) {
    counts[Int(representation.number)][representation.visibility] -= 1
    if representation.visibility == .app { forApplication -= 1 }
  }

  /// Numbers types as they come.
  struct Numbering {
    private(set) var types: OfferedTypes
    /// Where there are too many types to look through.
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
