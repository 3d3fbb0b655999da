internal import CDBus

/// Where a message goes, or what a signal is called.
struct Address {
  var destination: String?
  var path: String
  var interface: String?
  var member: String

  /// Puts it into the header. Its parts have been checked.
  func write(to message: OpaquePointer) {
    allocated(dbus_message_set_path(message, path))
    allocated(dbus_message_set_member(message, member))
    if let interface { allocated(dbus_message_set_interface(message, interface)) }
    if let destination { allocated(dbus_message_set_destination(message, destination)) }
  }
}
