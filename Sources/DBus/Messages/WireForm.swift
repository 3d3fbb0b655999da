internal import CDBus

extension Message {
  /// The bytes by which a connection sends the message (specification, “Message Format”), for a connection that another
  /// process has opened. The message is locked then.
  ///
  /// - Parameter serial: its number on that connection, which the other process has not used.
  package func wireForm(serial: UInt32) -> [UInt8] {
    dbus_message_set_serial(pointer, serial)
    var bytes: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    allocated(dbus_message_marshal(pointer, &bytes, &count))
    defer { dbus_free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }
}
