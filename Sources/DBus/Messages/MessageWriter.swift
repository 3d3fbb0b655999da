internal import CDBus
package import DragSystem

/// Appends arguments to a message.
///
/// Refuses what would make libdbus abort or the bus disconnect this process: InvalidArgs for a string with NUL, an
/// invalid path or signature; LimitsExceeded for an array past 64 MiB, a message past 128 MiB, a descriptor past the
/// message's limit; NoMemory if this process can open no further descriptor. A container whose content does not match
/// its signature is a programming error and traps.
package struct MessageWriter: ~Copyable {
  static let maximumArray = 67_108_864
  static let maximumMessage = 134_217_728
  /// Room for the header: its fixed part and its names of at most 255 bytes. Paths have no limit and are added.
  private static let headerAllowance = 4096

  let message: Message
  var iterator = DBusMessageIter()
  /// The length of the body so far, as it will be marshalled.
  var position: Int
  /// The position that nothing may pass: the limit of the innermost array or of the message.
  let limit: Int

  init(appendingTo message: Message) {
    self.message = message
    position = message.bodyLength
    limit = Self.maximumMessage - Self.headerAllowance - message.pathLength
    dbus_message_iter_init_append(message.body, &iterator)
  }

  /// For the content of a container.
  init(inside message: Message, at position: Int, limit: Int) {
    self.message = message
    self.position = position
    self.limit = limit
  }

  package mutating func append(_ value: Bool) throws(BusError) {
    try append(dbus_bool_t(value ? 1 : 0), .boolean)
  }
  package mutating func append(_ value: UInt8) throws(BusError) { try append(value, .byte) }
  package mutating func append(_ value: Int16) throws(BusError) { try append(value, .int16) }
  package mutating func append(_ value: UInt16) throws(BusError) { try append(value, .uint16) }
  package mutating func append(_ value: Int32) throws(BusError) { try append(value, .int32) }
  package mutating func append(_ value: UInt32) throws(BusError) { try append(value, .uint32) }
  package mutating func append(_ value: Int64) throws(BusError) { try append(value, .int64) }
  package mutating func append(_ value: UInt64) throws(BusError) { try append(value, .uint64) }
  package mutating func append(_ value: Double) throws(BusError) { try append(value, .double) }

  package mutating func append(_ value: String) throws(BusError) {
    try append(value, .string, lengthSize: 4) { _ in true }
  }

  package mutating func appendPath(_ value: String) throws(BusError) {
    try append(value, .objectPath, lengthSize: 4) { dbus_validate_path($0, nil) != 0 }
  }

  package mutating func appendSignature(_ value: String) throws(BusError) {
    try append(value, .signature, lengthSize: 1) { dbus_signature_validate($0, nil) != 0 }
  }

  /// Appends a duplicate; the caller keeps its descriptor.
  package mutating func append(descriptor: borrowing OwnedFileDescriptor) throws(BusError) {
    try append(descriptorNumber: descriptor.rawValue)
  }

  /// Appends a duplicate. The message keeps the original open, so that no thread blocks when it drops the duplicate.
  package mutating func append(lending descriptor: PeerDescriptor) throws(BusError) {
    try descriptor.withDescriptor { original throws(BusError) in
      try append(descriptorNumber: original.rawValue)
    }
    message.lent.append(descriptor)
  }

  mutating func append(descriptorNumber: Int32) throws(BusError) {
    guard message.descriptorCount < message.descriptorLimit else {
      throw .tooLarge("a message takes at most \(message.descriptorLimit) file descriptors")
    }
    try reserve(4, alignedTo: 4)
    var number = descriptorNumber
    guard dbus_message_iter_append_basic(&iterator, TypeCode.unixFD.code, &number) != 0 else {
      throw .noDescriptor("no further file descriptor can be opened")
    }
    message.descriptorCount += 1
  }

  private mutating func append<T: BitwiseCopyable>(
    _ value: T, _ type: TypeCode
  ) throws(BusError) {
    try reserve(MemoryLayout<T>.size, alignedTo: MemoryLayout<T>.size)
    var value = value
    allocated(dbus_message_iter_append_basic(&iterator, type.code, &value))
  }

  private mutating func append(
    _ value: String, _ type: TypeCode, lengthSize: Int, _ isValid: (UnsafePointer<CChar>) -> Bool
  ) throws(BusError) {
    // The terminating NUL is marshalled too.
    try reserve(lengthSize + value.utf8.count + 1, alignedTo: lengthSize)
    let isAppended = value.withCStringOrNil { pointer in
      guard var pointer, isValid(pointer) else { return false }
      allocated(dbus_message_iter_append_basic(&iterator, type.code, &pointer))
      return true
    }
    guard isAppended else { throw .invalid("not a valid \(type): \(value.debugDescription)") }
  }

  /// Counts bytes that are about to be appended.
  mutating func reserve(_ size: Int, alignedTo alignment: Int) throws(BusError) {
    let end = aligned(position, to: alignment) + size
    guard end <= limit else {
      throw .tooLarge("an array takes at most 64 MiB, a message 128 MiB")
    }
    position = end
  }
}

func aligned(_ position: Int, to alignment: Int) -> Int {
  (position + alignment - 1) & ~(alignment - 1)
}
