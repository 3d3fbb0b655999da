internal import CXCB
internal import DragSystem

/// A connection to an X server as one descriptor of a loop.
///
/// libxcb blocks while it writes to a server that reads nothing (a stopped one). So every request passes `send`, which
/// holds it back until the kernel has room for it; meanwhile the connection reads nothing either. It also blocks, and
/// cannot be told not to, while only a part of a reply has come.
final class XConnection {
  /// The most events of one turn of the loop.
  private static let eventsInTurn = 256
  /// Bytes of requests that libxcb may buffer before `send` checks the kernel's room.
  private static let queueSize = 8 << 10
  private static let usualRequest = 64

  let server: ServerConnection
  private let connection: OpaquePointer
  private let loop: EventLoop
  private var watch: Watch?
  private var replies = PendingReplies()
  /// The first event that was read and not handled yet, if libxcb has handed it over.
  private var firstEvent: UnsafeMutablePointer<xcb_generic_event_t>?
  /// Requests that wait until the server has read earlier ones.
  private var heldBack: [(size: Int, request: (OpaquePointer) -> Void)] = []
  /// Bytes of requests in libxcb's buffer.
  private var unwritten = 0
  private var isTurning = false
  private var isTurnPlanned = false
  private var isOver = false

  var onEvent: ((XEvent) -> Void)?
  var onGone: ((String) -> Void)?

  init(_ server: ServerConnection, on loop: EventLoop) throws(SystemError) {
    guard let connection = OpaquePointer(bitPattern: server.address) else {
      preconditionFailure("a connection was handed over without its address")
    }
    self.server = server
    self.connection = connection
    self.loop = loop
    watch = try loop.watch(
      rawValue: xcb_get_file_descriptor(connection), for: .readable
    ) { [weak self] _ in self?.turn() }
    // The worker may have read events, for which the descriptor is no longer readable.
    planTurn()
  }

  deinit {
    watch?.cancel()
    free(firstEvent)
    xcb_disconnect(connection)
  }

  /// Sends nothing and calls nothing from now on.
  func close() {
    isOver = true
    watch?.cancel()
    watch = nil
    onEvent = nil
    onGone = nil
    replies = PendingReplies()
    heldBack = []
  }

  // MARK: Requests

  /// Sends a request of about `size` bytes now, or once the server has read earlier ones.
  func send(_ size: Int = usualRequest, _ request: @escaping (OpaquePointer) -> Void) {
    guard !isOver else { return }
    guard heldBack.isEmpty, makeRoom(for: size) else {
      heldBack.append((size, request))
      return watchForRoom()
    }
    write(size, request)
  }

  /// Sends a request that has a reply. `request` returns its sequence number; `then` gets the reply, or nil for an
  /// error.
  func ask(
    _ size: Int = usualRequest, _ request: @escaping (OpaquePointer) -> UInt32,
    then: @escaping (UnsafeMutableRawPointer?) -> Void
  ) {
    send(size) { [weak self] connection in
      let sequence = request(connection)
      self?.replies.append(sequence, then)
    }
  }

  func newIdentifier() -> UInt32 { xcb_generate_id(connection) }

  private func write(_ size: Int, _ request: (OpaquePointer) -> Void) {
    unwritten += size
    request(connection)
    planTurn()
  }

  /// Whether the request can be sent without waiting.
  private func makeRoom(for size: Int) -> Bool {
    if unwritten + size <= Self.queueSize { return true }
    return flush() && (size <= Self.queueSize || xcb_takes_output(connection) != 0)
  }

  private func flush() -> Bool {
    if unwritten == 0 { return true }
    guard xcb_takes_output(connection) != 0 else { return false }
    // xcb_flush may read events, for which the descriptor is no longer readable: a turn must follow.
    xcb_flush(connection)
    unwritten = 0
    planTurn()
    return true
  }

  /// While the kernel has no room, a readable descriptor must not wake the loop, because nothing is read then.
  private func watchForRoom() {
    watch?.change(to: .writable)
  }

  /// Returns false while a request waits for room.
  private func writeOut() -> Bool {
    while let first = heldBack.first {
      guard makeRoom(for: first.size) else { break }
      heldBack.removeFirst()
      write(first.size, first.request)
    }
    guard heldBack.isEmpty, flush() else {
      watchForRoom()
      return false
    }
    watch?.change(to: .readable)
    return true
  }

  // MARK: Turns of the loop

  private func planTurn() {
    guard !isTurning, !isTurnPlanned, !isOver else { return }
    isTurnPlanned = true
    loop.next { [weak self] in self?.turn() }
  }

  /// Writes first, since writing reads too; then handles events and replies in the order in which the server sent them.
  private func turn() {
    guard !isOver else { return }
    isTurnPlanned = false
    isTurning = true
    var events = 0
    while !isOver, writeOut(), events < Self.eventsInTurn {
      var isBusy = false
      while !isOver, heldBack.isEmpty, events < Self.eventsInTurn,
        let event = firstEvent ?? xcb_poll_for_event(connection)
      {
        firstEvent = event
        isBusy = true
        if isAfterNextReply(event), receiveReply() { continue }
        firstEvent = nil
        handle(event)
        events += 1
      }
      while !isOver, heldBack.isEmpty, firstEvent == nil, receiveReply() { isBusy = true }
      // Looking for a reply may have read events.
      if !isBusy { firstEvent = xcb_poll_for_queued_event(connection) }
      if !isBusy, firstEvent == nil { break }
    }
    isTurning = false
    guard !isOver else { return }
    let code = xcb_connection_has_error(connection)
    if code != 0 {
      let gone = onGone
      close()
      gone?("the X server at “\(server.display)” ended the connection (error \(code) of libxcb)")
    } else if events >= Self.eventsInTurn {
      planTurn()
    }
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    defer { free(event) }
    guard !isOver, let event = XEvent(event, firstFixesEvent: server.firstFixesEvent) else {
      return
    }
    onEvent?(event)
  }

  /// Whether the server has sent the first reply that is awaited before this event.
  private func isAfterNextReply(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Bool {
    guard let sequence = replies.next else { return false }
    return Int32(bitPattern: event.pointee.full_sequence &- sequence) >= 0
  }

  /// Replies arrive in the order of the requests.
  private func receiveReply() -> Bool {
    guard let sequence = replies.next else { return false }
    var reply: UnsafeMutableRawPointer?
    var error: UnsafeMutablePointer<xcb_generic_error_t>?
    guard xcb_poll_for_reply(connection, sequence, &reply, &error) != 0 else { return false }
    defer {
      free(reply)
      free(error)
    }
    // After the end of the connection xcb_poll_for_reply reports every request as answered.
    guard xcb_connection_has_error(connection) == 0 else { return false }
    // Looking for the reply may have read events that the server sent before it.
    while let event = firstEvent ?? xcb_poll_for_queued_event(connection) {
      firstEvent = event
      if isAfterNextReply(event) { break }
      firstEvent = nil
      handle(event)
    }
    replies.removeFirst()?(reply)
    return true
  }
}

/// The closures that wait for replies, in the order of the requests.
private struct PendingReplies {
  private var waiting: [(sequence: UInt32, then: (UnsafeMutableRawPointer?) -> Void)] = []
  private var start = 0

  var next: UInt32? { start < waiting.count ? waiting[start].sequence : nil }

  mutating func append(_ sequence: UInt32, _ then: @escaping (UnsafeMutableRawPointer?) -> Void) {
    waiting.append((sequence, then))
  }

  mutating func removeFirst() -> ((UnsafeMutableRawPointer?) -> Void)? {
    guard start < waiting.count else { return nil }
    let then = waiting[start].then
    start += 1
    if start == waiting.count || start >= 64 {
      waiting.removeFirst(start)
      start = 0
    }
    return then
  }
}
