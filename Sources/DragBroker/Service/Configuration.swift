package import DragModel

/// What the command line decides about a broker.
package struct Configuration: Sendable {
  package var limits = Limits()
  /// Microseconds without anything on offer after which the broker leaves; nil means never.
  package var idleExit: UInt64? = 60_000_000

  package init() {}
}
