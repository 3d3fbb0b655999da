internal import CDBus
package import DragSystem

/// A private connection to a message bus, used on one thread.
///
/// It serves only blocking calls until `attach(to:)` makes it part of a loop. (libdbus makes the process ignore SIGPIPE
/// from the first connection on.)
package final class Connection {
  let pointer: OpaquePointer
  /// The bus's answer to Hello.
  var greeting: Greeting

  /// Called with every method call and signal after `attach(to:)`, except the calls of `org.freedesktop.DBus.Peer`,
  /// which the connection answers itself. While it is nil, calls are answered with UnknownMethod.
  package var onMessage: ((Message) -> Void)?
  /// Called with every reply and error that answers no call of this connection, as a monitor of the bus receives them.
  package var onStrayReply: ((Message) -> Void)?
  /// Called once, on the loop, when the bus has closed the connection, after every message that had arrived.
  package var onDisconnect: (() -> Void)?

  var attachment: LoopAttachment?
  private(set) var isClosed = false
  /// Whether libdbus has reported that the bus is gone.
  var isDisconnected = false
  /// The calls that wait for a reply, by their serials.
  var pending: [UInt32: PendingCall] = [:]
  /// How many calls it has made on the loop.
  var calls = 0
  /// Messages that arrived during a blocking call, for the loop to deliver.
  var deferred: [Message] = []
  /// How many of the calls in `pending` each callee has not answered.
  var unansweredCounts: [String: Int] = [:]
  /// Who answers for the well-known names that it has called.
  var owners = NameOwners()
  /// Sent messages with descriptors that libdbus may not have written yet, in order.
  var unwritten = UnwrittenMessages()

  /// Connects to the session bus: DBUS_SESSION_BUS_ADDRESS, else `$XDG_RUNTIME_DIR/bus`. Never starts a bus: without
  /// one it throws `BusError.Name.noSessionBus`.
  ///
  /// - Parameter isHasty: see `open(address:isHasty:)`.
  package static func session(isHasty: Bool = false) throws(BusError) -> Connection {
    try open(address: try SessionAddress.find(), isHasty: isHasty)
  }

  /// Connects to the bus at an address (specification, “Server Addresses”) and says Hello. Blocks until the bus
  /// answers, at most 25 s.
  ///
  /// - Parameter isHasty: returns before the bus answers Hello, so that the first call goes out together with it: a
  ///   program that is started for one call waits for the bus once less. The first blocking call, or `attach(to:)`,
  ///   looks at the answer; if the bus refuses Hello, each blocking call throws `BusError.Name.noSessionBus`.
  package static func open(address: String, isHasty: Bool = false) throws(BusError) -> Connection {
    guard !address.utf8.contains(0) else { throw .invalid("a bus address has no NUL") }
    let pointer = try reporting { error in dbus_connection_open_private(address, error) }
    let connection = Connection(adopting: pointer)
    try connection.sayHello()
    if !isHasty { try connection.confirmHello() }
    return connection
  }

  private init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
    greeting = .refused(Self.disconnected)
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    // If libdbus answered calls of `org.freedesktop.DBus.Peer`, it would drop their descriptors on this thread.
    dbus_connection_set_route_peer_messages(pointer, 1)
  }

  deinit {
    close()
    dbus_connection_unref(pointer)
  }

  package var isConnected: Bool { dbus_connection_get_is_connected(pointer) != 0 }

  /// Whether this bus passes descriptors.
  package var passesDescriptors: Bool {
    // Both sides have agreed on it before the bus answers Hello.
    try? confirmHello()
    return dbus_connection_can_send_type(pointer, TypeCode.unixFD.code) != 0
  }

  /// Accepts messages with up to `count` descriptors; a message beyond libdbus's own limit of 16 would end the
  /// connection. Also lifts the limits on descriptors and bytes that are not disposed of yet, at which libdbus stops
  /// reading: one peer's hanging descriptors must not stop this process from reading the others.
  ///
  /// - Parameter count: the default is more than the 253 that dbus-broker forwards; it disconnects a receiver that
  ///   accepts fewer.
  package func allowDescriptorsPerMessage(_ count: Int = 1_024) {
    dbus_connection_set_max_message_unix_fds(pointer, count)
    dbus_connection_set_max_received_unix_fds(pointer, .max)
    dbus_connection_set_max_received_size(pointer, .max)
  }

  /// Another descriptor of the socket. While it is open, the connection stays on the bus, even after this process.
  package func duplicateSocket() throws(SystemError) -> OwnedFileDescriptor {
    var number: Int32 = -1
    _ = dbus_connection_get_unix_fd(pointer, &number)
    return try .duplicate(of: number)
  }

  /// Leaves the bus. Waiting calls fail with Disconnected, on the loop; nothing more is delivered, and `onDisconnect`
  /// is not called. Unwritten messages are lost: call `flush()` first.
  package func close() {
    isClosed = true
    // libdbus would deadlock, waiting for its own dispatching to end.
    guard attachment?.isDispatching != true else { return }
    detach()
    if isConnected { dbus_connection_close(pointer) }
  }
}
