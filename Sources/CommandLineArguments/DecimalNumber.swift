/// A decimal number with an optional fraction, kept exact until its unit is known.
struct DecimalNumber {
  private var digits: UInt64 = 0
  private var divisor: UInt64 = 1
  /// How many bytes of the text are the number.
  private(set) var length = 0

  /// Takes a number off the front; nil when there is none or it has more digits than fit.
  init?(consuming text: inout Substring.UTF8View) {
    var isFraction = false
    var digitCount = 0
    var rest = text
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        guard append(UInt64(byte - UInt8(ascii: "0")), isFraction: isFraction) else { return nil }
        digitCount += 1
      } else {
        break
      }
      rest = rest.dropFirst()
      length += 1
    }
    guard digitCount > 0 else { return nil }
    text = rest
  }

  private mutating func append(_ digit: UInt64, isFraction: Bool) -> Bool {
    let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(digit)
    guard !overflow, !carry else { return false }
    digits = sum
    if isFraction {
      let (scaled, overflow) = divisor.multipliedReportingOverflow(by: 10)
      guard !overflow else { return false }
      divisor = scaled
    }
    return true
  }

  /// The number times a unit, rounded down; nil when that does not fit.
  func multiplied(by unit: UInt64) -> UInt64? {
    let product = digits.multipliedFullWidth(by: unit)
    guard product.high < divisor else { return nil }
    return divisor.dividingFullWidth(product).quotient
  }
}
