internal import CXCB
package import DisplaySelections
package import DragModel
package import DragSystem

// Atoms that the protocol predefines.
let primaryAtom = Atom(XCB_ATOM_PRIMARY.rawValue)
let atomAtom = Atom(XCB_ATOM_ATOM.rawValue)
let integerAtom = Atom(XCB_ATOM_INTEGER.rawValue)

extension XDisplay {
  package func own(_ selection: ClipboardSelection, targets: [String]) {
    own(selection, targets, unlessTaken: false)
  }

  package func ownUnlessTaken(_ selection: ClipboardSelection, targets: [String]) {
    own(selection, targets, unlessTaken: true)
  }

  private func own(_ selection: ClipboardSelection, _ targets: [String], unlessTaken: Bool) {
    guard !hasEnded,
      let action = states[selection]?.ownership.own(unlessTaken: unlessTaken)
    else { return }
    perform(action, selection, targets)
  }

  package func disown(_ selection: ClipboardSelection) {
    guard !hasEnded, let action = states[selection]?.ownership.disown() else { return }
    perform(action, selection)
    // It may have stopped a claim that was not made yet.
    if isVisible { callWaiting() }
  }

  package func whenVisible(_ then: @escaping () -> Void) {
    if hasEnded || isVisible { then() } else { waiting.append(then) }
  }

  /// Whether the server has performed all that this program has decided.
  private var isVisible: Bool {
    unconfirmed == 0 && !states.values.contains { $0.ownership.isBeforeClaim }
  }

  func callWaiting() {
    let waiting = waiting
    self.waiting = []
    for then in waiting { then() }
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
    _ action: SelectionOwnership.Action, _ selection: ClipboardSelection, _ targets: [String] = []
  ) {
    switch action {
    case .none: return
    case .findAtoms(let attempt):
      directory.atoms(offerable(targets)) { [weak self] found in
        let offered = SelectionOwnership.Offered(names: found.map(\.name), atoms: found.map(\.atom))
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
      setOwner(of: selection, to: window, time) { [unowned self] owner in
        guard owner != window,
          let action = states[selection]?.ownership.refused(time: time, isFree: owner == 0)
        else { return }
        perform(action, selection)
      }
    case .release(let time): setOwner(of: selection, to: 0, time) { _ in }
    case .reportRefusal: tell(.ownRefused(selection))
    }
  }

  /// Calls `done` with the owner when the server has performed the request.
  private func setOwner(
    of selection: ClipboardSelection, to owner: Window, _ time: UInt32,
    done: @escaping (Window) -> Void
  ) {
    unconfirmed += 1
    connection.setOwner(of: atom(of: selection), to: owner, time: time)
    connection.findOwner(of: atom(of: selection)) { [weak self] owner in
      guard let self, !hasEnded else { return }
      unconfirmed -= 1
      done(owner)
      if isVisible { callWaiting() }
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
  /// `then` gets a time of after this call: the time for an earlier call may be before another program's claim.
  func findTime(then: @escaping (UInt32) -> Void) {
    clock.append(then)
    connection.touchProperty(atoms[.time], of: window)
  }

  func timeCame(_ time: UInt32) {
    if !clock.isEmpty { clock.removeFirst()(time) }
  }
}
