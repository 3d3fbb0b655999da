internal import CDBus

/// Where a message goes, or what a signal is called.
struct Address {
  var destination: String?
  var path: String
  var interface: String?
  var member: String

  /// Puts it into the header. Its parts have been checked.
  func write(to message: OpaquePointer) {
    // What C gets as an argument without `withCString` is copied first.
    path.withCString { allocated(dbus_message_set_path(message, $0)) }
    member.withCString { allocated(dbus_message_set_member(message, $0)) }
    interface?.withCString { allocated(dbus_message_set_interface(message, $0)) }
    destination?.withCString { allocated(dbus_message_set_destination(message, $0)) }
  }
}
