internal import CWayland
package import DisplaySelections
package import DragModel
package import DragSystem

/// The selections of one seat of a Wayland compositor. It opens no window, so it takes the focus from no program.
///
/// A read cannot be proven complete: the pipe of a killed owner ends like that of an owner that has written everything.
package final class WaylandSeat: SelectionDisplay {
  private enum State {
    /// `onEvent` has not got the present owners yet.
    case unannounced
    case announced
    /// `onEvent` has not got the reason yet.
    case ended(String)
    case closed
  }

  /// The seat's name in the compositor's configuration, such as “seat0”.
  package internal(set) var name: String
  package let selections: Set<ClipboardSelection>

  package var onEvent: ((SelectionEvent) -> Void)? {
    didSet {
      guard onEvent != nil else { return }
      loop.next { [weak self] in self?.announce() }
    }
  }

  private let number: UInt32
  let seat: Proxy
  private let device: Proxy
  private let manager: Proxy
  private let dataControl: DataControl
  private let connection: WaylandConnection
  private let loop: EventLoop
  private let pool: WorkerPool
  private let reads: OfferReads
  private let requests: PasteRequests
  private var state = State.unannounced
  private var offers = OfferTable()
  private var owners: [ClipboardSelection: SelectionOwner] = [:]
  private var sources: [ClipboardSelection: OwnSource] = [:]
  /// Selections whose last source the compositor has not confirmed, and the targets of the source to set after that.
  private var beingSet: Set<ClipboardSelection> = []
  private var next: [ClipboardSelection: [String]] = [:]
  private let ownerWaiters: OwnerWaiters
  /// How many changes by this program the compositor has not confirmed, and what waits until it has confirmed all.
  private var unconfirmed = 0
  private var waiting: [() -> Void] = []

  /// Called when the user of the seat closes it.
  var onClose: (() -> Void)?

  init(
    number: UInt32, seat: Proxy, device: Proxy, manager: Proxy, protocol dataControl: DataControl,
    connection: WaylandConnection, loop: EventLoop, pool: WorkerPool
  ) {
    // The compositor sends the real name at once.
    name = "seat \(number)"
    self.number = number
    self.seat = seat
    self.device = device
    self.manager = manager
    self.dataControl = dataControl
    self.connection = connection
    self.loop = loop
    self.pool = pool
    ownerWaiters = OwnerWaiters(loop)
    selections = dataControl.selections
    reads = OfferReads(connection: connection, seat: number, loop: loop, pool: pool)
    requests = PasteRequests(seat: number, loop: loop, pool: pool)
    for selection in selections { owners[selection] = SelectionOwner() }
    requests.onCancelled = { [weak self] in self?.tell(.requestCancelled($0)) }
    device.onEvent = { [weak self] in self?.deviceEvent($0, $1) }
    seat.onEvent = { [weak self] opcode, arguments in
      if opcode == UInt32(wayland_seat_name), let name = arguments[0].s {
        self?.name = String(cString: name)
      }
    }
  }

  // MARK: SelectionDisplay

  package func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    guard isOpen else { return reads.fail("the compositor has ended", pipe, ended) }
    guard let offer = offers.offer(of: selection) else {
      return reads.fail("no program owns \(selection.rawValue)", pipe, ended)
    }
    guard offer.types.contains(target) else {
      return reads.fail(
        "the owner of \(selection.rawValue) does not offer “\(target)”", pipe, ended)
    }
    return reads.start(target, of: offer.proxy, into: pipe, ended: ended)
  }

  package func cancel(_ read: ReadID) {
    reads.cancel(read)
  }

  package func own(_ selection: ClipboardSelection, targets: [String]) {
    guard isOpen, selections.contains(selection) else { return }
    let targets = TypeList.sendable(targets)
    // The compositor answers each list with the same list, and disconnects a program that cannot read as fast as it
    // answers. After a stop of the compositor that would be all lists at once, so only the last one waits.
    if beingSet.contains(selection) {
      next[selection] = targets
    } else {
      set(selection, targets)
    }
  }

  private func set(_ selection: ClipboardSelection, _ targets: [String]) {
    let source = OwnSource(
      targets, of: selection, device: device, manager: manager, protocol: dataControl,
      on: connection, lane: .waylandRefusals(seat: number), pool: pool
    ) { [weak self] source, event in self?.sourceEvent(source, selection, event) }
    sources.updateValue(source, forKey: selection)?.replace()
    owners[selection]?.own(TypeList(targets))
    beingSet.insert(selection)
    confirm { [unowned self] in
      beingSet.remove(selection)
      if let targets = next.removeValue(forKey: selection) { set(selection, targets) }
    }
  }

  package func disown(_ selection: ClipboardSelection) {
    guard isOpen else { return }
    next[selection] = nil
    perform(owners[selection]?.disown() ?? .nothing, selection)
  }

  /// The compositor sends an owner's types with it, so only the announcement is waited for.
  package func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void) {
    if case .unannounced = state { ownerWaiters.add(selection, then) } else { then() }
  }

  package func whenVisible(_ then: @escaping () -> Void) {
    if isOpen, unconfirmed > 0 { waiting.append(then) } else { then() }
  }

  /// Calls `done` when the compositor has performed what this program has requested so far.
  private func confirm(_ done: @escaping () -> Void) {
    unconfirmed += 1
    connection.sync { [weak self] in
      guard let self, isOpen else { return }
      unconfirmed -= 1
      // It may send a list that waited for this one.
      done()
      if unconfirmed == 0 { callWaiting() }
    }
  }

  private func callWaiting() {
    let waiting = waiting
    self.waiting = []
    for then in waiting { then() }
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
    leave()
    state = .closed
    onEvent = nil
    waiting = []
    ownerWaiters.removeAll()
    reads.close()
    requests.close()
    let onClose = onClose
    self.onClose = nil
    onClose?()
  }

  // MARK: Events of the compositor

  private func deviceEvent(_ opcode: UInt32, _ arguments: Proxy.Arguments) {
    switch opcode {
    case UInt32(data_control_device_data_offer):
      guard let proxy = connection.adopt(arguments[0].o) else { return }
      if let left = offers.announce(OfferTable.Offer(proxy)) { destroy(left) }
    case UInt32(data_control_device_selection): selected(arguments[0].o, for: .clipboard)
    case UInt32(data_control_device_primary): selected(arguments[0].o, for: .primary)
    case UInt32(data_control_device_finished): end("the compositor has removed \(name)")
    default: break
    }
  }

  private func selected(_ pointer: OpaquePointer?, for selection: ClipboardSelection) {
    if let before = offers.select(pointer, for: selection) {
      reads.replaced(before.proxy)
      destroy(before)
    }
    let types = offers.offer(of: selection)?.types
    perform(owners[selection]?.selected(types) ?? .nothing, selection)
  }

  private func destroy(_ offer: OfferTable.Offer) {
    offer.proxy.onEvent = nil
    connection.destroy(offer.proxy, by: data_control_offer_destroy)
  }

  private func sourceEvent(
    _ source: OwnSource, _ selection: ClipboardSelection, _ event: OwnSource.Event
  ) {
    switch event {
    case .send(let type, let box):
      guard let destination = box.remove() else { return }
      // A request for an unknown type, or one that arrives without a listener, gets end of file.
      guard case .announced = state, onEvent != nil, source.targets.contains(type) else {
        return requests.refuse(destination)
      }
      tell(.requested(selection, target: type, requests.add(destination)))
    case .cancelled:
      guard source === sources[selection] else { return }
      sources[selection] = nil
      perform(owners[selection]?.cancelled() ?? .nothing, selection)
    }
  }

  private func perform(_ action: SelectionOwner.Action, _ selection: ClipboardSelection) {
    switch action {
    case .nothing: break
    case .report:
      let present = owners[selection]?.present
      // The user of the seat would take it for the confirmation of the list that waits for this one.
      if present?.isOwn == true, next[selection] != nil { return }
      tell(.changed(selection, present))
    case .confirm:
      // This clears the selection only if our source is still set.
      sources.removeValue(forKey: selection)?.destroy()
      confirm { [unowned self] in
        perform(owners[selection]?.confirmed() ?? .nothing, selection)
      }
    case .clear:
      guard offers.offer(of: selection) != nil, owners[selection]?.present?.isOwn == true else {
        return
      }
      let device = device
      connection.request(.words(1)) {
        data_control_set(device.pointer, DataControl.setRequest(for: selection), nil)
      }
      confirm {}
    }
  }

  // MARK: Events for the user of the seat

  private var isOpen: Bool {
    switch state {
    case .unannounced, .announced: true
    case .ended, .closed: false
    }
  }

  private func tell(_ event: SelectionEvent) {
    // The announcement includes all changes before it.
    if case .announced = state { onEvent?(event) }
  }

  private func announce() {
    switch state {
    case .unannounced:
      state = .announced
      for selection in ClipboardSelection.allCases where selections.contains(selection) {
        tell(.changed(selection, owners[selection]?.present))
        ownerWaiters.ownerIsKnown(selection)
      }
    case .ended(let reason):
      state = .closed
      onEvent?(.gone(reason))
    case .announced, .closed: break
    }
  }

  /// The compositor has removed the seat, or has ended.
  func end(_ reason: String) {
    guard isOpen else { return }
    leave()
    state = .ended(reason)
    reads.fail(reason)
    requests.fail(reason)
    callWaiting()
    ownerWaiters.callAll()
    // The callers' closures may have closed this.
    if case .ended = state, onEvent != nil { announce() }
  }

  /// Destroys the objects of this seat.
  private func leave() {
    guard isOpen else { return }
    for source in sources.values { source.destroy() }
    sources = [:]
    next = [:]
    for offer in offers.removeAll() { destroy(offer) }
    device.onEvent = nil
    seat.onEvent = nil
    connection.destroy(device, by: data_control_device_destroy)
    // Before version 5 a seat has no request for its release.
    if wl_proxy_get_version(seat.pointer) >= 5 {
      connection.destroy(seat, by: wayland_seat_release)
    } else {
      connection.forget(seat)
    }
  }
}
