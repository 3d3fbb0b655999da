import Foundation
import Harness

/// Reads and writes JSON by hand: peers send megabytes of it, and `Codable` tries every type for each value.
extension Value {
  init(json bytes: ArraySlice<UInt8>) throws {
    self = try bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      let value = try reader.value()
      try reader.end()
      return value
    }
  }

  var json: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .integer(let number): text += "\(number)".utf8
    case .unsigned(let number): text += "\(number)".utf8
    case .double(let number): text += "\(number)".utf8
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let entries):
      text.append(UInt8(ascii: "{"))
      for (index, (key, value)) in entries.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        Self.write(key, to: &text)
        text.append(UInt8(ascii: ":"))
        value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    if string.utf8.contains(where: {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }) {
      for byte in string.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
        case 0..<0x10: text += "\\u000\(String(byte, radix: 16))".utf8
        case 0x10..<0x20: text += "\\u00\(String(byte, radix: 16))".utf8
        default: text.append(byte)
        }
      }
    } else {
      text += string.utf8
    }
    text.append(UInt8(ascii: "\""))
  }
}

/// Reads one value (RFC 8259) after the other.
private struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private var next = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func value() throws -> Value {
    switch try first() {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  mutating func end() throws {
    skipSpace()
    guard next == bytes.count else { throw wrong("the end") }
  }

  private mutating func object() throws -> [String: Value] {
    next += 1
    var entries: [String: Value] = [:]
    guard !(try skip("}")) else { return entries }
    repeat {
      guard try first() == UInt8(ascii: "\"") else { throw wrong("a key") }
      let key = try string()
      guard try skip(":") else { throw wrong("“:”") }
      entries[key] = try value()
    } while try skip(",")
    guard try skip("}") else { throw wrong("“}”") }
    return entries
  }

  private mutating func array() throws -> [Value] {
    next += 1
    var elements: [Value] = []
    guard !(try skip("]")) else { return elements }
    repeat { elements.append(try value()) } while try skip(",")
    guard try skip("]") else { throw wrong("“]”") }
    return elements
  }

  private mutating func string() throws -> String {
    next += 1
    let start = next
    guard let quote = find("\"", before: bytes.count) else { throw wrong("a quote") }
    guard find("\\", before: quote) != nil else {
      next = quote + 1
      return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<quote]), as: UTF8.self)
    }
    return try stringWithEscapes()
  }

  private mutating func stringWithEscapes() throws -> String {
    var units: [UInt16] = []
    while true {
      guard let escape = find("\\", before: bytes.count),
        let quote = find("\"", before: bytes.count)
      else {
        // The last escape is behind the quote.
        guard let quote = find("\"", before: bytes.count) else { throw wrong("a quote") }
        append(upTo: quote, to: &units)
        break
      }
      append(upTo: min(escape, quote), to: &units)
      guard escape < quote else { break }
      units.append(try escaped())
    }
    next += 1
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func append(upTo end: Int, to units: inout [UInt16]) {
    units +=
      String(decoding: UnsafeRawBufferPointer(rebasing: bytes[next..<end]), as: UTF8.self).utf16
    next = end
  }

  private mutating func escaped() throws -> UInt16 {
    guard next + 1 < bytes.count else { throw wrong("an escape") }
    let letter = bytes[next + 1]
    next += 2
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      guard next + 4 <= bytes.count,
        let unit = UInt16(String(decoding: bytes[next..<next + 4], as: UTF8.self), radix: 16)
      else { throw wrong("four digits") }
      next += 4
      return unit
    default: return UInt16(letter)
    }
  }

  /// Like JSONDecoder, reads a number without a fraction as an integer.
  private mutating func number() throws -> Value {
    let start = next
    while next < bytes.count, Self.isOfNumber(bytes[next]) { next += 1 }
    let text = String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<next]), as: UTF8.self)
    if let number = Int64(text) { return .integer(number) }
    if let number = UInt64(text) { return .unsigned(number) }
    guard let number = Double(text) else { throw wrong("a number") }
    return Int64(exactly: number).map(Value.integer) ?? .double(number)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  // MARK: Bytes

  private mutating func word(_ word: StaticString, _ value: Value) throws -> Value {
    guard bytes[next...].starts(with: "\(word)".utf8) else { throw wrong("\(word)") }
    next += word.utf8CodeUnitCount
    return value
  }

  private mutating func skip(_ letter: Unicode.Scalar) throws -> Bool {
    guard try first() == UInt8(ascii: letter) else { return false }
    next += 1
    return true
  }

  private mutating func first() throws -> UInt8 {
    skipSpace()
    guard next < bytes.count else { throw wrong("more") }
    return bytes[next]
  }

  private mutating func skipSpace() {
    while next < bytes.count, bytes[next] == 0x20 || (0x09...0x0D).contains(bytes[next]) {
      next += 1
    }
  }

  private func find(_ letter: Unicode.Scalar, before end: Int) -> Int? {
    guard let base = bytes.baseAddress, next < end else { return nil }
    return memchr(base + next, Int32(letter.value), end - next).map { UnsafeRawPointer($0) - base }
  }

  private func wrong(_ wanted: String) -> HarnessFailure {
    HarnessFailure("no JSON: there should be \(wanted) at byte \(next)")
  }
}
