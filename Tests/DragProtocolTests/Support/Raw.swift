import CLinux
import DBus
import DragModel
import DragSystem
import Foundation

/// A value as a peer could put it into a message, right or wrong.
indirect enum Raw: Sendable {
  case string(String)
  case path(String)
  case bool(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case strings([String])
  case bytes([UInt8])
  case int32s([Int32])
  case uint32s([UInt32])
  /// An open descriptor of the null device.
  case descriptor
  case dictionary([(String, Raw)])

  var signature: String {
    switch self {
    case .string: "s"
    case .path: "o"
    case .bool: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .strings: "as"
    case .bytes: "ay"
    case .int32s: "ai"
    case .uint32s: "au"
    case .descriptor: "h"
    case .dictionary: "a{sv}"
    }
  }

  func write(to writer: inout MessageWriter) throws(BusError) {
    switch self {
    case .string(let value): try writer.append(value)
    case .path(let value): try writer.appendPath(value)
    case .bool(let value): try writer.append(value)
    case .byte(let value): try writer.append(value)
    case .int16(let value): try writer.append(value)
    case .uint16(let value): try writer.append(value)
    case .int32(let value): try writer.append(value)
    case .uint32(let value): try writer.append(value)
    case .int64(let value): try writer.append(value)
    case .uint64(let value): try writer.append(value)
    case .double(let value): try writer.append(value)
    case .strings(let value): try writer.appendStrings(value)
    case .bytes(let value): try writer.appendBytes(value)
    case .int32s(let value):
      try writer.appendArray(of: "i") { array throws(BusError) in
        for number in value { try array.append(number) }
      }
    case .uint32s(let value):
      try writer.appendArray(of: "u") { array throws(BusError) in
        for number in value { try array.append(number) }
      }
    case .descriptor:
      try writer.append(descriptor: nullDevice())
    case .dictionary(let entries):
      try writer.appendDictionary { dictionary throws(BusError) in
        for (key, value) in entries {
          try dictionary.entry(key, signature: value.signature) { variant throws(BusError) in
            try value.write(to: &variant)
          }
        }
      }
    }
  }
}

func nullDevice() -> OwnedFileDescriptor {
  OwnedFileDescriptor(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC))
}

/// Device and inode of an open file, which a duplicate shares.
func identity(of descriptor: borrowing OwnedFileDescriptor) -> [UInt64] {
  var status = stat()
  fstat(descriptor.rawValue, &status)
  return [UInt64(status.st_dev), UInt64(status.st_ino)]
}

/// An item as a peer could write it.
struct RawItem: Sendable {
  var attributes: [(String, Raw)] = []
  var representations: [[(String, Raw)]]

  /// One that breaks no rule.
  static let plain = RawItem(representations: [
    [("type", .string("text/plain")), ("data", .bytes([1]))]
  ])
}

/// A call with these arguments, of no particular method: codecs look at nothing else.
func call(
  _ body: (inout MessageWriter) throws(BusError) -> Void
) throws -> Message {
  let message = try Message.call(
    to: "org.dragd.Broker1", path: "/org/dragd/Broker1", interface: "org.dragd.Broker1",
    member: "Test")
  message.descriptorLimit = 64
  try message.write(body)
  return message
}

func call(_ arguments: Raw...) throws -> Message {
  try call { writer throws(BusError) in
    for argument in arguments { try argument.write(to: &writer) }
  }
}

/// The arguments of Offer and AddItems.
func offerCall(_ items: [RawItem], _ options: [(String, Raw)] = []) throws -> Message {
  try call { writer throws(BusError) in
    try writer.appendArray(of: "(a{sv}aa{sv})") { array throws(BusError) in
      for item in items {
        try array.appendStructure { fields throws(BusError) in
          try Raw.dictionary(item.attributes).write(to: &fields)
          try fields.appendArray(of: "a{sv}") { representations throws(BusError) in
            for representation in item.representations {
              try Raw.dictionary(representation).write(to: &representations)
            }
          }
        }
      }
    }
    try Raw.dictionary(options).write(to: &writer)
  }
}

/// Why `body` is refused; nil if it is not.
func rejection<T: ~Copyable>(_ body: () throws -> T) -> Rejection? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Rejection
  }
}
