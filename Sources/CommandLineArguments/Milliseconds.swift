/// A length of time as people type it: `500ms`, `90` (seconds), `1.5s`, `10m`, `1h30m`, `2d`.
package struct Milliseconds: Hashable, Sendable {
  package let count: UInt64

  package init(_ count: UInt64) {
    self.count = count
  }

  /// Nil for anything else: empty, negative, an unknown unit, or more than fits.
  package init?(_ text: String) {
    var total: UInt64 = 0
    var rest = text.utf8[...]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let number = DecimalNumber(consuming: &rest) else { return nil }
      let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      rest = rest[letters.endIndex...]
      guard
        let unit = Self.milliseconds(in: String(decoding: letters, as: UTF8.self)),
        // A bare number is seconds, but only alone: “1h30” could mean either.
        !letters.isEmpty || number.length == text.utf8.count,
        let part = number.multiplied(by: unit)
      else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(part)
      guard !overflow else { return nil }
      total = sum
    }
    count = total
  }

  private static func milliseconds(in unit: String) -> UInt64? {
    switch unit {
    case "ms": 1
    case "", "s": 1000
    case "m", "min": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }
}
