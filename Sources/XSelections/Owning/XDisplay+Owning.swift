internal import CXCB
package import DisplaySelections
package import DragSystem

// Atoms that the protocol predefines.
let primaryAtom = Atom(XCB_ATOM_PRIMARY.rawValue)
let atomAtom = Atom(XCB_ATOM_ATOM.rawValue)
let integerAtom = Atom(XCB_ATOM_INTEGER.rawValue)

extension XDisplay {
  package func own(_ selection: SelectionName, targets: [String]) {
    guard !hasEnded, let action = states[selection]?.ownership.own() else { return }
    perform(action, selection, targets)
  }

  package func disown(_ selection: SelectionName) {
    guard !hasEnded, let action = states[selection]?.ownership.disown() else { return }
    perform(action, selection)
  }

  package func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    conversions.answer(request, with: content, size: size, ended: ended)
  }

  package func refuse(_ request: RequestID) {
    conversions.refuse(request)
  }

  private func perform(
    _ action: Ownership.Action, _ selection: SelectionName, _ targets: [String] = []
  ) {
    switch action {
    case .none: return
    case .findAtoms(let attempt):
      directory.atoms(offerable(targets)) { [weak self] found in
        let offered = Ownership.Offered(names: found.map(\.name), atoms: found.map(\.atom))
        guard let action = self?.states[selection]?.ownership.named(attempt, offered) else {
          return
        }
        self?.perform(action, selection)
      }
    case .findTime(let attempt):
      findTime { [weak self] time in
        guard let action = self?.states[selection]?.ownership.timed(attempt, time) else { return }
        self?.perform(action, selection)
      }
    case .claim(let time):
      connection.setOwner(of: atom(of: selection), to: window, time: time)
      connection.findOwner(of: atom(of: selection)) { [weak self] owner in
        guard let self, owner != self.window else { return }
        self.states[selection]?.ownership.lost(time: time)
      }
    case .release(let time): connection.setOwner(of: atom(of: selection), to: 0, time: time)
    }
  }

  /// Without duplicates, and without the targets that `serve` answers itself.
  private func offerable(_ targets: [String]) -> [String] {
    let reserved: Set<ProtocolName> = [.targets, .timestamp, .multiple, .saveTargets, .incremental]
    var seen = Set(reserved.map(\.rawValue))
    let wanted = targets.filter { name in
      !name.isEmpty && name.utf8.count <= limits.nameLength && seen.insert(name).inserted
    }
    return Array(wanted.prefix(limits.targets))
  }

  // MARK: Time

  /// The server accepts only times of its events as the time of a claim; changing a property makes an event.
  func findTime(then: @escaping (UInt32) -> Void) {
    clock.append(then)
    if clock.count == 1 { connection.touchProperty(atoms[.time], of: window) }
  }

  func timeCame(_ time: UInt32) {
    let waiting = clock
    clock = []
    for then in waiting { then(time) }
  }
}
