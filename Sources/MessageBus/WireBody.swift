/// Values in the bus's own messages, with their signature.
package struct WireBody {
  var bytes: [UInt8] = []
  var signature = ""

  mutating func align(to boundary: Int) {
    while bytes.count % boundary != 0 { bytes.append(0) }
  }

  /// Writes a number without its signature.
  mutating func write(_ value: UInt32) {
    align(to: 4)
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))) }
  }

  /// Writes a text without its signature.
  mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  mutating func append(_ text: String) {
    write(text)
    signature += "s"
  }

  mutating func append(_ value: UInt32) {
    write(value)
    signature += "u"
  }

  mutating func append(_ value: Bool) {
    write(value ? 1 : 0)
    signature += "b"
  }

  mutating func append(_ texts: [String]) {
    align(to: 4)
    let place = bytes.count
    write(0)
    let start = bytes.count
    for text in texts { write(text) }
    setLength(at: place, from: start)
    signature += "as"
  }

  /// Appends a{sv} of numbers.
  mutating func append(_ values: [(String, UInt32)]) {
    align(to: 4)
    let place = bytes.count
    write(0)
    align(to: 8)
    let start = bytes.count
    for (key, value) in values {
      align(to: 8)
      write(key)
      bytes += [1, UInt8(ascii: "u"), 0]
      write(value)
    }
    setLength(at: place, from: start)
    signature += "a{sv}"
  }

  private mutating func setLength(at place: Int, from start: Int) {
    let length = UInt32(bytes.count - start)
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index)))
    }
  }

  /// The texts with which the body begins: what match rules and the bus's methods look at.
  package var leadingTexts: [String] {
    var found: [String] = []
    var at = 0
    for type in signature {
      guard type == "s" || type == "o" else { break }
      at = (at + 3) / 4 * 4
      guard at + 4 <= bytes.count else { break }
      let count = Int(bytes[...].word(at: at))
      found.append(bytes[...].text(at: at + 4, count: count))
      at += 5 + count
    }
    return found
  }
}
