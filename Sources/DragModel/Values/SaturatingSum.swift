// What peers promise may be any number: their sums end at the largest.

extension FixedWidthInteger {
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Sequence where Element: FixedWidthInteger {
  /// The sum of numbers none of which is negative.
  package var saturatedSum: Element { reduce(0) { $0.addingSaturated($1) } }
}
