/// Writes D-Bus values in the wire format (D-Bus specification, “Marshaling”), little-endian. Only the controller of
/// dbus-broker uses it; all other tests use libdbus.
struct Marshaller {
  private(set) var bytes: [UInt8] = []

  mutating func align(_ boundary: Int) {
    while !bytes.count.isMultiple(of: boundary) { bytes.append(0) }
  }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func uint32(_ value: UInt32) {
    align(4)
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  mutating func uint64(_ value: UInt64) {
    align(8)
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  mutating func bool(_ value: Bool) { uint32(value ? 1 : 0) }

  /// Writes a string or an object path.
  mutating func string(_ value: String) {
    uint32(UInt32(value.utf8.count))
    bytes += value.utf8
    bytes.append(0)
  }

  mutating func signature(_ value: String) {
    bytes.append(UInt8(value.utf8.count))
    bytes += value.utf8
    bytes.append(0)
  }

  mutating func structure(_ body: (inout Marshaller) -> Void) {
    align(8)
    body(&self)
  }

  /// An array of structures.
  mutating func structures(_ body: (inout Marshaller) -> Void) {
    uint32(0)
    let length = bytes.count - 4
    align(8)
    let start = bytes.count
    body(&self)
    withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) { value in
      bytes.replaceSubrange(length..<length + 4, with: value)
    }
  }

  /// A method call for a connection without a bus.
  static func call(
    serial: UInt32, path: String, interface: String, member: String, signature: String,
    descriptors: UInt32 = 0, body: (inout Marshaller) -> Void
  ) -> [UInt8] {
    var content = Marshaller()
    body(&content)
    var message = Marshaller()
    message.bytes = [UInt8(ascii: "l"), 1, 0, 1]
    message.uint32(UInt32(content.bytes.count))
    message.uint32(serial)
    message.structures { fields in
      fields.field(1, "o") { $0.string(path) }
      fields.field(2, "s") { $0.string(interface) }
      fields.field(3, "s") { $0.string(member) }
      fields.field(8, "g") { $0.signature(signature) }
      if descriptors > 0 { fields.field(9, "u") { $0.uint32(descriptors) } }
    }
    message.align(8)
    return message.bytes + content.bytes
  }

  private mutating func field(
    _ code: UInt8, _ signature: String, _ value: (inout Marshaller) -> Void
  ) {
    structure { structure in
      structure.byte(code)
      structure.signature(signature)
      value(&structure)
    }
  }
}
