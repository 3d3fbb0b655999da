package import DragModel

/// What the command line decides about a broker.
package struct Configuration: Sendable {
  package var limits = Limits()
  /// Microseconds without anything on offer after which the broker leaves; nil means never.
  package var idleExit: UInt64? = 60_000_000
  /// Whether the log has every offer, target and transfer, or only what somebody has to know.
  package var isVerbose = false

  package init() {}
}
