internal import CDBus
internal import DragSystem

/// Drops messages that carry descriptors, on worker threads: closing a descriptor of a dead mount blocks for ever.
///
/// Each peer has a lane of the workers, so that its descriptors can hang only its own.
final class Disposer {
  private let pool: WorkerPool
  private let connection: OpaquePointer
  /// Dropped while libdbus dispatches and holds a reference too, which would then be the last one.
  private var held: [(OpaquePointer, lane: String)] = []
  private var isHolding = false

  init(pool: WorkerPool, connection: OpaquePointer) {
    self.pool = pool
    self.connection = dbus_connection_ref(connection)
  }

  deinit {
    letGo()
    dbus_connection_unref(connection)
  }

  /// Takes over a reference, the last one but for libdbus's while it dispatches.
  func dispose(_ message: OpaquePointer) {
    let peer = dbus_message_get_sender(message) ?? dbus_message_get_destination(message)
    let lane = peer.map { String(cString: $0) } ?? ""
    if isHolding { held.append((message, lane)) } else { hand(message, lane) }
  }

  /// libdbus is about to dispatch.
  func hold() { isHolding = true }

  /// libdbus has dispatched.
  func letGo() {
    isHolding = false
    guard !held.isEmpty else { return }
    let messages = held
    held = []
    for (message, lane) in messages { hand(message, lane) }
  }

  private func hand(_ message: OpaquePointer, _ lane: String) {
    // The message is counted against the connection, and says so to it when it goes.
    let cargo = Cargo(message: message, connection: dbus_connection_ref(connection))
    pool.run(lane: lane) {
      dbus_message_unref(cargo.message)
      dbus_connection_unref(cargo.connection)
    }
  }
}

/// libdbus counts references atomically; nobody else has this message's.
private struct Cargo: @unchecked Sendable {
  let message: OpaquePointer
  let connection: OpaquePointer
}
