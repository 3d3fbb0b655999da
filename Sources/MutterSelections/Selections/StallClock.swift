internal import DragSystem

/// When a copy has stood still for too long, and because of whom.
struct StallClock {
  /// In microseconds.
  struct Limits {
    var source: UInt64
    /// Of a source that may have gone without an end.
    var doubtedSource: UInt64
    var destination: UInt64
  }

  private enum State {
    case flowing
    case doubted
  }

  private let limits: Limits
  private var state = State.flowing
  private(set) var waitingFor = JobReport.Party.source
  private var since: UInt64

  init(_ limits: Limits, now: UInt64) {
    self.limits = limits
    since = now
  }

  /// When it will have taken too long.
  var deadline: UInt64 { since + limit }

  /// How long it may wait now.
  var limit: UInt64 {
    switch (waitingFor, state) {
    case (.destination, _): limits.destination
    case (.source, .flowing): limits.source
    case (.source, .doubted): limits.doubtedSource
    }
  }

  mutating func moved(at now: UInt64) {
    since = now
  }

  mutating func waits(for party: JobReport.Party, at now: UInt64) {
    waitingFor = party
    since = now
  }

  /// The source may have gone.
  mutating func doubtSource(at now: UInt64) {
    guard state != .doubted else { return }
    state = .doubted
    since = now
  }
}
