/// Reads JSON (RFC 8259) strictly.
struct JSONParser {
  /// What is wrong, and at which byte.
  struct Failure: Error, Hashable {
    var reason: String
    var offset: Int
  }

  private let bytes: [UInt8]
  private var at = 0
  /// Deeper values are refused: they would take the stack.
  private static let deepest = 256

  static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(reason: "it is not UTF-8", offset: 0)
    }
    var parser = JSONParser(bytes: bytes)
    // A byte order mark, which some editors write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.at == bytes.count else { throw parser.failure("something follows its end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: at) }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.deepest else { throw failure("it is nested too deeply") }
    skipBlanks()
    switch next {
    case nil: throw failure("it ends too early")
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[at...].starts(with: word.utf8) else { throw failure("this is no value") }
    at += word.utf8.count
    return value
  }

  private mutating func object(_ depth: Int) throws(Failure) -> JSONValue {
    at += 1
    var members: [JSONValue.Member] = []
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else {
        throw failure(next == nil ? "it ends too early" : "a name in quotes should stand here")
      }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw failure(next == nil ? "it ends too early" : "“:” is missing") }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else {
        throw failure(next == nil ? "it ends too early" : "“,” or “}” is missing")
      }
    }
  }

  private mutating func array(_ depth: Int) throws(Failure) -> JSONValue {
    at += 1
    var values: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(values) }
    while true {
      values.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return .array(values) }
      guard take(",") else {
        throw failure(next == nil ? "it ends too early" : "“,” or “]” is missing")
      }
    }
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = at
    _ = take("-")
    guard let first = next, (0x30...0x39).contains(first) else { throw failure("this is no value") }
    if !take("0") { skipDigits() }
    if take(".") {
      guard skipDigits() else { throw failure("digits are missing") }
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard skipDigits() else { throw failure("digits are missing") }
    }
    return .number(String(decoding: bytes[start..<at], as: UTF8.self))
  }

  @discardableResult
  private mutating func skipDigits() -> Bool {
    let start = at
    while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
    return at > start
  }

  private mutating func string() throws(Failure) -> String {
    at += 1
    var text: [UInt8] = []
    while true {
      guard let byte = next else { throw failure("it ends too early") }
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20: throw failure("a control character stands in a string")
      case _:
        text.append(byte)
        at += 1
      }
    }
  }

  private mutating func escape() throws(Failure) -> Character {
    at += 1
    guard let byte = next else { throw failure("it ends too early") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return Character(try unicode())
    case _: throw failure("“\\\(Character(Unicode.Scalar(byte)))” means nothing")
    }
  }

  private mutating func unicode() throws(Failure) -> Unicode.Scalar {
    let high = try hexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, take("\\"), take("u") else { throw failure("half a surrogate pair") }
    let low = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard at + 4 <= bytes.count else { throw failure("it ends too early") }
    var number: UInt32 = 0
    for byte in bytes[at..<(at + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("“\\u” needs four hexadecimal digits")
      }
      number = number << 4 | UInt32(digit)
    }
    at += 4
    return number
  }
}
