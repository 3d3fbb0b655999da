internal import CDBus

extension Message {
  /// The bytes by which a connection sends the message (specification, “Message Format”), for a connection that another
  /// process has opened. The message is locked then.
  ///
  /// - Parameter serial: its number on that connection, which the other process has not used.
  package func wireForm(serial: UInt32) -> [UInt8] {
    dbus_message_set_serial(pointer, serial)
    return wireForm
  }

  /// The same of a message that has a number, as each received one.
  package var wireForm: [UInt8] {
    var bytes: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    allocated(dbus_message_marshal(pointer, &bytes, &count))
    defer { dbus_free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  /// How many of a message's first bytes tell its length.
  package static let wireLengthSize = 16

  /// The length of the message that starts with these bytes; nil when they are too few, or start no message.
  package static func wireLength(of start: ArraySlice<UInt8>) -> Int? {
    let needed = start.withUnsafeBytes { buffer in
      buffer.baseAddress.map {
        dbus_message_demarshal_bytes_needed(
          $0.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
      } ?? 0
    }
    return needed > 0 ? Int(needed) : nil
  }

  /// The message with these bytes, all of which are checked. Throws libdbus's reason when they are none, or one with
  /// descriptors, which bytes alone do not have.
  package static func read(wireForm bytes: ArraySlice<UInt8>) throws(BusError) -> Message {
    let result = bytes.withUnsafeBytes { buffer -> Result<Message, BusError> in
      guard let base = buffer.baseAddress else { return .failure(.invalid("a message is empty")) }
      return Result { () throws(BusError) in
        Message(
          adopting: try reporting { error in
            dbus_message_demarshal(
              base.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), error)
          })
      }
    }
    return try result.get()
  }
}
