internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// The time at which to give up.
struct Deadline {
  /// Microseconds of the monotonic clock; nil means never.
  private let end: UInt64?
  /// The length that the person asked for, for messages.
  private let length: Milliseconds?

  static let never = Deadline(nil)

  /// So long from now.
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

  /// Milliseconds until then, but at most so many.
  func remaining(atMost milliseconds: Int) -> Int {
    min(remaining ?? .max, milliseconds)
  }

  /// Milliseconds for a call that dragd answers at once.
  var callTimeout: Int {
    remaining(atMost: VerbSession.timeout)
  }

  /// Makes calls with `callTimeout`: one without a reply fails because the time is up, not because dragd or dragclip is
  /// slow.
  func limit<Reply>(_ calls: () throws(Failure) -> Reply) throws(Failure) -> Reply {
    do throws(Failure) {
      return try calls()
    } catch {
      throw error.isTimeout && hasPassed ? failure : error
    }
  }

  var failure: Failure {
    Failure(
      .incomplete,
      translated("gave up after {count} ms", ["count": length?.count ?? 0]))
  }
}
