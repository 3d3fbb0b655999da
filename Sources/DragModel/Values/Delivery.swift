/// How a destination wants to receive.
package enum Delivery: String, CaseIterable, Hashable, Sendable {
  /// Small and held: in the reply itself; anything else as `file`.
  case any
  /// A complete, immutable snapshot.
  case file
  /// A pipe, the bytes as they come.
  case stream
}
