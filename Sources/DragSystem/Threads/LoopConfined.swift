/// A value of the loop's thread that other threads carry: they never read it, and never destroy it.
///
/// The loop's thread takes the value out before the last reference goes, whichever thread drops that.
final class LoopConfined<Value>: @unchecked Sendable {
  /// Read and written on the loop's thread only.
  var value: Value?

  init(_ value: Value) {
    self.value = value
  }

  /// Takes the value out. To be called on the loop's thread.
  func removeValue() -> Value? {
    value.take()
  }
}
