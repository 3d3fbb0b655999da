internal import CWayland
internal import DragSystem

/// A connection to a compositor, attached to a loop. None of its functions waits for the compositor.
final class WaylandConnection {
  private enum State {
    case open
    /// The compositor has ended it; `onEnd` has not been called yet.
    case ended
    /// libwayland's objects are destroyed, or will be at the end of the dispatch.
    case closed
  }

  private let display: OpaquePointer
  private var state = State.open
  private var proxies: [OpaquePointer: Proxy] = [:]
  private var queue = RequestQueue()
  private var budget = OutputBudget()
  private var loop: EventLoop?
  private var watch: Watch?
  private var isDispatching = false
  private var isFlushScheduled = false
  /// The socket accepts nothing at present.
  private var isBlocked = false

  /// Called once, in a turn of the loop, when the compositor has ended the connection.
  var onEnd: ((String) -> Void)?

  /// Takes over a connected socket.
  init(socket: consuming OwnedFileDescriptor) throws(SystemError) {
    // Without a handler libwayland writes to standard error. The display's error says the same.
    wl_log_set_handler_client { _, _ in }
    guard let display = wl_display_connect_to_fd(socket.release()) else {
      throw SystemError("wl_display_connect_to_fd", errno: wayland_errno())
    }
    self.display = display
  }

  deinit {
    close()
  }

  /// The number of objects now. It does not grow with the number of copies.
  var objectCount: Int { proxies.count }

  var isOpen: Bool {
    switch state {
    case .open: true
    case .ended, .closed: false
    }
  }

  // MARK: The loop

  /// Delivers events from now on.
  func attach(to loop: EventLoop) throws(SystemError) {
    self.loop = loop
    watch = try loop.watch(
      rawValue: wl_display_get_fd(display), for: isBlocked ? [.readable, .writable] : .readable
    ) { [unowned self] readiness in turn(readiness) }
    isFlushScheduled = false
    scheduleFlush()
  }

  func detach() {
    watch?.cancel()
    watch = nil
    loop = nil
  }

  private func turn(_ readiness: Readiness) {
    isDispatching = true
    if readiness != .writable { readEvents() }
    if isOpen { flushAndDrain() }
    isDispatching = false
    if case .closed = state { disconnect() }
  }

  private func readEvents() {
    // After EPIPE too: a protocol error that the compositor sent at the end can still be read.
    while wl_display_prepare_read(display) != 0 {
      guard wl_display_dispatch_pending(display) >= 0 else { return end() }
    }
    guard wl_display_read_events(display) >= 0, wl_display_dispatch_pending(display) >= 0 else {
      return end()
    }
  }

  private func end() {
    end(because: endReason)
  }

  private func end(because reason: String) {
    guard case .open = state else { return }
    state = .ended
    watch?.cancel()
    watch = nil
    queue.removeAll()
    loop?.next { [self] in
      guard case .ended = state else { return }
      let onEnd = onEnd
      close()
      onEnd?(reason)
    }
  }

  private var endReason: String {
    let error = wl_display_get_error(display)
    guard error == EPROTO else {
      return error == EPIPE || error == ECONNRESET
        ? "the compositor has ended" : "the connection has failed (\(text(of: error)))"
    }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let code = wl_display_get_protocol_error(display, &interface, &object)
    let name = interface.map { String(cString: $0.pointee.name) } ?? "an unknown object"
    return "the compositor reports error \(code) of \(name)@\(object)"
  }

  private func text(of error: Int32) -> String { String(cString: strerror(error)) }

  /// Disconnects from the compositor without calling `onEnd`.
  func close() {
    if case .closed = state { return }
    if isOpen {
      // Sends the last requests, as far as the socket accepts them at once.
      flushAndDrain()
    }
    state = .closed
    watch?.cancel()
    watch = nil
    onEnd = nil
    queue.removeAll()
    // During a dispatch libwayland still uses its objects.
    if !isDispatching { disconnect() }
  }

  private func disconnect() {
    for proxy in proxies.values {
      proxy.onEvent = nil
      wl_proxy_destroy(proxy.pointer)
    }
    proxies = [:]
    wl_display_disconnect(display)
  }

  // MARK: Requests

  /// Calls `send` as soon as there is room for its request: at once, or after the requests that wait already. Does not
  /// call it if the connection ends or the group is withdrawn before.
  func request(_ cost: RequestCost, in group: RequestGroup? = nil, _ send: @escaping () -> Void) {
    guard isOpen else { return }
    guard !queue.isFull else {
      return end(because: "the compositor has not read \(RequestQueue.limit) requests")
    }
    queue.append(RequestQueue.Entry(cost: cost, group: group, send: send))
    if !isBlocked { drain() }
    scheduleFlush()
  }

  func withdraw(_ group: RequestGroup) {
    queue.withdraw(group)
  }

  private func drain() {
    while isOpen, let cost = queue.firstCost {
      if !budget.hasRoom(for: cost) {
        guard flush() else { return }
      }
      budget.charge(cost)
      queue.removeFirst()?.send()
    }
  }

  private func scheduleFlush() {
    // Each turn ends with a flush anyway.
    guard let loop, !isFlushScheduled, !isDispatching else { return }
    isFlushScheduled = true
    loop.next { [weak self] in
      guard let self else { return }
      isFlushScheduled = false
      if isOpen { flushAndDrain() }
    }
  }

  private func flushAndDrain() {
    guard flush() else { return }
    drain()
    _ = flush()
  }

  /// Returns whether the socket has accepted everything.
  private func flush() -> Bool {
    guard isOpen else { return false }
    switch wayland_flush(display) {
    case 0:
      budget.flushed()
      isBlocked = false
      watch?.change(to: .readable)
      return true
    case EAGAIN:
      isBlocked = true
      watch?.change(to: [.readable, .writable])
    case EPIPE:
      // The next read returns the compositor's reason.
      isBlocked = true
      watch?.change(to: .readable)
    case let error:
      end(because: "the connection has failed (\(text(of: error)))")
    }
    return false
  }

  // MARK: Objects

  /// The registry's objects come with `onEvent`.
  func registry(_ onEvent: @escaping (Proxy, UInt32, Proxy.Arguments) -> Void) {
    let display = display
    request(.words(1)) { [unowned self] in
      guard let registry = adopt(wayland_get_registry(display)) else { return }
      registry.onEvent = { [unowned registry] in onEvent(registry, $0, $1) }
    }
  }

  /// Calls `done` when the compositor has handled all earlier requests.
  func sync(in group: RequestGroup? = nil, _ done: @escaping () -> Void) {
    let display = display
    request(.words(1), in: group) { [unowned self] in
      guard let callback = adopt(wayland_sync(display)) else { return }
      callback.onEvent = { [unowned self, unowned callback] _, _ in
        // The compositor destroys the object with this event.
        forget(callback)
        done()
      }
    }
  }

  /// Retains a new object until it is destroyed. Nil if `pointer` is nil, as libwayland returns on a failed connection.
  func adopt(_ pointer: OpaquePointer?) -> Proxy? {
    guard let pointer else { return nil }
    let proxy = Proxy(adopting: pointer)
    proxies[pointer] = proxy
    return proxy
  }

  /// Destroys an object by a request; events may arrive until the request is sent.
  func destroy(_ proxy: Proxy, by opcode: Int) {
    request(.words(0)) { [self] in
      guard proxies.removeValue(forKey: proxy.pointer) != nil else { return }
      wayland_destroy(proxy.pointer, UInt32(opcode))
    }
  }

  /// Frees an object that the compositor has destroyed, or whose interface has no request for that.
  func forget(_ proxy: Proxy) {
    guard isOpen, proxies.removeValue(forKey: proxy.pointer) != nil else { return }
    wl_proxy_destroy(proxy.pointer)
  }
}
