/// The names of a list of atoms, in the owner's order, as the server reports them one by one.
struct AtomNameList {
  private let order: [Atom]
  private var names: [Atom: AtomNames.Name] = [:]
  private var unknown: Set<Atom>

  /// Ignores atoms after the first `limit`.
  init(_ atoms: [Atom], limit: Int) {
    var seen: Set<Atom> = []
    order = atoms.prefix(limit).filter { $0 != 0 && seen.insert($0).inserted }
    unknown = Set(order)
  }

  /// Atoms whose names are not known yet.
  var missing: [Atom] { order.filter(unknown.contains) }
  var isComplete: Bool { unknown.isEmpty }

  mutating func note(_ atom: Atom, _ name: AtomNames.Name) {
    guard unknown.remove(atom) != nil else { return }
    names[atom] = name
  }

  /// Without names that are not UTF-8.
  var texts: [String] {
    order.compactMap { atom in
      switch names[atom] {
      case .text(let text): text
      case .unusable, nil: nil
      }
    }
  }
}
