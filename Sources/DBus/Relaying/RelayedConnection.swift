internal import CDBus
package import DragSystem

/// A connection whose messages pass as they are: this process neither says Hello, nor answers anything, nor numbers a
/// message that has a number. It is one end of another program's connection to a bus.
///
/// One thread uses it, that of its loop.
package final class RelayedConnection {
  private let pointer: OpaquePointer
  private let watches: RelayWatches
  private let loop: EventLoop
  /// Called with every message that arrives, in order.
  package var onMessage: ((Message) -> Void)?
  /// Called once when the other side has closed the connection, after every message that had arrived.
  package var onDisconnect: (() -> Void)?
  private var isClosed = false
  private var isDraining = false
  /// It reads nothing more, and closes once everything is written.
  private var isClosing = false
  private var onClose: (() -> Void)?

  /// Connects to the bus at an address (specification, “Server Addresses”).
  package static func open(
    address: String, on loop: EventLoop
  ) throws(BusError) -> RelayedConnection {
    guard !address.utf8.contains(0) else { throw .invalid("a bus address has no NUL") }
    return RelayedConnection(
      adopting: try reporting { error in dbus_connection_open_private(address, error) }, on: loop)
  }

  /// The address of this user's session bus; see `Connection.session`. A login over ssh may have neither of the
  /// variables that name it: then the user's own socket below /run/user counts, where systemd has it.
  package static func sessionAddress() throws(BusError) -> String {
    try SessionAddress.find { name in
      let value = getenv(name).map { String(cString: $0) }
      guard name == "XDG_RUNTIME_DIR", value ?? "" == "" else { return value }
      return "/run/user/\(Environment.user)"
    }
  }

  /// Takes over a reference.
  init(adopting pointer: OpaquePointer, on loop: EventLoop) {
    self.pointer = pointer
    self.loop = loop
    watches = RelayWatches(loop)
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    // Otherwise libdbus would answer Pings itself, and the program at the other end would never see them.
    dbus_connection_set_route_peer_messages(pointer, 1)
    dbus_connection_set_max_message_unix_fds(pointer, 1_024)
    dbus_connection_set_max_received_unix_fds(pointer, .max)
    dbus_connection_set_max_received_size(pointer, .max)
    watches.onReady = { [unowned self] in drain() }
    watches.install { add, remove, toggled, data, free in
      dbus_connection_set_watch_functions(pointer, add, remove, toggled, data, free)
    }
    // A message may have been read while the connection was made.
    loop.next { [weak self] in self?.drain() }
  }

  deinit {
    close()
    dbus_connection_unref(pointer)
  }

  /// The process at the other end as the kernel named it when it connected; nil before it has authenticated itself.
  package var process: Int32? {
    var number: UInt = 0
    return dbus_connection_get_unix_process_id(pointer, &number) != 0
      ? Int32(exactly: number) : nil
  }

  /// Sends a message, with its number if it has one. Never blocks.
  ///
  /// - Returns: false if the other side is gone, or takes no descriptors.
  @discardableResult
  package func send(_ message: Message) -> Bool {
    guard !isClosed, !isClosing else { return false }
    return dbus_connection_send(pointer, message.pointer, nil) != 0
  }

  /// Bytes that the other side has not taken yet.
  package var unwrittenBytes: Int { isClosed ? 0 : dbus_connection_get_outgoing_size(pointer) }

  /// While it is set, nothing is read, so that the other side's buffers fill up.
  package var isPaused = false {
    didSet {
      guard isPaused != oldValue, !isClosed else { return }
      watches.readsNothing = isPaused
      if !isPaused { loop.next { [weak self] in self?.drain() } }
    }
  }

  /// Closes it once what was sent is written, and then calls `then`. Nothing more is delivered, but it is still read:
  /// without the other side's words a new connection never gets as far as writing.
  package func finish(then: (() -> Void)? = nil) {
    guard !isClosed else { return then?() ?? () }
    isClosing = true
    onClose = then
    isPaused = false
    closeIfWritten()
  }

  /// Closes it now. Nothing more is delivered.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    (onMessage, onDisconnect) = (nil, nil)
    watches.uninstall()
    dbus_connection_set_watch_functions(pointer, nil, nil, nil, nil, nil)
    dbus_connection_close(pointer)
    let work = onClose
    onClose = nil
    work?()
  }

  private func closeIfWritten() {
    let isWritten =
      dbus_connection_get_is_connected(pointer) == 0
      || dbus_connection_has_messages_to_send(pointer) == 0
    if isClosing, !isClosed, isWritten { close() }
  }

  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    while !isClosed, !isPaused, let raw = dbus_connection_pop_message(pointer) {
      let message = Message(adopting: raw)
      // Only libdbus itself sends this: the bus forbids the interface to peers.
      guard dbus_message_is_signal(raw, "org.freedesktop.DBus.Local", "Disconnected") == 0 else {
        let work = isClosing ? nil : onDisconnect
        close()
        work?()
        return
      }
      if !isClosing { onMessage?(message) }
    }
    closeIfWritten()
  }
}

/// Accepts connections as a bus does, on a socket with a path.
package final class RelayServer {
  private let pointer: OpaquePointer
  private let watches: RelayWatches
  private let loop: EventLoop
  private let onConnection: (RelayedConnection) -> Void
  private var isClosed = false
  /// For programs that connect.
  package let address: String

  package init(
    path: String, on loop: EventLoop, then onConnection: @escaping (RelayedConnection) -> Void
  ) throws(BusError) {
    guard !path.utf8.contains(0) else { throw .invalid("a path has no NUL") }
    let escaped = allocated(dbus_address_escape_value(path))
    let address = "unix:path=" + String(cString: escaped)
    dbus_free(escaped)
    self.address = address
    pointer = try reporting { error in dbus_server_listen(address, error) }
    self.loop = loop
    self.onConnection = onConnection
    watches = RelayWatches(loop)
    let pointer = pointer
    watches.install { add, remove, toggled, data, free in
      dbus_server_set_watch_functions(pointer, add, remove, toggled, data, free)
    }
    dbus_server_set_new_connection_function(
      pointer,
      { _, connection, data in
        guard let connection, let data else { return }
        let server = Unmanaged<RelayServer>.fromOpaque(data).takeUnretainedValue()
        server.accept(allocated(dbus_connection_ref(connection)))
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  deinit { close() }

  private func accept(_ connection: OpaquePointer) {
    onConnection(RelayedConnection(adopting: connection, on: loop))
  }

  /// Accepts nothing more, and removes the socket.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    watches.uninstall()
    dbus_server_set_watch_functions(pointer, nil, nil, nil, nil, nil)
    dbus_server_disconnect(pointer)
    dbus_server_unref(pointer)
  }
}
