internal import CDBus
internal import DragSystem

/// Turns the `DBusWatch`es of one socket into one watch of the loop, for connections and servers that only this thread
/// uses. (`SocketWatches` is for a `Connection`, whose messages other threads drop.)
///
/// libdbus calls back with its lock held, so the callbacks may call nothing of the connection.
final class RelayWatches {
  private let loop: EventLoop
  private var watches: [OpaquePointer] = []
  private var watch: Watch?
  private var isInstalled = false
  /// Called after the socket was read or written, or is gone.
  var onReady: (() -> Void)?
  var readsNothing = false {
    didSet { if readsNothing != oldValue { apply() } }
  }

  typealias Install = (
    DBusAddWatchFunction, DBusRemoveWatchFunction, DBusWatchToggledFunction,
    UnsafeMutableRawPointer, DBusFreeFunction
  ) -> dbus_bool_t

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Registers the callbacks; libdbus retains this object until it gets others.
  func install(_ register: Install) {
    isInstalled = true
    let done = register(
      { watch, data in
        guard let watch, let data else { return 0 }
        return RelayWatches.from(data).add(watch) ? 1 : 0
      },
      { watch, data in
        guard let watch, let data else { return }
        RelayWatches.from(data).remove(watch)
      },
      { _, data in
        guard let data else { return }
        RelayWatches.from(data).apply()
      },
      Unmanaged.passRetained(self).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<RelayWatches>.fromOpaque(data).release()
      })
    allocated(done)
  }

  /// Calls back no more. The caller then gives libdbus other functions.
  func uninstall() {
    isInstalled = false
    onReady = nil
    watch?.cancel()
    watch = nil
  }

  private static func from(_ data: UnsafeMutableRawPointer) -> RelayWatches {
    Unmanaged<RelayWatches>.fromOpaque(data).takeUnretainedValue()
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
    apply()
    // libdbus has queued Disconnected, and no socket is left to tell the loop.
    guard isInstalled else { return }
    loop.next { [weak self] in self?.onReady?() }
  }

  /// Makes the loop watch for what libdbus wants now; false if the kernel has no room for the watch.
  @discardableResult
  private func apply() -> Bool {
    guard isInstalled else { return true }
    var interest: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      let flags = dbus_watch_get_flags(watch)
      if flags & DBUS_WATCH_READABLE.rawValue != 0, !readsNothing { interest.insert(.readable) }
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
      watch = try loop.watch(rawValue: dbus_watch_get_unix_fd(first), for: interest) {
        [unowned self] in handle($0)
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
    for watch in watches {
      // Handling one watch may have removed the other.
      guard watches.contains(watch), dbus_watch_get_enabled(watch) != 0 else { continue }
      var wanted = dbus_watch_get_flags(watch)
      if readsNothing { wanted &= ~DBUS_WATCH_READABLE.rawValue }
      wanted |= DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
      if flags & wanted != 0 { dbus_watch_handle(watch, flags & wanted) }
    }
    onReady?()
  }
}
