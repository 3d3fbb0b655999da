/// A value of the loop's thread that other threads hold but never read or destroy: for one hand-over inside DragSystem,
/// such as the callback of a job. Other modules use `LoopBound` for a whole object.
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
