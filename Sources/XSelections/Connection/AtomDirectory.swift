/// Translates between names and atoms, with a cache of recent ones.
final class AtomDirectory {
  private let connection: XConnection
  private var names: AtomNames

  init(_ connection: XConnection, limits: SelectionLimits) {
    self.connection = connection
    names = AtomNames(capacity: 4 * limits.targets, longest: limits.nameLength)
  }

  /// `then` gets 0 for a name that has no atom. The server keeps atoms until it ends, so this program creates them only
  /// for targets that it offers.
  func atom(_ name: String, creating: Bool, then: @escaping (Atom) -> Void) {
    if let atom = names.atom(named: name) { return then(atom) }
    connection.findAtom(name, creating: creating) { [weak self] atom in
      if atom != 0 { self?.names.note(atom, Array(name.utf8)) }
      then(atom)
    }
  }

  /// `then` gets the atoms in the order of the names, without those that the server did not create.
  func atoms(_ wanted: [String], then: @escaping ([(name: String, atom: Atom)]) -> Void) {
    let list = PendingAtoms(wanted, then)
    for name in wanted { atom(name, creating: true) { list.note(name, $0) } }
  }

  /// `then` gets the names, in order.
  func name(_ targets: AtomNameList, then: @escaping ([String]) -> Void) {
    var targets = targets
    for atom in targets.missing { names.name(of: atom).map { targets.note(atom, $0) } }
    guard !targets.isComplete else { return then(targets.texts) }
    let list = PendingNames(targets, then)
    for atom in targets.missing {
      connection.findName(of: atom) { [weak self] bytes in
        guard let self else { return }
        list.note(atom, bytes.isEmpty ? .unusable : self.names.note(atom, bytes))
      }
    }
  }
}

private final class PendingNames {
  private var targets: AtomNameList
  private let then: ([String]) -> Void

  init(_ targets: AtomNameList, _ then: @escaping ([String]) -> Void) {
    self.targets = targets
    self.then = then
  }

  func note(_ atom: Atom, _ name: AtomNames.Name) {
    targets.note(atom, name)
    if targets.isComplete { then(targets.texts) }
  }
}

private final class PendingAtoms {
  private let order: [String]
  private var found: [String: Atom] = [:]
  private let then: ([(name: String, atom: Atom)]) -> Void

  init(_ order: [String], _ then: @escaping ([(name: String, atom: Atom)]) -> Void) {
    self.order = order
    self.then = then
    if order.isEmpty { then([]) }
  }

  func note(_ name: String, _ atom: Atom) {
    found[name] = atom
    guard found.count == order.count else { return }
    then(order.compactMap { name in found[name].flatMap { $0 == 0 ? nil : (name, $0) } })
  }
}
