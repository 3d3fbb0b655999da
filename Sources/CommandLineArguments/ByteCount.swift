/// A number of bytes as people type it: `4096`, `10M` and `10MiB` (1024²), `10MB` (1000²), `1.5GiB`.
package struct ByteCount: Hashable, Sendable {
  package let count: UInt64

  package init(_ count: UInt64) {
    self.count = count
  }

  /// Nil for anything else: empty, negative, an unknown unit, or more than fits. Units as in GNU
  /// coreutils (“Block size”), in either case.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    guard let number = DecimalNumber(consuming: &rest) else { return nil }
    guard
      let unit = Self.bytes(in: String(decoding: rest, as: UTF8.self).lowercased()),
      let count = number.multiplied(by: unit)
    else { return nil }
    self.count = count
  }

  private static func bytes(in unit: String) -> UInt64? {
    switch unit {
    case "", "b": 1
    case "k", "kib": 1 << 10
    case "m", "mib": 1 << 20
    case "g", "gib": 1 << 30
    case "t", "tib": 1 << 40
    case "kb": 1000
    case "mb": 1_000_000
    case "gb": 1_000_000_000
    case "tb": 1_000_000_000_000
    default: nil
    }
  }
}
