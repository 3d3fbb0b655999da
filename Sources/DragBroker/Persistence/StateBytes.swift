/// Writes values, which `StateReader` reads in the same order.
struct StateWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes seven bits in each byte, the lowest first.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ number: Int) { write(UInt64(number)) }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  mutating func write(_ content: [UInt8]) {
    write(content.count)
    bytes += content
  }

  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  mutating func write(_ content: [UInt8]?) {
    write(content != nil)
    if let content { write(content) }
  }

  mutating func write(_ number: UInt64?) {
    write(number != nil)
    if let number { write(number) }
  }
}

/// A malformed record.
struct StateDamage: Error {}

/// Reads what `StateWriter` has written. No input makes it trap, or take much more memory than the input.
struct StateReader {
  /// The version of the writer, see `StateRecord.version`.
  let version: UInt64
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>, version: UInt64 = StateRecord.version) {
    rest = bytes
    self.version = version
  }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func byte() throws(StateDamage) -> UInt8 {
    guard let byte = rest.popFirst() else { throw StateDamage() }
    return byte
  }

  mutating func number() throws(StateDamage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      let bits = UInt64(byte & 0x7f)
      guard (bits << shift) >> shift == bits else { throw StateDamage() }
      number |= bits << shift
      if byte < 0x80 { return number }
    }
    throw StateDamage()
  }

  /// The number of elements that follow, each of at least one byte.
  mutating func count() throws(StateDamage) -> Int {
    let number = try number()
    guard number <= UInt64(rest.count) else { throw StateDamage() }
    return Int(number)
  }

  mutating func integer<Integer: FixedWidthInteger>() throws(StateDamage) -> Integer {
    guard let integer = Integer(exactly: try number()) else { throw StateDamage() }
    return integer
  }

  mutating func flag() throws(StateDamage) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw StateDamage()
    }
  }

  mutating func content() throws(StateDamage) -> [UInt8] {
    let count = try count()
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func text() throws(StateDamage) -> String {
    guard let text = String(validating: try content(), as: UTF8.self) else { throw StateDamage() }
    return text
  }

  mutating func optionalText() throws(StateDamage) -> String? { try flag() ? try text() : nil }

  mutating func optionalContent() throws(StateDamage) -> [UInt8]? {
    try flag() ? try content() : nil
  }

  mutating func optionalNumber() throws(StateDamage) -> UInt64? {
    try flag() ? try number() : nil
  }

  /// A value by its name.
  mutating func value<Value: RawRepresentable<String>>() throws(StateDamage) -> Value {
    guard let value = Value(rawValue: try text()) else { throw StateDamage() }
    return value
  }

  mutating func list<Element>(
    _ element: (inout StateReader) throws(StateDamage) -> Element
  ) throws(StateDamage) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<(try count()) { elements.append(try element(&self)) }
    return elements
  }
}
