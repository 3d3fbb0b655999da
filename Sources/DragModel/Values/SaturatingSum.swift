// Peers may promise any number of bytes: sums saturate at the largest number.

extension FixedWidthInteger {
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Sequence where Element: FixedWidthInteger {
  /// The sum of numbers that are not negative.
  package var saturatedSum: Element { reduce(0) { $0.addingSaturated($1) } }
}
