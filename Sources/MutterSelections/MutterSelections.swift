package import DBus
package import DisplaySelections
package import DragModel
package import DragSystem

/// The clipboard of GNOME: mutter's, through its D-Bus interface `org.gnome.Mutter.RemoteDesktop`. It opens no window,
/// so it takes the focus from no program. mutter's interface has no PRIMARY.
///
/// mutter itself reads the best type that it knows, text or an image, at each copy, and owns that type when the owner
/// has gone. It reads from this program too. A read from a Wayland program cannot be proven whole: the pipe of a killed
/// owner ends like the pipe of an owner that has written everything.
package final class MutterSelections: SelectionDisplay {
  private enum State {
    /// mutter has not reported the present owner yet, or `onEvent` is nil.
    case unannounced(isKnown: Bool)
    case announced
    /// `onEvent` has not got the reason yet.
    case ended(String)
    case closed
  }

  /// A type that mutter itself does not read: once it has been owned, mutter has nothing to put back.
  private static let unreadType = "application/x-empty"

  package let selections: Set<ClipboardSelection> = [.clipboard]

  package var onEvent: ((SelectionEvent) -> Void)? {
    didSet {
      guard onEvent != nil else { return }
      loop.next { [weak self] in self?.announce() }
    }
  }

  /// Called when the first program begins to paste, and when none pastes any more.
  package var onPasting: ((Bool) -> Void)? {
    get { requests.onBusy }
    set { requests.onBusy = newValue }
  }

  private let session: MutterSession
  private let bus: Connection
  private let loop: EventLoop
  private let limits: MutterLimits
  private let reads: ReadQueue
  private let requests: PasteRequests
  private var state = State.unannounced(isKnown: false)
  private var ownership = ClipboardOwnership()
  private let ownerWaiters: OwnerWaiters
  /// The closures of `whenVisible` that wait for mutter's replies.
  private var waitingForReplies: [() -> Void] = []

  /// Asks mutter for a session and waits at most `milliseconds` for each reply. No later call waits for mutter.
  ///
  /// The caller has attached `bus` to `loop`, passes every signal to `receive`, and closes this when the bus has gone.
  /// Whatever a peer can block runs on `pool`.
  package convenience init(
    on bus: Connection, loop: EventLoop, pool: WorkerPool, within milliseconds: Int = 5_000
  ) throws(MutterError) {
    try self.init(on: bus, loop: loop, pool: pool, within: milliseconds, limits: MutterLimits())
  }

  init(
    on bus: Connection, loop: EventLoop, pool: WorkerPool, within milliseconds: Int,
    limits: MutterLimits
  ) throws(MutterError) {
    guard bus.passesDescriptors else { throw .noDescriptors }
    let session = try MutterSession.create(on: bus, within: milliseconds)
    do throws(BusError) {
      _ = try bus.callAndWait(session.enableClipboard(), timeout: milliseconds)
    } catch {
      session.removeRules(from: bus)
      throw MutterError(error)
    }
    self.session = session
    self.bus = bus
    self.loop = loop
    self.limits = limits
    ownerWaiters = OwnerWaiters(loop)
    reads = ReadQueue(session, on: bus, loop: loop, pool: pool, limits: limits)
    requests = PasteRequests(session, on: bus, loop: loop, pool: pool, limits: limits)
    requests.onCancelled = { [weak self] in self?.tell(.requestCancelled($0)) }
    waitForOwner()
  }

  deinit { close() }

  // MARK: SelectionDisplay

  package func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    guard selection == .clipboard else {
      return reads.fail("mutter has no selection “\(selection.rawValue)”", pipe, ended)
    }
    guard isOpen else { return reads.fail("mutter has left the bus", pipe, ended) }
    guard ownership.offered == nil else {
      return reads.fail("this program owns the clipboard itself", pipe, ended)
    }
    guard let owner = ownership.signalled else {
      return reads.fail("no program owns the clipboard", pipe, ended)
    }
    // mutter requests any target, and some owners answer any request.
    guard owner.targets.contains(target) else {
      return reads.fail("the clipboard's owner does not offer “\(target)”", pipe, ended)
    }
    return reads.add(target, into: pipe, ended: ended)
  }

  package func cancel(_ read: ReadID) {
    reads.cancel(read)
  }

  package func own(_ selection: ClipboardSelection, targets: [String]) {
    guard isOpen, selection == .clipboard else { return }
    let list = TargetList(targets)
    reads.ownerChanged()
    // mutter refuses an empty list, and no program could paste content without a type.
    if list.names.isEmpty { clear() } else { set(list) }
  }

  package func disown(_ selection: ClipboardSelection) {
    guard isOpen, selection == .clipboard, ownership.offered != nil else { return }
    clear()
  }

  /// mutter signals an owner's types with it, so only the announcement is waited for.
  package func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void) {
    if case .unannounced = state { ownerWaiters.add(selection, then) } else { then() }
  }

  /// mutter performs a call some time after it was sent, and a program that copies before that loses its copy.
  package func whenVisible(_ then: @escaping () -> Void) {
    if isOpen, ownership.isSetting { waitingForReplies.append(then) } else { then() }
  }

  package func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    requests.answer(request, with: content, size: size, ended: ended)
  }

  package func refuse(_ request: RequestID) {
    requests.refuse(request)
  }

  package func close() {
    if case .closed = state { return }
    let wasOpen = isOpen
    state = .closed
    onEvent = nil
    waitingForReplies = []
    ownerWaiters.removeAll()
    reads.close()
    requests.close()
    guard wasOpen else { return }
    if let message = try? session.disableClipboard() {
      message.expectNoReply()
      bus.send(message)
    }
    session.removeRules(from: bus)
  }

  // MARK: Sessions of ended processes

  /// The session's object at mutter.
  package var sessionPath: String { session.path }

  /// Gives the clipboard up for a session of another process, and leaves the pastes alone that have their pipe. Nil for
  /// something else than the path of an object.
  package static func giveUp(session path: String) -> Message? {
    let session = MutterSession(mutter: MutterSession.service, path: path)
    guard let message = try? session.disableClipboard() else { return nil }
    message.expectNoReply()
    return message
  }

  // MARK: Owning

  /// When an owner gives the clipboard up, mutter owns what it has read of it. Owning a type that mutter does not read
  /// makes mutter forget that first.
  ///
  /// A program that copies before mutter has handled both calls loses its copy: mutter has no call that clears the
  /// clipboard only while this program owns it.
  private func clear() {
    set(TargetList([Self.unreadType]))
    set(nil)
  }

  private func set(_ targets: TargetList?) {
    // mutter forgets the requests for the old content, and an X11 program would wait for ever.
    requests.refuseWaiting()
    ownership.set(targets)
    do throws(BusError) {
      let message = try session.setSelection(targets?.names)
      bus.call(message, timeout: limits.replyMilliseconds) { [weak self] _ in
        guard let self else { return }
        perform(ownership.replied())
      }
    } catch {
      loop.next { [weak self] in
        guard let self else { return }
        perform(ownership.replied())
      }
    }
  }

  private func perform(_ action: ClipboardOwnership.Action) {
    switch action {
    case .nothing: break
    case .tell: tell(.changed(.clipboard, ownership.signalled))
    }
    // The listener may have called `own` or `disown` again.
    if !ownership.isSetting { callWaiting() }
  }

  private func callWaiting() {
    let waiting = waitingForReplies
    waitingForReplies = []
    for then in waiting { then() }
  }

  // MARK: Signals

  /// Handles a signal of mutter's or of the bus; ignores any other message.
  package func receive(_ message: Message) {
    guard isOpen, let signal = MutterSignal(message, of: session) else { return }
    switch signal {
    case .ownerChanged(let owner):
      if owner?.isOwn != true { reads.ownerChanged() }
      perform(ownership.ownerChanged(owner))
    case .transfer(let type, let serial): requested(type, serial)
    case .closed: end("mutter has ended the session")
    case .vanished: end("mutter has left the bus")
    }
  }

  package func whetherGoesOn(_ then: @escaping (Bool) -> Void) {
    do throws(BusError) {
      let question = try Connection.busCall("NameHasOwner", MutterSession.service)
      bus.call(question, timeout: 1_000) { result in
        var reader = try? result.get().read()
        then((try? reader?.bool()) ?? false)
      }
    } catch {
      loop.next { then(false) }
    }
  }

  /// The bus has ended the connection.
  package func busEnded() { end("the session bus has ended the connection") }

  private func requested(_ type: String, _ serial: UInt32) {
    guard case .announced = state, onEvent != nil, ownership.offered?.contains(type) == true else {
      return requests.refuse(serial: serial)
    }
    tell(.requested(.clipboard, target: type, requests.add(serial: serial)))
  }

  // MARK: Events

  private var isOpen: Bool {
    switch state {
    case .unannounced, .announced: true
    case .ended, .closed: false
    }
  }

  private func tell(_ event: SelectionEvent) {
    // The announcement includes whatever happens before it.
    if case .announced = state { onEvent?(event) }
  }

  /// mutter signals the present owner before it replies to the ping, and signals nothing where there is none.
  private func waitForOwner() {
    guard let ping = try? session.ping() else { return }
    bus.call(ping, timeout: limits.replyMilliseconds) { [weak self] _ in
      guard let self, case .unannounced = state else { return }
      state = .unannounced(isKnown: true)
      announce()
    }
  }

  private func announce() {
    guard onEvent != nil else { return }
    switch state {
    case .unannounced(isKnown: true):
      state = .announced
      tell(.changed(.clipboard, ownership.signalled))
      ownerWaiters.callAll()
    case .ended(let reason):
      state = .closed
      onEvent?(.gone(reason))
    case .unannounced(isKnown: false), .announced, .closed: break
    }
  }

  /// mutter, or its session, has gone.
  private func end(_ reason: String) {
    guard isOpen else { return }
    session.removeRules(from: bus)
    state = .ended(reason)
    reads.fail(reason)
    requests.fail(reason)
    callWaiting()
    ownerWaiters.callAll()
    // The callers' closures may have closed this.
    if case .ended = state { announce() }
  }
}
