/// A cache of the names of atoms. An atom keeps its name as long as the server runs.
struct AtomNames {
  enum Name: Equatable {
    case text(String)
    /// Not UTF-8, or too long: no read can request it.
    case unusable
  }

  /// Peers choose the atoms, so the cache drops all of them when it has this many.
  private let capacity: Int
  private let longest: Int
  private var names: [Atom: Name] = [:]
  private var atoms: [String: Atom] = [:]

  init(capacity: Int, longest: Int) {
    self.capacity = capacity
    self.longest = longest
  }

  var count: Int { names.count }

  func name(of atom: Atom) -> Name? { names[atom] }
  func atom(named name: String) -> Atom? { atoms[name] }

  @discardableResult
  mutating func note(_ atom: Atom, _ bytes: [UInt8]) -> Name {
    if names.count >= capacity {
      names = [:]
      atoms = [:]
    }
    guard !bytes.isEmpty, bytes.count <= longest,
      let text = String(validating: bytes, as: UTF8.self)
    else {
      names[atom] = .unusable
      return .unusable
    }
    names[atom] = .text(text)
    atoms[text] = atom
    return .text(text)
  }
}
