internal import CommandLineArguments
internal import DragModel
internal import DragSystem

/// When to give up.
struct Deadline {
  /// Microseconds of the monotonic clock; nil means never.
  private let end: UInt64?
  /// What was asked for, for messages.
  private let length: Milliseconds?

  static let never = Deadline(nil)

  /// That long from now.
  init(_ length: Milliseconds?) {
    self.length = length
    end = length.map { length in Clock.monotonic.addingSaturated(length.count.inMicroseconds) }
  }

  var hasPassed: Bool {
    end.map { Clock.monotonic >= $0 } ?? false
  }

  /// Milliseconds until then, rounded up; nil means for ever.
  var remaining: Int? {
    guard let end else { return nil }
    let now = Clock.monotonic
    return now >= end ? 0 : Int(clamping: (end - now - 1) / 1000 + 1)
  }

  /// Until then, but no longer than that.
  func remaining(atMost milliseconds: Int) -> Int {
    min(remaining ?? .max, milliseconds)
  }

  /// Milliseconds for a call that should be answered at once.
  var patience: Int {
    remaining(atMost: Session.patience)
  }

  var failure: Failure {
    Failure(.incomplete, "gave up after \((length?.count ?? 0).description) ms")
  }
}
