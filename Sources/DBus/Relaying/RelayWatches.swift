internal import CDBus
internal import DragSystem

/// Watches the socket of a relayed connection or of a server for libdbus; only this thread uses them. (`SocketWatches`
/// is for a `Connection`, whose messages other threads drop.)
///
/// libdbus calls back with its lock held, so the callbacks may call nothing of the connection.
final class RelayWatches {
  private let loop: EventLoop
  private lazy var socket: WatchedSocket = WatchedSocket(loop) { [unowned self] readiness in
    socket.handle(readiness)
    onReady?()
  }
  private var isInstalled = false
  /// Called after the socket was read or written, or is gone.
  var onReady: (() -> Void)?
  var readsNothing = false {
    didSet {
      guard readsNothing != oldValue else { return }
      socket.readsNothing = readsNothing
      if isInstalled { socket.apply() }
    }
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
        return RelayWatches.from(data).socket.add(watch) ? 1 : 0
      },
      { watch, data in
        guard let watch, let data else { return }
        RelayWatches.from(data).remove(watch)
      },
      { _, data in
        guard let data else { return }
        let watches = RelayWatches.from(data)
        if watches.isInstalled { watches.socket.apply() }
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
    socket.cancel()
  }

  private static func from(_ data: UnsafeMutableRawPointer) -> RelayWatches {
    Unmanaged<RelayWatches>.fromOpaque(data).takeUnretainedValue()
  }

  private func remove(_ watch: OpaquePointer) {
    guard isInstalled else { return }
    socket.remove(watch)
    // libdbus has queued Disconnected, and no socket is left to tell the loop.
    loop.next { [weak self] in self?.onReady?() }
  }
}
