internal import DisplaySelections
package import DragModel
internal import DragSystem

extension XDisplay {
  /// Starts to watch the owner of a selection; reports the present one first.
  func watch(_ name: ClipboardSelection) {
    let selection = atom(of: name)
    connection.watchOwner(of: selection, for: window)
    // The server does not tell the time of the last claim: if there is no owner, it was not after this time.
    var before: UInt32 = 0
    findTime { before = $0 }
    connection.findOwner(of: selection) { [weak self] owner in
      // The server may have reported a later owner meanwhile.
      guard let self, self.states[name]?.isKnown == false else { return }
      if owner == 0 { self.states[name]?.ownership.ownerChanged(to: .nobody, time: before) }
      self.ownerChanged(of: name, to: owner, time: 0, .unknown)
    }
  }

  package func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void) {
    if !hasEnded, let state = states[selection], !state.isKnown || state.isBeingProbed {
      ownerWaiters.add(selection, then)
    } else {
      then()
    }
  }

  func ownerChanged(
    of name: ClipboardSelection, to owner: Window, time: UInt32, _ change: OwnerChange
  ) {
    let isOwn = owner == window
    // The first report tells of the owner that reads were meant for.
    if states[name]?.isKnown == true { failReads(of: atom(of: name)) }
    states[name]?.isKnown = true
    reader.ownerChanged(of: atom(of: name), time: time)
    states[name]?.ownership.ownerChanged(
      to: owner == 0 ? .nobody : isOwn ? .thisProgram : .another, time: time)
    guard owner != 0, !isOwn else {
      perform(states[name]?.schedule.cancel() ?? .none, of: name)
      if owner == 0 {
        tell(.changed(name, nil, change))
      } else if let held = states[name]?.ownership.held, held.time == time {
        tell(
          .changed(
            name,
            OwnedSelection(targets: held.offered.names, isOwn: true, process: nil, time: time)))
      }
      return ownerWaiters.ownerIsKnown(name)
    }
    let changed = ProbeSchedule.Owner(window: owner, time: time)
    perform(states[name]?.schedule.changed(to: changed, at: loop.now) ?? .none, of: name)
  }

  func stopProbe(of name: ClipboardSelection) {
    states[name]?.pause?.cancel()
    states[name]?.pause = nil
    let probe = states[name]?.probe
    states[name]?.probe = nil
    probe?.cancel(with: reader)
  }

  private func perform(_ action: ProbeSchedule.Action, of name: ClipboardSelection) {
    switch action {
    case .none: return
    case .stop: stopProbe(of: name)
    case .pause(let time):
      stopProbe(of: name)
      states[name]?.pause = loop.at(time) { [weak self] in
        guard let self else { return }
        self.perform(self.states[name]?.schedule.pauseIsOver(at: self.loop.now) ?? .none, of: name)
      }
    case .probe(let owner):
      stopProbe(of: name)
      states[name]?.probe = OwnerProbe(
        owner, of: atom(of: name), reader: reader, directory: directory, connection: connection,
        limits: limits
      ) { [weak self] in self?.probed(owner, of: name, $0) }
    }
  }

  private func probed(
    _ owner: ProbeSchedule.Owner, of name: ClipboardSelection, _ selection: OwnedSelection
  ) {
    guard states[name]?.schedule.probed(owner) == true else { return }
    states[name]?.probe = nil
    tell(.changed(name, selection))
    ownerWaiters.ownerIsKnown(name)
  }

  func tell(_ event: SelectionEvent) {
    onEvent?(event)
  }
}
