extension UInt64 {
  /// Milliseconds, as the contract counts durations, in the clocks' microseconds.
  package var inMicroseconds: UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : product
  }
}
