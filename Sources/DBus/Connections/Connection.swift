internal import CDBus

/// A connection to a message bus, its own and nobody else's, on one thread.
///
/// At first it is for blocking calls only; `attach(to:)` makes it part of a loop. (libdbus has the process ignore
/// SIGPIPE from the first connection on.)
package final class Connection {
  let pointer: OpaquePointer
  /// The name that the bus has given to this connection, as `:1.42`.
  package let uniqueName: String

  /// Gets every method call and every signal that arrives, from `attach(to:)` on, but not the calls of
  /// `org.freedesktop.DBus.Peer` that are answered here. While it is nil, calls are answered with UnknownMethod.
  package var onMessage: ((Message) -> Void)?
  /// Gets every reply and error that answers no call of this connection's: what a monitor of the bus sees.
  package var onStrayReply: ((Message) -> Void)?
  /// Called once, on the loop, when the bus has closed the connection, after every message that had arrived.
  package var onDisconnect: (() -> Void)?

  var attachment: Attachment?
  private(set) var isClosed = false
  /// libdbus has said that the bus is gone.
  var isDisconnected = false
  /// What waits for a reply, by the serial of the call.
  var pending: [UInt32: PendingCall] = [:]
  /// What came while somebody blocked, and is delivered on the loop.
  var setAside: [Message] = []
  /// How many of these each callee owes.
  var owed: [String: Int] = [:]
  /// Sent messages with descriptors that libdbus may not have written yet, in order.
  var unwritten = UnwrittenMessages()

  /// The session's bus: DBUS_SESSION_BUS_ADDRESS, else `$XDG_RUNTIME_DIR/bus`. Never starts one: without any the
  /// error is `BusError.Name.noSessionBus`.
  package static func session() throws(BusError) -> Connection {
    try open(address: try SessionAddress.find())
  }

  /// Connects to the bus at an address (specification, “Server Addresses”) and says Hello. Blocks until the bus
  /// answers, or for 25 s.
  package static func open(address: String) throws(BusError) -> Connection {
    guard !address.utf8.contains(0) else { throw .invalid("a bus address has no NUL") }
    let pointer = try reporting { error in dbus_connection_open_private(address, error) }
    do throws(BusError) {
      _ = try reporting { error in dbus_bus_register(pointer, error) != 0 ? true : nil }
    } catch {
      dbus_connection_close(pointer)
      dbus_connection_unref(pointer)
      throw error
    }
    return Connection(adopting: pointer)
  }

  private init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
    uniqueName = dbus_bus_get_unique_name(pointer).map { String(cString: $0) } ?? ""
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    // libdbus's own answers would drop a message with descriptors on this thread.
    dbus_connection_set_route_peer_messages(pointer, 1)
  }

  deinit {
    close()
    dbus_connection_unref(pointer)
  }

  package var isConnected: Bool { dbus_connection_get_is_connected(pointer) != 0 }

  /// Whether descriptors can be sent and received here.
  package var passesDescriptors: Bool {
    dbus_connection_can_send_type(pointer, TypeCode.unixFD.code) != 0
  }

  /// Takes messages with up to `count` descriptors, where libdbus takes 16 and then drops the connection; and any
  /// number of descriptors and bytes in messages that are not disposed of yet, where libdbus stops reading: one
  /// peer's hanging descriptors must not make this process deaf.
  package func allowDescriptorsPerMessage(_ count: Int) {
    dbus_connection_set_max_message_unix_fds(pointer, count)
    dbus_connection_set_max_received_unix_fds(pointer, .max)
    dbus_connection_set_max_received_size(pointer, .max)
  }

  /// Leaves the bus. What waits for a reply fails with Disconnected, on the loop; nothing more is delivered, and
  /// `onDisconnect` is not called. Messages that were not written are lost: `flush()` first.
  package func close() {
    isClosed = true
    // libdbus would wait for its own dispatching to end.
    guard attachment?.isDispatching != true else { return }
    detach()
    if isConnected { dbus_connection_close(pointer) }
  }
}
