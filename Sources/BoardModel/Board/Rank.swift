/// A position in an order. Between any two ranks there is a third: inserting changes no other rank.
///
/// A rank is a fraction between 0 and 1, in bytes, without zeros at its end. Ranks compare as their bytes do.
struct Rank: Hashable, Comparable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  static func < (one: Rank, other: Rank) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }

  /// The distance between ranks at the ends of an order: appending and prepending never lengthen ranks.
  private static let step: UInt64 = 1 << 24

  /// A number of ranks in order, all between two others; nil is the beginning or the end of the order.
  static func ranks(_ count: Int, after low: Rank?, before high: Rank?) -> [Rank] {
    guard count > 0 else { return [] }
    switch (low, high) {
    case (let low, nil):
      let start = low?.head ?? 1 << 63
      let (distance, tooMany) = step.multipliedReportingOverflow(by: UInt64(count))
      if !tooMany, !start.addingReportingOverflow(distance).overflow {
        return (1...UInt64(count)).map { Rank(head: start + step * $0) }
      }
    case (nil, let high?):
      let (distance, tooMany) = step.multipliedReportingOverflow(by: UInt64(count))
      if !tooMany, high.head > distance {
        return (1...UInt64(count)).map { Rank(head: high.head - step * (UInt64(count) + 1 - $0)) }
      }
    case (.some, .some): break
    }
    var found: [Rank] = []
    found.reserveCapacity(count)
    spread(count, low, high, &found)
    return found
  }

  /// Halves the interval repeatedly: ranks grow with the logarithm of the count.
  private static func spread(_ count: Int, _ low: Rank?, _ high: Rank?, _ found: inout [Rank]) {
    guard count > 0 else { return }
    let middle = middle(low, high)
    spread((count - 1) / 2, low, middle, &found)
    found.append(middle)
    spread(count - 1 - (count - 1) / 2, middle, high, &found)
  }

  private static func middle(_ low: Rank?, _ high: Rank?) -> Rank {
    let length = max(low?.bytes.count ?? 0, high?.bytes.count ?? 0) + 1
    var sum = [UInt8](repeating: 0, count: length)
    var carry = 0
    for index in sum.indices.reversed() {
      let digit = carry + digit(low, index) + digit(high, index)
      sum[index] = UInt8(digit & 255)
      carry = digit >> 8
    }
    if high == nil { carry += 1 }
    for index in sum.indices {
      let digit = carry << 8 | Int(sum[index])
      sum[index] = UInt8(digit >> 1)
      carry = digit & 1
    }
    return Rank(trimming: sum)
  }

  private static func digit(_ rank: Rank?, _ index: Int) -> Int {
    guard let rank, index < rank.bytes.count else { return 0 }
    return Int(rank.bytes[index])
  }

  /// The first eight bytes as a number.
  private var head: UInt64 {
    (0..<8).reduce(0) { $0 << 8 | UInt64(Self.digit(self, $1)) }
  }

  private init(head: UInt64) {
    self.init(trimming: (0..<8).map { UInt8(truncatingIfNeeded: head >> (56 - 8 * $0)) })
  }

  private init(trimming bytes: [UInt8]) {
    self.init(bytes: Array(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]))
  }
}
