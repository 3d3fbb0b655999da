internal import DisplaySelections

/// Finds the names of the targets of a selection's present owner, and its process.
final class OwnerProbe {
  let owner: ProbeSchedule.Owner
  private let directory: AtomDirectory
  private let read: SelectionRead
  private let memory: MemoryDestination
  private let targetsLimit: Int
  private var process: Int32?
  private var then: ((OwnedSelection) -> Void)?

  /// Starts at once; `then` is called later, on the loop, unless the probe is cancelled.
  init(
    _ owner: ProbeSchedule.Owner, of selection: Atom, reader: SelectionReader,
    directory: AtomDirectory,
    connection: XConnection, limits: SelectionLimits, then: @escaping (OwnedSelection) -> Void
  ) {
    self.owner = owner
    self.directory = directory
    self.then = then
    targetsLimit = limits.targets
    memory = MemoryDestination(limit: limits.targets * 4)
    let ended = LateCallback<ReadEnd>()
    read = SelectionRead(
      selection: selection, destination: memory, ended: { ended.call?($0) })
    ended.call = { [weak self] end in self?.ended(end) }
    connection.findProcess(of: owner.window) { [weak self] in self?.process = $0 }
    reader.start(read, target: connection.server.atoms[.targets])
  }

  func cancel(with reader: SelectionReader) {
    then = nil
    reader.perform(read.state.cancelled(), read)
  }

  private func ended(_ end: ReadEnd) {
    guard then != nil else { return }
    switch end {
    case .complete:
      let part = PropertyPart(type: 0, format: 32, bytes: memory.bytes, rest: 0)
      name(AtomNameList(part.words ?? [], limit: targetsLimit))
    // An owner that does not tell its targets is still the owner.
    case .handedOver, .failed, .cancelled: report([])
    }
  }

  private func name(_ targets: AtomNameList) {
    directory.name(targets) { [weak self] names in self?.report(names) }
  }

  private func report(_ targets: [String]) {
    let then = then
    self.then = nil
    then?(OwnedSelection(targets: targets, isOwn: false, process: process, time: owner.knownTime))
  }
}

extension ProbeSchedule.Owner {
  /// Nil for an owner from before this program: the server does not report since when.
  var knownTime: UInt32? { time == 0 ? nil : time }
}

/// A function that is set after its callers were made.
private final class LateCallback<Argument> {
  var call: ((Argument) -> Void)?
}
