/// Names that are asked for one by one, for a list of atoms in an owner's order.
struct TargetNames {
  private let order: [Atom]
  private var names: [Atom: AtomNames.Name] = [:]
  private var unknown: Set<Atom>

  /// At most `limit` of them count.
  init(_ atoms: [Atom], limit: Int) {
    var seen: Set<Atom> = []
    order = atoms.prefix(limit).filter { $0 != 0 && seen.insert($0).inserted }
    unknown = Set(order)
  }

  /// Those that are still to be asked for.
  var missing: [Atom] { order.filter(unknown.contains) }
  var isComplete: Bool { unknown.isEmpty }

  mutating func note(_ atom: Atom, _ name: AtomNames.Name) {
    guard unknown.remove(atom) != nil else { return }
    names[atom] = name
  }

  /// Without those that cannot be named in a text.
  var texts: [String] {
    order.compactMap { atom in
      switch names[atom] {
      case .text(let text): text
      case .unusable, nil: nil
      }
    }
  }
}
