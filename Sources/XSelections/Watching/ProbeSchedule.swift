/// When the present owner of one selection is asked for its targets.
///
/// The first change is looked into at once. Programs can change owners a thousand times a second: then the last one is
/// looked into after a pause, and those before are not.
struct ProbeSchedule {
  struct Owner: Equatable {
    var window: UInt32
    var time: UInt32
  }

  private enum State: Equatable {
    case settled
    /// A timer runs.
    case pausing(Owner)
    case probing(Owner)
  }

  enum Action: Equatable {
    case none
    /// Ask this owner now, and forget what is being asked.
    case probe(Owner)
    /// Forget what is being asked, and call `pauseIsOver` at that time.
    case pause(until: UInt64)
    /// Forget what is being asked, and any pause.
    case stop
  }

  private let pause: UInt64
  private var state = State.settled
  private var lastProbe: UInt64?

  init(pause: UInt64) {
    self.pause = pause
  }

  /// Another program owns the selection.
  mutating func changed(to owner: Owner, at now: UInt64) -> Action {
    switch state {
    case .pausing:
      state = .pausing(owner)
      return .none
    case .settled, .probing:
      if let lastProbe, now < lastProbe + pause {
        state = .pausing(owner)
        return .pause(until: lastProbe + pause)
      }
      return probe(owner, at: now)
    }
  }

  /// Nobody owns it, or this program does: there is nothing to ask.
  mutating func settled() -> Action {
    switch state {
    case .settled: return .none
    case .pausing, .probing:
      state = .settled
      return .stop
    }
  }

  mutating func pauseIsOver(at now: UInt64) -> Action {
    switch state {
    case .pausing(let owner): return probe(owner, at: now)
    case .settled, .probing: return .none
    }
  }

  /// The owner has answered, or has not; false when that was about a former one.
  mutating func probed(_ owner: Owner) -> Bool {
    switch state {
    case .probing(let asked) where asked == owner:
      state = .settled
      return true
    case .settled, .pausing, .probing: return false
    }
  }

  private mutating func probe(_ owner: Owner, at now: UInt64) -> Action {
    state = .probing(owner)
    lastProbe = now
    return .probe(owner)
  }
}
