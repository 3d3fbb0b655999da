internal import CLinux

/// Work that a loop does once, at a time of CLOCK_MONOTONIC.
///
/// The loop holds it until then: dropping it does not cancel it.
package final class LoopTimer {
  let deadline: UInt64
  /// Keeps timers with equal deadlines in the order in which they were set.
  let number: UInt64
  var work: (() -> Void)?
  /// The index in the loop's heap; nil after the timer has fired or was cancelled.
  var position: Int?
  private weak var loop: EventLoop?

  init(deadline: UInt64, number: UInt64, loop: EventLoop, work: @escaping () -> Void) {
    self.deadline = deadline
    self.number = number
    self.loop = loop
    self.work = work
  }

  /// True until it fires or is cancelled.
  package var isPending: Bool { position != nil }

  /// Cancels the work. Does nothing after the timer has fired.
  package func cancel() {
    work = nil
    guard position != nil else { return }
    loop?.remove(self)
  }

  func isBefore(_ other: LoopTimer) -> Bool {
    (deadline, number) < (other.deadline, other.number)
  }
}

/// Pending timers, the earliest first: a binary heap whose entries know their indices, so that a cancelled timer is
/// removed at once. A reply's timeout is nearly always cancelled long before it expires.
struct TimerHeap {
  private var timers: [LoopTimer] = []

  var first: LoopTimer? { timers.first }
  var count: Int { timers.count }

  mutating func insert(_ timer: LoopTimer) {
    timers.append(timer)
    timer.position = timers.count - 1
    rise(timers.count - 1)
  }

  mutating func remove(_ timer: LoopTimer) {
    guard let position = timer.position else { return }
    timer.position = nil
    let last = timers.removeLast()
    guard last !== timer else { return }
    timers[position] = last
    last.position = position
    rise(position)
    sink(last.position ?? position)
  }

  private mutating func rise(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard timers[child].isBefore(timers[parent]) else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < timers.count else { return }
      if child + 1 < timers.count, timers[child + 1].isBefore(timers[child]) { child += 1 }
      guard timers[child].isBefore(timers[parent]) else { return }
      exchange(child, parent)
      parent = child
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    timers.swapAt(one, other)
    timers[one].position = one
    timers[other].position = other
  }
}

/// Readings of the kernel's clocks, in microseconds; see clock_gettime(2).
package enum Clock {
  /// CLOCK_MONOTONIC: since some point before boot, without the time that the machine was suspended. Timers use it.
  package static var monotonic: UInt64 { read(CLOCK_MONOTONIC) }

  /// CLOCK_BOOTTIME: like `monotonic`, and includes the time that the machine was suspended.
  package static var boottime: UInt64 { read(CLOCK_BOOTTIME) }

  /// CLOCK_REALTIME: since 1970; jumps when the clock is set.
  package static var realtime: UInt64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: Int32) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
  }
}
