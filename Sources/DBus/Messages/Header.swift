internal import CDBus

/// The header fields. Each access reads libdbus's memory.
extension Message {
  package var kind: Kind {
    switch dbus_message_get_type(body) {
    case 1: .call
    case 2: .reply
    case 3: .error
    // The connection drops messages of types that the specification does not know.
    default: .signal
    }
  }

  /// The sender's unique name, which the bus sets. Nil in a message that was made here.
  package var sender: String? { string(dbus_message_get_sender(pointer)) }
  package var destination: String? { string(dbus_message_get_destination(pointer)) }
  package var path: String? { string(dbus_message_get_path(pointer)) }
  package var interface: String? { string(dbus_message_get_interface(pointer)) }
  package var member: String? { string(dbus_message_get_member(pointer)) }
  package var errorName: String? { string(dbus_message_get_error_name(pointer)) }
  /// The arguments' signature; empty without arguments.
  package var signature: String? { string(dbus_message_get_signature(pointer)) }
  /// 0 until it is sent.
  package var serial: UInt32 { dbus_message_get_serial(pointer) }
  /// The serial of the call that this answers, else 0.
  package var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
  package var expectsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }
  package var carriesDescriptors: Bool { dbus_message_contains_unix_fds(body) != 0 }

  /// Tells the peer to send no reply.
  package func expectNoReply() { dbus_message_set_no_reply(body, 1) }

  /// Tells the bus not to start the destination's program.
  package func startNothing() { dbus_message_set_auto_start(body, 0) }

  /// Comparisons that make no `String`.
  package func hasSender(_ name: String) -> Bool {
    equal(dbus_message_get_sender(pointer), name)
  }
  package func hasPath(_ path: StaticString) -> Bool {
    equal(dbus_message_get_path(pointer), path)
  }
  package func hasInterface(_ name: StaticString) -> Bool {
    equal(dbus_message_get_interface(pointer), name)
  }
  package func hasMember(_ name: StaticString) -> Bool {
    equal(dbus_message_get_member(pointer), name)
  }
  package func hasSignature(_ signature: StaticString) -> Bool {
    equal(dbus_message_get_signature(pointer), signature)
  }

  /// The error of an error message: its name, and its first argument if that is a string.
  package var busError: BusError {
    var reader = read()
    let text = reader.type == .string ? (try? reader.string()) : nil
    return BusError(name: errorName ?? BusError.Name.failed, message: text ?? "")
  }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func equal(_ pointer: UnsafePointer<CChar>?, _ text: StaticString) -> Bool {
    guard let pointer else { return false }
    return strcmp(pointer, text.utf8Start) == 0
  }

  private func equal(_ pointer: UnsafePointer<CChar>?, _ text: String) -> Bool {
    guard let pointer else { return false }
    return text.withCString { strcmp(pointer, $0) == 0 }
  }
}

/// The header fields of a message that is being made.
struct Address {
  var destination: String?
  var path: String
  var interface: String?
  var member: String

  /// Sets the header fields, whose syntax was checked before.
  func write(to message: OpaquePointer) {
    // Passed to C without `withCString`, a text would be copied first.
    path.withCString { allocated(dbus_message_set_path(message, $0)) }
    member.withCString { allocated(dbus_message_set_member(message, $0)) }
    interface?.withCString { allocated(dbus_message_set_interface(message, $0)) }
    destination?.withCString { allocated(dbus_message_set_destination(message, $0)) }
  }
}
