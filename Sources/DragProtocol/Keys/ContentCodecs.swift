internal import DBus
internal import DragModel
package import DragSystem

/// Content that travels in the message.
struct BytesCodec: ValueCodec {
  var limit: Int

  var signature: String { "ay" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [UInt8] {
    let bytes = try reader.reading { reader throws(DecodingFailure) in try reader.bytes() }
    guard bytes.count <= limit else {
      throw .invalid("\(label) has \(bytes.count) bytes, the limit is \(limit): use fd")
    }
    return bytes
  }

  func write(_ value: [UInt8], _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, bytes: value)
  }
}

extension ValueCodec where Self == BytesCodec {
  static func bytes(atMost limit: Int = .max) -> Self { Self(limit: limit) }
}

/// A descriptor as it stands in a dictionary.
enum DescriptorValue {
  /// Not read from the message yet: the dictionary's reader decides which object closes it. Indirect, because a reader
  /// is large and dictionaries with this value are copied often.
  indirect case received(MessageReader)
  case shared(SharedDescriptor)
  case lent(PeerDescriptor)
  /// Its owner keeps it open while the message is written.
  case borrowed(rawValue: Int32)

  /// Reads a duplicate from the message.
  func readDuplicate() throws(Rejection) -> OwnedFileDescriptor {
    guard case .received(var reader) = self else {
      preconditionFailure("only a descriptor that was received is read from a message")
    }
    return try reader.reading { reader throws(DecodingFailure) in try reader.descriptor() }
  }
}

struct DescriptorCodec: ValueCodec {
  var signature: String { "h" }

  func read(
    _ reader: inout MessageReader, _ label: ValueLabel
  ) throws(Rejection) -> DescriptorValue {
    try reader.reading { reader throws(DecodingFailure) in try reader.expectDescriptor() }
    return .received(reader)
  }

  func write(
    _ value: DescriptorValue, _ key: String, to entries: inout DictionaryWriter
  ) throws(BusError) {
    switch value {
    case .received: preconditionFailure("a descriptor is read from a message before it is sent")
    case .shared(let shared): try entries.entry(key, descriptor: shared.descriptor)
    case .lent(let descriptor): try entries.entry(key, lending: descriptor)
    case .borrowed(let number): try entries.entry(key, descriptorNumber: number)
    }
  }
}

extension ValueCodec where Self == DescriptorCodec {
  static var descriptor: Self { Self() }
}

/// A descriptor in values that are copied; it is closed with the last of them.
package final class SharedDescriptor: Sendable {
  package let descriptor: OwnedFileDescriptor

  package init(_ descriptor: consuming OwnedFileDescriptor) {
    self.descriptor = descriptor
  }
}
