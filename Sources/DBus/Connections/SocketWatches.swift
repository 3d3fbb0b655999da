internal import CDBus
internal import DragSystem

/// Watches the socket of a connection for libdbus.
///
/// libdbus calls back with its lock held, so the callbacks may call nothing of the connection. It also calls back on
/// whatever thread drops a message that counted as received: there the callback only posts to the loop.
final class SocketWatches: @unchecked Sendable {
  // Only the loop's thread uses these, except `remote` and `thread`, which never change.
  private lazy var socket = WatchedSocket(loop) { [unowned self] in handle($0) }
  private let loop: EventLoop
  private let remote: LoopRemote
  private let thread = pthread_self()
  /// Cleared by `uninstall`, which the connection calls before it is freed.
  private unowned(unsafe) var connection: Connection?

  init(loop: EventLoop, connection: Connection) {
    self.loop = loop
    remote = loop.remote
    self.connection = connection
  }

  /// Registers the callbacks; from now on libdbus retains this object too.
  func install(on connection: OpaquePointer) {
    allocated(
      dbus_connection_set_watch_functions(
        connection,
        { watch, data in
          guard let watch, let data else { return 0 }
          return SocketWatches.from(data).socket.add(watch) ? 1 : 0
        },
        { watch, data in
          guard let watch, let data else { return }
          SocketWatches.from(data).remove(watch)
        },
        { _, data in
          guard let data else { return }
          SocketWatches.from(data).toggled()
        },
        Unmanaged.passRetained(self).toOpaque(),
        { data in
          guard let data else { return }
          Unmanaged<SocketWatches>.fromOpaque(data).release()
        }))
  }

  /// Unregisters the callbacks; libdbus removes its watches and releases this object.
  func uninstall(from connection: OpaquePointer) {
    self.connection = nil
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
  }

  private static func from(_ data: UnsafeMutableRawPointer) -> SocketWatches {
    Unmanaged<SocketWatches>.fromOpaque(data).takeUnretainedValue()
  }

  private func remove(_ watch: OpaquePointer) {
    socket.remove(watch)
    // When a write finds out that the bus has gone, libdbus queues Disconnected, and no socket is left to tell the
    // loop.
    connection?.dispatchInNextTurn()
  }

  private func toggled() {
    if pthread_equal(thread, pthread_self()) != 0 {
      socket.apply()
    } else {
      remote.post { [self] in socket.apply() }
    }
  }

  private func handle(_ readiness: Readiness) {
    let isSharing = connection?.attachment?.turns != nil && readiness.contains(.readable)
    var arrived = isSharing ? unreadBytes : 0
    socket.handle(readiness) { watch in
      if isSharing, dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 {
        arrived = readMore(watch, arrived)
      }
    }
    connection?.received(arrived)
  }

  /// Reads on, so that a connection that serves in turn sees all waiting callers at once; libdbus reads two or four
  /// kibibytes at a time. After `maxRead` bytes it reads only as long as the connection has served since the last time.
  ///
  /// - Parameter arrived: bytes that had arrived, of which libdbus has read the first.
  /// - Returns: how many bytes libdbus has read.
  private func readMore(_ watch: OpaquePointer, _ arrived: Int) -> Int {
    // libdbus has read all of so little, and saw that nothing more was there.
    guard arrived > Self.leastPerRead else { return arrived }
    var (total, left) = (arrived, arrived - Self.bytesPerRead)
    var deadline: UInt64?
    while socket.isEnabled(watch) {
      if left <= 0 {
        // The bus may have written more meanwhile.
        left = unreadBytes
        guard left > 0 else { break }
        if total >= Self.maxRead {
          let now = Clock.monotonic
          let end = deadline ?? now + (connection?.timeToRead ?? 0)
          guard now < end else { break }
          deadline = end
        }
        total += left
      }
      dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue)
      left -= Self.bytesPerRead
    }
    return total
  }

  /// libdbus reads until it has more than the least or nothing is left; the last read may bring as much again.
  private static let leastPerRead = 2_048
  private static let bytesPerRead = 4_096
  /// The limit for one turn of the loop that follows little work.
  private static let maxRead = 32 * bytesPerRead

  /// Limits the bytes that the kernel keeps because the bus has not read them.
  func limitUnwritten(to bytes: Int) {
    guard let first = socket.watches.first else { return }
    SocketBuffer.limitUnwritten(rawValue: dbus_watch_get_unix_fd(first), to: bytes)
  }

  /// Bytes that have arrived and were not read yet.
  var unreadBytes: Int {
    socket.watches.first.map { SocketBuffer.unreadBytes(rawValue: dbus_watch_get_unix_fd($0)) } ?? 0
  }
}
