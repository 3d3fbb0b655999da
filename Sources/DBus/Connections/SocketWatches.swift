internal import CDBus
internal import DragSystem

/// Turns libdbus's two `DBusWatch`es, for reading and for writing its socket, into one watch of the loop.
///
/// libdbus calls back with its lock held, so the callbacks may call nothing of the connection. It also calls back on
/// whatever thread drops a message that counted as received: there the callback only posts to the loop.
final class SocketWatches: @unchecked Sendable {
  // Only the loop's thread uses these, except `remote` and `thread`, which never change.
  private let loop: EventLoop
  private let remote: LoopRemote
  private let thread = pthread_self()
  /// Cleared by `uninstall`, which the connection calls before it is freed.
  private unowned(unsafe) var connection: Connection?
  private var watches: [OpaquePointer] = []
  private var watch: Watch?

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
          return SocketWatches.from(data).add(watch) ? 1 : 0
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

  private func add(_ watch: OpaquePointer) -> Bool {
    watches.append(watch)
    if apply() { return true }
    watches.removeLast()
    return false
  }

  /// libdbus closes the socket next, so the loop must stop watching it now.
  private func remove(_ watch: OpaquePointer) {
    watches.removeAll { $0 == watch }
    _ = apply()
    // When a write finds out that the bus has gone, libdbus queues Disconnected, and no socket is left to tell the
    // loop.
    connection?.dispatchInNextTurn()
  }

  private func toggled() {
    if pthread_equal(thread, pthread_self()) != 0 {
      _ = apply()
    } else {
      remote.post { [self] in _ = apply() }
    }
  }

  /// Makes the loop watch for what libdbus wants now; false if the kernel has no room for the watch.
  private func apply() -> Bool {
    var interest: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      let flags = dbus_watch_get_flags(watch)
      if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
      if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
    }
    guard let first = watches.first, !interest.isEmpty else {
      // A watch for nothing would still report a hang-up, in every turn.
      watch?.cancel()
      watch = nil
      return true
    }
    if let watch {
      watch.change(to: interest)
      return true
    }
    do throws(SystemError) {
      // libdbus removes its watches in `uninstall`; the cancellation then breaks the cycle.
      watch = try loop.watch(rawValue: dbus_watch_get_unix_fd(first), for: interest) { [self] in
        handle($0)
      }
      return true
    } catch {
      return false
    }
  }

  private func handle(_ readiness: Readiness) {
    var flags: UInt32 = 0
    if readiness.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if readiness.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if readiness.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
    if readiness.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
    let isSharing = connection?.attachment?.turns != nil && readiness.contains(.readable)
    var arrived = isSharing ? unreadBytes : 0
    for watch in watches {
      // Handling one watch may have removed the other.
      guard isEnabled(watch) else { continue }
      let wanted =
        dbus_watch_get_flags(watch) | DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
      guard flags & wanted != 0 else { continue }
      dbus_watch_handle(watch, flags & wanted)
      if isSharing, dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 {
        arrived = readMore(watch, arrived)
      }
    }
    connection?.received(arrived)
  }

  private func isEnabled(_ watch: OpaquePointer) -> Bool {
    watches.contains(watch) && dbus_watch_get_enabled(watch) != 0
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
    while isEnabled(watch) {
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
    guard let first = watches.first else { return }
    SocketBuffer.limitUnwritten(rawValue: dbus_watch_get_unix_fd(first), to: bytes)
  }

  /// Bytes that have arrived and were not read yet.
  var unreadBytes: Int {
    watches.first.map { SocketBuffer.unreadBytes(rawValue: dbus_watch_get_unix_fd($0)) } ?? 0
  }
}
