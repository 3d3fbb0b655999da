internal import DisplaySelections
internal import DragSystem

/// Reads selections into pipes and memory: performs the actions of each `IncrementalRead`.
final class SelectionReader {
  private let connection: XConnection
  private let atoms: ProtocolAtoms
  private let limits: SelectionLimits
  private let slice: Int
  private let loop: EventLoop
  private let watched: WatchedWindows
  private var windows: WindowPool
  /// The reads that have a window. An ended read keeps it as long as its owner may write into it.
  private var reads: [Window: SelectionRead] = [:]
  private var turns: [Atom: ReadTurns<SelectionRead>] = [:]
  /// The time of each selection's last change; an owner refuses a request with an earlier time.
  private var times: [Atom: UInt32] = [:]

  init(
    _ connection: XConnection, watched: WatchedWindows, limits: SelectionLimits, loop: EventLoop
  ) {
    self.connection = connection
    self.watched = watched
    self.limits = limits
    self.loop = loop
    windows = WindowPool(capacity: limits.windows)
    atoms = connection.server.atoms
    slice = min(limits.slice, connection.server.largestWrite) & ~3
  }

  // MARK: From the program

  /// Starts the read as soon as the owner is free. The read ends later, on the loop.
  func start(_ read: SelectionRead, target: Atom) {
    read.target = target
    read.timer?.cancel()
    read.timer = loop.after(microseconds: limits.readWaits) { [weak self] in
      self?.perform(read.state.failed("the owner was busy with other reads for too long"), read)
    }
    turns[read.selection, default: ReadTurns()].add(read)
    startNext(of: read.selection)
  }

  /// Whether the read may yet reach another owner than the one that it is meant for: it waits for its turn, or its
  /// request may have come after the change.
  func mayMissItsOwner(_ read: SelectionRead) -> Bool {
    read.owner == 0 && read.state.waiting == .owner
  }

  func ownerChanged(of selection: Atom, time: UInt32) {
    times[selection] = time
    turns[selection]?.ownerChanged()
    startNext(of: selection)
  }

  /// The connection has ended.
  func endAll(_ reason: String) {
    for read in reads.values { perform(read.state.failed(reason), read) }
    reads = [:]
    turns = [:]
  }

  // MARK: Turns

  private func startNext(of selection: Atom) {
    while let read = turns[selection]?.next() {
      read.turn = loop.after(microseconds: limits.ownersAttention) { [weak self] in
        self?.endTurn(of: read)
      }
      ask(read)
    }
  }

  /// Lets the next read start.
  private func endTurn(of read: SelectionRead) {
    read.turn?.cancel()
    read.turn = nil
    turns[read.selection]?.end(read)
    startNext(of: read.selection)
  }

  private func ask(_ read: SelectionRead) {
    let window = windows.window {
      let window = connection.makeWindow()
      watched.addOwn(window)
      return window
    }
    // The pool reuses the window of an ended read whose owner may still write.
    if let former = reads[window] { forget(former) }
    read.window = window
    read.time = times[read.selection] ?? 0
    reads[window] = read
    connection.findOwner(of: read.selection) { [weak self] owner in self?.found(owner, for: read) }
    // A former owner's property there would look like this one's answer.
    connection.deleteProperty(atoms[.data], of: window)
    connection.convert(
      read.selection, to: read.target, into: atoms[.data], of: window, time: read.time)
    setTimer(read)
  }

  // MARK: Events

  /// The owner has answered one of the reads.
  func converted(
    requestor: Window, selection: Atom, target: Atom, property: Atom, time: UInt32
  ) {
    // A former owner's late answer usually differs in one of these.
    guard let read = reads[requestor], read.selection == selection, read.target == target,
      read.time == time || read.time == 0
    else { return }
    if property == 0, read.owner == 0, !read.state.isOver {
      read.isRefusedEarly = true
      return
    }
    perform(read.state.answered(hasProperty: property != 0), read)
    discard(read) { $0.answered(hasProperty: property != 0) }
  }

  func propertyArrived(_ property: Atom, of window: Window) {
    guard property == atoms[.data], let read = reads[window] else { return }
    perform(read.state.propertyArrived(), read)
    discard(read) { $0.propertyArrived() }
  }

  func windowDied(_ window: Window) {
    for read in reads.values where read.owner == window {
      read.owner = 0
      perform(read.state.ownerDied(), read)
      discard(read) { $0.ownerDied() }
    }
  }

  private func found(_ owner: Window, for read: SelectionRead) {
    guard let window = read.window, reads[window] === read else { return }
    if read.state.isOver, read.isRefusedEarly {
      return discard(read) { $0.answered(hasProperty: false) }
    }
    guard owner != 0 else { return perform(read.state.noOwner(), read) }
    guard !read.isRefusedEarly else {
      return perform(read.state.answered(hasProperty: false), read)
    }
    // The owner's end must end the read. If the owner has ended already, the server reports a bad window.
    read.owner = owner
    watched.watch(.owner, owner)
  }

  // MARK: Steps

  func perform(_ action: IncrementalRead.Action, _ read: SelectionRead) {
    switch action {
    case .none: return
    case .fetch(let offset): fetch(read, from: offset)
    case .consume: break
    case .requestChunk: deleteProperty(of: read)
    case .end(let end): return endRead(read, end)
    }
    setTimer(read)
  }

  private func fetch(_ read: SelectionRead, from offset: UInt32) {
    guard let window = read.window else { return }
    connection.readProperty(atoms[.data], of: window, from: offset, upTo: slice) {
      [weak self] part in
      self?.fetched(part, read)
    }
  }

  private func fetched(_ part: PropertyPart?, _ read: SelectionRead) {
    guard !read.state.isOver else { return }
    let action = read.state.fetched(kind(of: part))
    perform(action, read)
    guard action == .consume, let part else { return }
    read.destination.store(part.bytes) { [weak self] progress in self?.progressed(read, progress) }
  }

  private func kind(of part: PropertyPart?) -> IncrementalRead.Part {
    guard let part, part.type != 0 else { return .missing }
    guard part.type != atoms[.incremental] else { return .incremental }
    return .data(type: part.type, count: part.bytes.count, rest: part.rest)
  }

  private func progressed(_ read: SelectionRead, _ progress: ReadProgress) {
    switch progress {
    case .goOn: perform(read.state.consumed(), read)
    case .enough: perform(read.state.satisfied(), read)
    case .failed(let reason): perform(read.state.failed(reason), read)
    }
  }

  private func deleteProperty(of read: SelectionRead) {
    if let window = read.window { connection.deleteProperty(atoms[.data], of: window) }
  }

  func setTimer(_ read: SelectionRead) {
    read.timer?.cancel()
    let limit: UInt64
    switch read.state.waiting {
    case .owner: limit = limits.ownerAnswers
    case .ownersNextChunk: limit = limits.ownerContinues
    case .server: limit = limits.serverAnswers
    case .destination, .finished:
      read.timer = nil
      return
    }
    read.timer = loop.after(microseconds: limit) { [weak self] in
      self?.perform(read.state.timeIsUp(), read)
    }
  }

  private func endRead(_ read: SelectionRead, _ end: ReadEnd) {
    read.timer?.cancel()
    read.timer = nil
    let leftover = read.state.leftover
    // The deletion tells the owner of chunks that the last one was read, and frees the server's memory. Where the owner
    // may only have announced them, it would write them into a window that another read has by then.
    if leftover != .property { deleteProperty(of: read) }
    read.discard = ChunkDiscard(leftover)
    if let window = read.window, read.discard != nil {
      windows.leave(window)
      if leftover == .property { discard(read) { $0.answered(hasProperty: true) } }
    } else {
      release(read)
    }
    read.destination.close()
    let ended = read.ended
    read.ended = nil
    ended?(end)
  }

  // MARK: After the end

  private func discard(_ read: SelectionRead, _ input: (inout ChunkDiscard) -> ChunkDiscard.Action)
  {
    guard var state = read.discard, let window = read.window else { return }
    let action = input(&state)
    read.discard = state
    switch action {
    case .none: break
    case .look:
      connection.readProperty(atoms[.data], of: window, upTo: 0) { [weak self] part in
        guard let self else { return }
        self.discard(read) { $0.looked(self.kind(of: part)) }
      }
    case .delete: deleteProperty(of: read)
    case .end:
      deleteProperty(of: read)
      release(read)
    }
  }

  /// The owner writes nothing more: the window is free, and another read may start.
  private func release(_ read: SelectionRead) {
    if let window = read.window {
      forget(read)
      windows.putBack(window)
    }
    endTurn(of: read)
  }

  private func forget(_ read: SelectionRead) {
    if let window = read.window { reads[window] = nil }
    read.discard = nil
    if read.owner != 0 { watched.unwatch(.owner, read.owner) }
    read.owner = 0
    read.window = nil
  }
}
