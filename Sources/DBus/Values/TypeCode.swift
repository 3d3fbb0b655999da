/// A type of the D-Bus type system (specification, “Type System”); the raw value is its letter.
package enum TypeCode: UInt8, Sendable {
  case byte = 0x79
  case boolean = 0x62
  case int16 = 0x6E
  case uint16 = 0x71
  case int32 = 0x69
  case uint32 = 0x75
  case int64 = 0x78
  case uint64 = 0x74
  case double = 0x64
  case string = 0x73
  case objectPath = 0x6F
  case signature = 0x67
  case unixFD = 0x68
  case array = 0x61
  case variant = 0x76
  /// libdbus's code for a structure; `(` in a signature.
  case structure = 0x72
  /// libdbus's code for a dictionary's entry; `{` in a signature.
  case dictionaryEntry = 0x65

  /// The letter as libdbus takes it.
  var code: Int32 { Int32(rawValue) }

  /// The type with libdbus's code, nil for `DBUS_TYPE_INVALID`.
  init?(code: Int32) {
    self.init(rawValue: UInt8(truncatingIfNeeded: code))
  }

  /// Boundary in bytes on which the first letter of a signature puts a value.
  static func alignment(ofSignature letter: UInt8) -> Int {
    switch letter {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
    case UInt8(ascii: "("), UInt8(ascii: "{"): 8
    default: 4
    }
  }
}

extension TypeCode: CustomStringConvertible {
  /// For people: the name and the letter.
  package var description: String {
    switch self {
    case .byte: "byte (y)"
    case .boolean: "boolean (b)"
    case .int16: "int16 (n)"
    case .uint16: "uint16 (q)"
    case .int32: "int32 (i)"
    case .uint32: "uint32 (u)"
    case .int64: "int64 (x)"
    case .uint64: "uint64 (t)"
    case .double: "double (d)"
    case .string: "string (s)"
    case .objectPath: "object path (o)"
    case .signature: "signature (g)"
    case .unixFD: "file descriptor (h)"
    case .array: "array (a)"
    case .variant: "variant (v)"
    case .structure: "structure"
    case .dictionaryEntry: "dictionary entry"
    }
  }
}
