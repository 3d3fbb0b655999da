/// A message as it is on the wire, little-endian; the bus looks at its header only. See “Message Protocol” of the
/// D-Bus specification. Whoever sends it has checked it: libdbus does.
package struct WireMessage {
  package enum Kind: UInt8 {
    case call = 1
    case reply, error, signal
  }

  package var kind: Kind
  var flags: UInt8 = 1
  package var serial: UInt32
  package var path: String?
  package var interface: String?
  package var member: String?
  package var errorName: String?
  package var replySerial: UInt32?
  package var destination: String?
  package var sender: String?
  package var body = WireBody()
  package var descriptors: [Int32] = []
  /// How many the header promises.
  private(set) var descriptorCount: UInt32 = 0

  package var expectsReply: Bool { kind == .call && flags & 1 == 0 }
  var mayActivate: Bool { flags & 2 == 0 }

  init(_ kind: Kind, serial: UInt32) {
    self.kind = kind
    self.serial = serial
  }

  /// The length of the first message in the bytes; nil while there are too few to know.
  static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 16 else { return nil }
    let (body, fields) = (Int(bytes.word(at: 4)), Int(bytes.word(at: 12)))
    return (16 + fields + 7) / 8 * 8 + body
  }

  /// Parses one whole message; nil for one that this bus refuses.
  init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    // A machine whose programs are big-endian has no such bus.
    guard bytes.first == UInt8(ascii: "l"), let kind = Kind(rawValue: bytes[start + 1]) else {
      return nil
    }
    self.init(kind, serial: bytes.word(at: 8))
    flags = bytes[start + 2]
    let end = 16 + Int(bytes.word(at: 12))
    var at = 16
    while at < end {
      at = (at + 7) / 8 * 8
      let (field, type) = (bytes[start + at], bytes[start + at + 2])
      at += 4
      switch type {
      case UInt8(ascii: "u"):
        if field == 5 { replySerial = bytes.word(at: at) }
        if field == 9 { descriptorCount = bytes.word(at: at) }
        at += 4
      case UInt8(ascii: "g"):
        let count = Int(bytes[start + at])
        body.signature = bytes.text(at: at + 1, count: count)
        at += count + 2
      default:
        let count = Int(bytes.word(at: at))
        set(field, bytes.text(at: at + 4, count: count))
        at += 4 + count + 1
      }
    }
    body.bytes = Array(bytes[(start + (end + 7) / 8 * 8)...])
  }

  private mutating func set(_ field: UInt8, _ text: String) {
    switch field {
    case 1: path = text
    case 2: interface = text
    case 3: member = text
    case 4: errorName = text
    case 6: destination = text
    case 7: sender = text
    default: break
    }
  }

  var bytes: [UInt8] {
    var fields = WireBody()
    func field(_ code: UInt8, _ type: Character, _ write: (inout WireBody) -> Void) {
      fields.align(to: 8)
      fields.bytes += [code, 1, type.asciiValue ?? 0, 0]
      write(&fields)
    }
    let texts: [(UInt8, Character, String?)] = [
      (1, "o", path), (2, "s", interface), (3, "s", member), (4, "s", errorName),
      (6, "s", destination), (7, "s", sender),
    ]
    for (code, type, text) in texts {
      if let text { field(code, type) { $0.write(text) } }
    }
    if let replySerial { field(5, "u") { $0.write(replySerial) } }
    if !body.signature.isEmpty {
      field(8, "g") { fields in
        let text = Array(body.signature.utf8)
        fields.bytes += [UInt8(text.count)] + text + [0]
      }
    }
    if !descriptors.isEmpty { field(9, "u") { $0.write(UInt32(descriptors.count)) } }
    var message = WireBody()
    message.bytes = [UInt8(ascii: "l"), kind.rawValue, flags, 1]
    message.write(UInt32(body.bytes.count))
    message.write(serial)
    message.write(UInt32(fields.bytes.count))
    message.bytes += fields.bytes
    message.align(to: 8)
    return message.bytes + body.bytes
  }
}

extension ArraySlice<UInt8> {
  func word(at offset: Int) -> UInt32 {
    let at = startIndex + offset
    return UInt32(self[at]) | UInt32(self[at + 1]) << 8 | UInt32(self[at + 2]) << 16
      | UInt32(self[at + 3]) << 24
  }

  func text(at offset: Int, count: Int) -> String {
    String(decoding: self[(startIndex + offset)..<(startIndex + offset + count)], as: UTF8.self)
  }
}
