internal import DragSystem

/// Gathers calls of dragd that come close together. Waiting for the disk takes longer than waiting for the next call,
/// and one wait for the disk serves all of them.
final class CallGathering {
  /// How many calls were gathered the last time: a single move does not wait for others.
  private var last = 1

  /// Microseconds after which no further call is coming.
  private static let pause: UInt64 = 500
  private static let mostPauses = 10

  /// Calls `then` once no further call comes.
  ///
  /// - Parameter count: tells how many calls there are by now.
  func gather(
    on loop: EventLoop, count: @escaping () -> Int, then: @escaping () -> Void
  ) {
    loop.next { [self] in wait(on: loop, after: 1, Self.mostPauses, count, then) }
  }

  private func wait(
    on loop: EventLoop, after former: Int, _ pauses: Int, _ count: @escaping () -> Int,
    _ then: @escaping () -> Void
  ) {
    let now = count()
    guard pauses > 0, now > former || pauses == Self.mostPauses && last > 1 else {
      last = now
      return then()
    }
    loop.after(microseconds: Self.pause) { [self] in
      wait(on: loop, after: now, pauses - 1, count, then)
    }
  }
}
