/// A message from dbus-broker to its controller, as far as the controller cares.
struct BrokerMessage {
  /// 2 is a reply, 3 an error, 4 a signal.
  var type: UInt8 = 0
  var path = ""
  var member = ""
  var errorName = ""
  var replySerial: UInt32 = 0
  var body: [UInt8] = []

  /// Reads the next message; `read` blocks for exactly that many bytes, nil at end of file.
  init?(_ read: (Int) throws -> [UInt8]?) rethrows {
    guard let fixed = try read(16) else { return nil }
    type = fixed[1]
    let bodyLength = Int(fixed.uint32(at: 4))
    let fieldsLength = Int(fixed.uint32(at: 12))
    let padded = (fieldsLength + 7) & ~7
    guard let fields = try read(padded), let body = try read(bodyLength) else { return nil }
    self.body = body
    parse(fields[..<fieldsLength])
  }

  /// An array of (byte code, variant value); the values are strings, signatures or uint32.
  private mutating func parse(_ fields: ArraySlice<UInt8>) {
    var at = 0
    while at + 4 <= fields.count {
      let code = fields[at]
      let type = fields[at + 2]
      at += 4
      switch type {
      case UInt8(ascii: "g"):
        at += Int(fields[at]) + 2
      case UInt8(ascii: "u"):
        if code == 5 { replySerial = fields.uint32(at: at) }
        at += 4
      case UInt8(ascii: "o"), UInt8(ascii: "s"):
        let length = Int(fields.uint32(at: at))
        let text = String(decoding: fields[at + 4..<at + 4 + length], as: UTF8.self)
        at += 4 + length + 1
        switch code {
        case 1: path = text
        case 3: member = text
        case 4: errorName = text
        default: break
        }
      default:
        return
      }
      at = (at + 7) & ~7
    }
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  func uint32(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
  }
}
