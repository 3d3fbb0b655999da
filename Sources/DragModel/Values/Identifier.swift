/// The name of an offer, transfer or target: 130 random bits, written as 26 characters of
/// lower-case base32 (RFC 4648 section 6's alphabet, without padding).
package struct Identifier: Hashable, Sendable {
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt8

  /// Makes an identifier from random bits; of `low` only the last two count.
  package init(high: UInt64, middle: UInt64, low: UInt8) {
    self.high = high
    self.middle = middle
    self.low = low & 0b11
  }

  /// Reads the written form; nil for anything else than 26 characters of the alphabet.
  package init?(_ text: String) {
    self.init(utf8: text.utf8.span)
  }

  /// Reads the written form from its bytes.
  package init?(utf8 text: Span<UInt8>) {
    guard text.count == Self.length else { return nil }
    var high: UInt64 = 0
    var middle: UInt64 = 0
    var low: UInt8 = 0
    for index in text.indices {
      guard let digit = Self.digit(text[index]) else { return nil }
      // Shift all 130 bits left by five and put the digit in.
      high = high << 5 | middle >> 59
      middle = middle << 5 | UInt64(low << 3 | digit >> 2)
      low = digit & 0b11
    }
    self.init(high: high, middle: middle, low: low)
  }

  package static let length = 26

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): byte - UInt8(ascii: "2") + 26
    default: nil
    }
  }
}

extension Identifier: Comparable {
  package static func < (a: Identifier, b: Identifier) -> Bool {
    (a.high, a.middle, a.low) < (b.high, b.middle, b.low)
  }
}

extension Identifier: CustomStringConvertible {
  package var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(Self.length)
    for index in 0..<Self.length {
      digits.append(Self.character(fiveBits(at: index)))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Five bits, counted from the first of the 130.
  private func fiveBits(at index: Int) -> UInt8 {
    let first = index * 5
    switch first {
    case ...59: return UInt8(truncatingIfNeeded: high >> (59 - first)) & 31
    case 60: return UInt8(truncatingIfNeeded: high << 1 | middle >> 63) & 31
    case ...123: return UInt8(truncatingIfNeeded: middle >> (123 - first)) & 31
    default: return UInt8(truncatingIfNeeded: middle << 2) & 28 | low
    }
  }

  private static func character(_ digit: UInt8) -> UInt8 {
    digit < 26 ? UInt8(ascii: "a") + digit : UInt8(ascii: "2") + digit - 26
  }
}
