/// A point in time. DragBroker reads the clocks and passes it to the model.
package struct Instant: Hashable, Sendable {
  /// Microseconds of CLOCK_MONOTONIC, which stops while the machine sleeps: for deadlines of programs.
  package var monotonic: UInt64
  /// Microseconds of CLOCK_BOOTTIME, which counts sleep: for deadlines that people notice.
  package var boottime: UInt64
  /// Microseconds of CLOCK_REALTIME since 1970: for times that people are shown.
  package var realtime: UInt64

  package init(monotonic: UInt64, boottime: UInt64, realtime: UInt64) {
    self.monotonic = monotonic
    self.boottime = boottime
    self.realtime = realtime
  }
}

extension UInt64 {
  /// A number of milliseconds, the contract's unit, in microseconds, the unit of the clocks.
  package var inMicroseconds: UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : product
  }
}
