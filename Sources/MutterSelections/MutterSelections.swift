package import DBus
package import DisplaySelections
package import DragSystem

/// The clipboard of GNOME: mutter's, by its D-Bus interface `org.gnome.Mutter.RemoteDesktop`. It opens no window, and so
/// takes nobody's focus. mutter has no PRIMARY for others.
///
/// mutter itself reads the best type that it knows, text or an image, of each owner at once, this one too, and offers it
/// again when the owner has gone. What a read gets cannot be proven whole where the owner is a Wayland program: a
/// killed one's pipe ends like that of one that has written everything.
package final class MutterSelections: SelectionDisplay {
  private enum State {
    /// The present owner is not known yet, or `onEvent` is still to be set.
    case unannounced(isKnown: Bool)
    case announced
    /// The reason is still to be told to `onEvent`.
    case ended(String)
    case closed
  }

  /// mutter itself does not read it: what is cleared after that stays cleared.
  private static let unreadType = "application/x-empty"

  package let selections: Set<SelectionName> = [.clipboard]

  package var onEvent: ((SelectionEvent) -> Void)? {
    didSet {
      guard onEvent != nil else { return }
      loop.next { [weak self] in self?.announce() }
    }
  }

  private let session: MutterSession
  private let bus: Connection
  private let loop: EventLoop
  private let limits: MutterLimits
  private let reads: ReadQueue
  private let requests: PasteRequests
  private var state = State.unannounced(isKnown: false)
  private var ownership = ClipboardOwnership()

  /// Asks mutter for a session, and waits for it at most so long; from then on no call waits for mutter.
  ///
  /// `bus` is on `loop` already, and its user hands every signal to `receive`. When the bus itself has gone, its user
  /// closes this. What peers can hang happens on `pool`.
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
    reads = ReadQueue(session, on: bus, loop: loop, pool: pool, limits: limits)
    requests = PasteRequests(session, on: bus, loop: loop, pool: pool, limits: limits)
    requests.onCancelled = { [weak self] in self?.tell(.requestCancelled($0)) }
    waitForOwner()
  }

  deinit { close() }

  // MARK: What the program asks for

  package func read(
    _ target: String, of selection: SelectionName, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    guard selection == .clipboard else {
      return reads.fail("mutter has no selection “\(selection.rawValue)”", pipe, ended)
    }
    guard isOpen else { return reads.fail("mutter has gone", pipe, ended) }
    guard ownership.offered == nil else {
      return reads.fail("the clipboard is owned here", pipe, ended)
    }
    guard let owner = ownership.signalled else {
      return reads.fail("nobody owns the clipboard", pipe, ended)
    }
    // mutter asks the owner for anything, and some owners answer anything.
    guard owner.targets.contains(target) else {
      return reads.fail("the clipboard's owner does not offer “\(target)”", pipe, ended)
    }
    return reads.add(target, into: pipe, ended: ended)
  }

  package func cancel(_ read: ReadID) {
    reads.cancel(read)
  }

  package func own(_ selection: SelectionName, targets: [String]) {
    guard isOpen, selection == .clipboard else { return }
    let list = TargetList(targets)
    reads.ownerChanged()
    // mutter takes no empty list; nobody could paste what has no type.
    if list.names.isEmpty { clear() } else { set(list) }
  }

  package func disown(_ selection: SelectionName) {
    guard isOpen, selection == .clipboard, ownership.offered != nil else { return }
    clear()
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
    reads.close()
    requests.close()
    guard wasOpen else { return }
    if let message = try? session.disableClipboard() {
      message.expectNoReply()
      bus.send(message)
    }
    session.removeRules(from: bus)
  }

  // MARK: Owning

  /// mutter offers again what it has read of an owner that goes; a type that it does not read makes it forget that.
  ///
  /// A program that copies between this call and mutter's handling of it loses its copy: mutter has no call that clears
  /// the clipboard only while it is ours.
  private func clear() {
    set(TargetList([Self.unreadType]))
    set(nil)
  }

  private func set(_ targets: TargetList?) {
    // mutter forgets the requests with the old content, and an X11 program would wait for ever.
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
  }

  // MARK: What mutter says

  /// Takes a message that the bus has delivered; does nothing with those of others.
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

  private func requested(_ type: String, _ serial: UInt32) {
    guard case .announced = state, onEvent != nil, ownership.offered?.contains(type) == true else {
      return requests.refuse(serial: serial)
    }
    if let id = requests.add(serial: serial) {
      tell(.requested(.clipboard, target: type, id))
    }
  }

  // MARK: Telling

  private var isOpen: Bool {
    switch state {
    case .unannounced, .announced: true
    case .ended, .closed: false
    }
  }

  private func tell(_ event: SelectionEvent) {
    // What happens before the owner was announced is in the announcement.
    if case .announced = state { onEvent?(event) }
  }

  /// The owner is signalled before this is answered; nothing is where there is none.
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
    // Those may have closed it.
    if case .ended = state { announce() }
  }
}
