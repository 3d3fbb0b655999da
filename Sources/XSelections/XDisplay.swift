package import DisplaySelections
package import DragModel
package import DragSystem

/// The selections of an X server: CLIPBOARD and PRIMARY by ICCCM section 2, with INCR, MULTIPLE, TIMESTAMP and the
/// clipboard manager's SAVE_TARGETS.
///
/// The program must ignore SIGPIPE, because libxcb writes to a server that may have ended.
package final class XDisplay: SelectionDisplay {
  package var onEvent: ((SelectionEvent) -> Void)? {
    didSet {
      guard onEvent != nil, !isWatching else { return }
      isWatching = true
      for name in ClipboardSelection.allCases { watch(name) }
    }
  }
  package var selections: Set<ClipboardSelection> { [.clipboard, .primary] }

  let connection: XConnection
  let atoms: ProtocolAtoms
  let loop: EventLoop
  let pool: WorkerPool
  let limits: SelectionLimits
  let directory: AtomDirectory
  let watched: WatchedWindows
  let reader: SelectionReader
  let conversions: ConversionServer
  /// The window that owns selections.
  let window: Window

  var states: [ClipboardSelection: XSelection]
  /// Not before there is an `onEvent`: a fast server’s report of the present owners would be lost.
  private var isWatching = false
  var reads: [ReadID: SelectionRead] = [:]
  var readsMade: UInt64 = 0
  /// Closures that wait for the server's time.
  var clock: [(UInt32) -> Void] = []
  var manager = ManagerSelection()
  let ownerWaiters: OwnerWaiters
  /// How many claims and releases the server has not answered, and what waits until it has answered all.
  var unconfirmed = 0
  var waiting: [() -> Void] = []
  private var isOver = false

  /// Connects to `name`, or to the server that DISPLAY names. Calls `then` once, on the loop, after this has returned
  /// and within the limit for connecting.
  ///
  /// - Parameter managesClipboard: whether this program becomes the clipboard manager
  ///   (`SelectionEvent.saveRequested`), unless another program is.
  package static func connect(
    to name: String? = nil, on loop: EventLoop, pool: WorkerPool, managesClipboard: Bool = true,
    limits: SelectionLimits = SelectionLimits(),
    then: @escaping (Result<XDisplay, ConnectionFailure>) -> Void
  ) {
    ConnectionAttempt.start(to: name, within: limits.connecting, on: loop, pool: pool) { result in
      switch result {
      case .success(let server):
        do throws(SystemError) {
          let display = try XDisplay(
            server, on: loop, pool: pool, managesClipboard: managesClipboard, limits: limits)
          then(.success(display))
        } catch {
          then(.failure(.system("the X server's socket cannot be watched: \(error)")))
        }
      case .failure(let failure): then(.failure(failure))
      }
    }
  }

  private init(
    _ server: ServerConnection, on loop: EventLoop, pool: WorkerPool, managesClipboard: Bool,
    limits: SelectionLimits
  ) throws(SystemError) {
    let connection = try XConnection(server, on: loop)
    self.connection = connection
    self.loop = loop
    self.pool = pool
    self.limits = limits
    ownerWaiters = OwnerWaiters(loop)
    let state = XSelection(schedule: ProbeSchedule(pause: limits.betweenProbes))
    states = Dictionary(uniqueKeysWithValues: ClipboardSelection.allCases.map { ($0, state) })
    atoms = server.atoms
    directory = AtomDirectory(connection, limits: limits)
    watched = WatchedWindows(connection)
    reader = SelectionReader(connection, watched: watched, limits: limits, loop: loop)
    conversions = ConversionServer(
      connection, watched: watched, limits: limits, loop: loop, pool: pool)
    window = connection.makeWindow()
    watched.addOwn(window)
    conversions.tell = { [weak self] in self?.onEvent?($0) }
    connection.onEvent = { [weak self] in self?.handle($0) }
    connection.onGone = { [weak self] in self?.gone($0) }
    if managesClipboard { offerToManage() }
  }

  deinit {
    connection.close()
  }

  package func close() {
    guard !isOver else { return }
    isOver = true
    onEvent = nil
    waiting = []
    ownerWaiters.removeAll()
    // The requestors still wait, and the next program ends that.
    conversions.record = nil
    for read in reads.values { read.ended = nil }
    conversions.dropCallbacks()
    end("this program has closed the display")
  }

  package func whetherGoesOn(_ then: @escaping (Bool) -> Void) {
    ConnectionAttempt.start(
      to: connection.server.display, within: 1_000_000, on: loop, pool: pool
    ) { result in
      guard case .success(let server) = result else { return then(false) }
      server.disconnect()
      then(true)
    }
  }

  private func gone(_ reason: String) {
    guard !isOver else { return }
    isOver = true
    end(reason)
    callWaiting()
    ownerWaiters.callAll()
    let tell = onEvent
    onEvent = nil
    tell?(.gone(reason))
  }

  /// Ends everything that is under way.
  private func end(_ reason: String) {
    for name in ClipboardSelection.allCases { stopProbe(of: name) }
    reader.endAll(reason)
    for read in reads.values { reader.perform(read.state.failed(reason), read) }
    reads = [:]
    conversions.endAll(reason)
    clock = []
    connection.close()
  }

  /// Whether the connection to the server has ended.
  var hasEnded: Bool { isOver }

  func atom(of name: ClipboardSelection) -> Atom {
    switch name {
    case .clipboard: atoms[.clipboard]
    case .primary: primaryAtom
    }
  }

  func name(of selection: Atom) -> ClipboardSelection? {
    ClipboardSelection.allCases.first { atom(of: $0) == selection }
  }

  private func handle(_ event: XEvent) {
    switch event {
    case .propertyChanged(let window, let property, let isDeleted, let time):
      if window == self.window, property == atoms[.time], !isDeleted { return timeCame(time) }
      if isDeleted {
        conversions.propertyDeleted(property, of: window)
      } else {
        reader.propertyArrived(property, of: window)
        conversions.propertyArrived(property, of: window)
      }
    case .converted(let requestor, let selection, let target, let property, let time):
      reader.converted(
        requestor: requestor, selection: selection, target: target, property: property, time: time)
    case .requested(let request): serve(request)
    case .ownerChanged(let selection, let owner, let time, let change):
      if let name = name(of: selection) { ownerChanged(of: name, to: owner, time: time, change) }
    case .cleared(let selection):
      if selection == atoms[.clipboardManager] { manager.lost() }
    case .destroyed(let window), .badWindow(let window):
      // Without it this program would learn of nothing more.
      guard !watched.isOwn(window) else {
        return gone("another program has destroyed a window of this one")
      }
      watched.forget(window)
      reader.windowDied(window)
      conversions.windowDied(window)
    }
  }
}

/// The state of one selection.
struct XSelection {
  var ownership = SelectionOwnership()
  var schedule: ProbeSchedule
  var probe: OwnerProbe?
  var pause: LoopTimer?
  /// Whether the server has reported an owner.
  var isKnown = false
  /// Whether `onEvent` has not got the last owner that the server has reported, because its targets are not known yet.
  var isBeingProbed: Bool { probe != nil || pause?.isPending == true }
}
