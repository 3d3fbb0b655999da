/// Writes values one after another; `StateReader` reads them back in the same order.
struct StateWriter {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first.
  mutating func put(_ number: UInt64) {
    var rest = number
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ number: Int) { put(UInt64(number)) }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes += text.utf8
  }

  mutating func put(_ content: [UInt8]) {
    put(content.count)
    bytes += content
  }

  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put(_ number: UInt64?) {
    put(number != nil)
    if let number { put(number) }
  }
}

/// A record that says what no record says.
struct StateDamage: Error {}

/// Reads what `StateWriter` has written. Nothing it is given makes it trap or take much more memory than that has.
struct StateReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

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

  /// A number of things that take at least one byte each.
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

  mutating func optionalNumber() throws(StateDamage) -> UInt64? {
    try flag() ? try number() : nil
  }

  /// One of the values by its name.
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
