internal import CDBus
internal import DragSystem

/// libdbus's `DBusWatch`es of one socket, for reading it and for writing it, as one watch of the loop.
final class WatchedSocket {
  private let loop: EventLoop
  private(set) var watches: [OpaquePointer] = []
  private var watch: Watch?
  private let onReady: (Readiness) -> Void
  /// While it is set, nothing is read, whatever libdbus wants.
  var readsNothing = false

  /// - Parameter onReady: called when the socket can be read or written, or is gone.
  init(_ loop: EventLoop, onReady: @escaping (Readiness) -> Void) {
    self.loop = loop
    self.onReady = onReady
  }

  /// - Returns: false if the kernel has no room for the watch.
  func add(_ watch: OpaquePointer) -> Bool {
    watches.append(watch)
    if apply() { return true }
    watches.removeLast()
    return false
  }

  /// libdbus closes the socket next, so the loop must stop watching it now.
  func remove(_ watch: OpaquePointer) {
    watches.removeAll { $0 == watch }
    apply()
  }

  /// Stops watching until `apply`.
  func cancel() {
    watch?.cancel()
    watch = nil
  }

  /// Makes the loop watch for what libdbus wants now; false if the kernel has no room for the watch.
  @discardableResult
  func apply() -> Bool {
    var interest: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      let flags = wanted(by: watch)
      if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
      if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
    }
    guard let first = watches.first, !interest.isEmpty else {
      // A watch for nothing would still report a hang-up, in every turn.
      cancel()
      return true
    }
    if let watch {
      watch.change(to: interest)
      return true
    }
    do throws(SystemError) {
      watch = try loop.watch(
        rawValue: dbus_watch_get_unix_fd(first), for: interest, then: onReady)
      return true
    } catch {
      return false
    }
  }

  /// Lets libdbus read and write what is ready.
  ///
  /// - Parameter then: called with each of its watches that was handled.
  func handle(_ readiness: Readiness, then: (OpaquePointer) -> Void = { _ in }) {
    var flags: UInt32 = 0
    if readiness.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if readiness.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if readiness.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
    if readiness.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
    for watch in watches {
      // Handling one watch may have removed the other.
      guard isEnabled(watch) else { continue }
      let flags =
        flags & (wanted(by: watch) | DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue)
      guard flags != 0 else { continue }
      dbus_watch_handle(watch, flags)
      then(watch)
    }
  }

  func isEnabled(_ watch: OpaquePointer) -> Bool {
    watches.contains(watch) && dbus_watch_get_enabled(watch) != 0
  }

  private func wanted(by watch: OpaquePointer) -> UInt32 {
    let flags = dbus_watch_get_flags(watch)
    return readsNothing ? flags & ~DBUS_WATCH_READABLE.rawValue : flags
  }
}
