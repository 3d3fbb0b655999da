import CDBus

@testable import DBus

/// A D-Bus message as bytes, put together here and not by libdbus: a body can be anything.
struct RawMessage {
  enum Kind: UInt8 {
    case call = 1
    case reply, error, signal
  }

  var kind = Kind.call
  var isBigEndian = false
  var path: String?
  var interface: String?
  var member: String?
  var errorName: String?
  var signature: [UInt8] = []
  var body: [UInt8] = []

  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature
  }

  /// As it travels (D-Bus Specification, “Message Format”).
  var bytes: [UInt8] {
    var writer = RawWriter(isBigEndian: isBigEndian)
    writer.bytes = [UInt8(ascii: isBigEndian ? "B" : "l"), kind.rawValue, 0, 1]
    writer.add(UInt32(body.count))
    writer.add(UInt32(1))
    // The length of the fields, once it is known.
    writer.add(UInt32(0))
    let start = writer.bytes.count
    add(.path, "o", path, to: &writer)
    add(.interface, "s", interface, to: &writer)
    add(.member, "s", member, to: &writer)
    add(.errorName, "s", errorName, to: &writer)
    if kind == .reply || kind == .error {
      writer.startField(Field.replySerial.rawValue, "u")
      writer.add(UInt32(1))
    }
    add(.sender, "s", ":1.2", to: &writer)
    if !signature.isEmpty {
      writer.startField(Field.signature.rawValue, "g")
      writer.bytes.append(UInt8(signature.count))
      writer.bytes += signature + [0]
    }
    writer.set(UInt32(writer.bytes.count - start), at: start - 4)
    writer.pad(to: 8)
    return writer.bytes + body
  }

  private func add(_ field: Field, _ type: String, _ text: String?, to writer: inout RawWriter) {
    guard let text else { return }
    writer.startField(field.rawValue, type)
    writer.add(text)
  }
}

/// Marshals values.
struct RawWriter {
  var bytes: [UInt8] = []
  let isBigEndian: Bool

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func pad(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    pad(to: Number.bitWidth / 8)
    let start = bytes.count
    bytes += Array(repeating: 0, count: Number.bitWidth / 8)
    set(number, at: start)
  }

  mutating func set<Number: FixedWidthInteger>(_ number: Number, at start: Int) {
    for index in 0..<Number.bitWidth / 8 {
      let shift = isBigEndian ? Number.bitWidth - 8 - 8 * index : 8 * index
      bytes[start + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  /// A field of the header: its code, and its type as a variant has it.
  mutating func startField(_ code: UInt8, _ type: String) {
    pad(to: 8)
    bytes += [code, UInt8(type.utf8.count)] + Array(type.utf8) + [0]
  }
}

extension Message {
  /// What libdbus makes of bytes; nil for what is no message.
  static func unmarshalled(_ bytes: [UInt8]) -> Message? {
    let pointer = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
      guard let base = buffer.baseAddress else { return nil }
      return dbus_message_demarshal(
        base.assumingMemoryBound(to: CChar.self), CInt(clamping: buffer.count), nil)
    }
    return pointer.map { Message(adopting: $0) }
  }

  /// The message as it travels.
  var marshalled: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    var count: CInt = 0
    // libdbus wants a serial, which it gives when a message is sent.
    if serial == 0 { dbus_message_set_serial(pointer, 1) }
    guard dbus_message_marshal(pointer, &start, &count) != 0, let start else { return [] }
    defer { dbus_free(start) }
    return (0..<Int(count)).map { UInt8(bitPattern: start[$0]) }
  }

  /// The message as it arrives on the other side of a bus.
  func travelled() throws(BrokenPromise) -> Message {
    // Bytes alone have no descriptors.
    guard let message = hasDescriptors ? copied : Message.unmarshalled(marshalled) else {
      throw BrokenPromise(description: "libdbus does not read what it has written")
    }
    return message
  }
}
