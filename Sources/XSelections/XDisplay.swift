package import DisplaySelections
package import DragSystem

/// The selections of an X server: CLIPBOARD and PRIMARY, as ICCCM section 2 has them, with INCR, MULTIPLE, TIMESTAMP
/// and the clipboard manager's SAVE_TARGETS.
///
/// The program that uses it ignores SIGPIPE: libxcb writes to a server that may be gone.
package final class XDisplay: SelectionDisplay {
  package var onEvent: ((SelectionEvent) -> Void)?
  package var selections: Set<SelectionName> { [.clipboard, .primary] }

  let connection: XConnection
  let atoms: ProtocolAtoms
  let loop: EventLoop
  let pool: WorkerPool
  let limits: SelectionLimits
  let directory: AtomDirectory
  let watched: WatchedWindows
  let reader: SelectionReader
  let conversions: ConversionServer
  /// The owner of what is owned here.
  let window: Window

  var states: [SelectionName: SelectionState] = [:]
  var reads: [ReadID: SelectionRead] = [:]
  var readsMade: UInt64 = 0
  /// Who waits for the server's time.
  var clock: [(UInt32) -> Void] = []
  var manager = ManagerSelection()
  private var isOver = false

  /// Connects to `name`, or to what DISPLAY says. `then` is called once, on the loop, never before this returns, and at
  /// the latest when the limit for connecting has passed.
  ///
  /// - Parameter managesClipboard: whether programs that leave may ask to have their targets kept
  ///   (`SelectionEvent.saveRequested`), unless another program offers that already.
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
    for name in SelectionName.allCases { watch(name) }
    if managesClipboard { offerToManage() }
  }

  deinit {
    connection.close()
  }

  package func close() {
    guard !isOver else { return }
    isOver = true
    onEvent = nil
    for read in reads.values { read.ended = nil }
    conversions.forgetAll()
    end("the display was left")
  }

  private func gone(_ reason: String) {
    guard !isOver else { return }
    isOver = true
    end(reason)
    let tell = onEvent
    onEvent = nil
    tell?(.gone(reason))
  }

  /// Everything that is under way ends now.
  private func end(_ reason: String) {
    for name in SelectionName.allCases { stopProbe(of: name) }
    reader.endAll(reason)
    for read in reads.values { reader.perform(read.state.failed(reason), read) }
    reads = [:]
    conversions.endAll(reason)
    clock = []
    connection.close()
  }

  /// Whether nothing can be asked of the server any more.
  var hasEnded: Bool { isOver }

  func atom(of name: SelectionName) -> Atom {
    switch name {
    case .clipboard: atoms[.clipboard]
    case .primary: primaryAtom
    }
  }

  func name(of selection: Atom) -> SelectionName? {
    SelectionName.allCases.first { atom(of: $0) == selection }
  }

  private func handle(_ event: XEvent) {
    switch event {
    case .propertyChanged(let window, let property, let isDeleted, let time):
      if window == self.window, property == atoms[.time], !isDeleted { return timeCame(time) }
      if isDeleted {
        conversions.propertyDeleted(property, of: window)
      } else {
        reader.propertyArrived(property, of: window)
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
      watched.forget(window)
      reader.windowDied(window)
      conversions.windowDied(window)
    }
  }
}

/// What is known of one selection.
struct SelectionState {
  var ownership = Ownership()
  var schedule: ProbeSchedule
  var probe: OwnerProbe?
  var pause: DragSystem.Timer?
  /// Whether the server has told of any owner.
  var isKnown = false
}
