/// Decides when to probe the present owner of one selection for its targets.
///
/// The first change starts a probe at once. Since programs can change owners a thousand times a second, a change soon
/// after a probe starts the next one after a pause, for the last owner only.
struct ProbeSchedule {
  struct Owner: Equatable {
    var window: UInt32
    var time: UInt32
  }

  private enum State: Equatable {
    case idle
    /// A timer runs.
    case pausing(Owner)
    case probing(Owner)
  }

  enum Action: Equatable {
    case none
    /// Cancel a running probe, and probe this owner now.
    case probe(Owner)
    /// Cancel a running probe, and call `pauseIsOver` at that time.
    case pause(until: UInt64)
    /// Cancel a running probe, and any pause.
    case stop
  }

  private let pause: UInt64
  private var state = State.idle
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
    case .idle, .probing:
      if let lastProbe, now < lastProbe + pause {
        state = .pausing(owner)
        return .pause(until: lastProbe + pause)
      }
      return probe(owner, at: now)
    }
  }

  /// The selection has no owner, or this program owns it: there is nothing to probe.
  mutating func cancel() -> Action {
    switch state {
    case .idle: return .none
    case .pausing, .probing:
      state = .idle
      return .stop
    }
  }

  mutating func pauseIsOver(at now: UInt64) -> Action {
    switch state {
    case .pausing(let owner): return probe(owner, at: now)
    case .idle, .probing: return .none
    }
  }

  /// The probe has ended; returns false if it was of a former owner.
  mutating func probed(_ owner: Owner) -> Bool {
    switch state {
    case .probing(let asked) where asked == owner:
      state = .idle
      return true
    case .idle, .pausing, .probing: return false
    }
  }

  private mutating func probe(_ owner: Owner, at now: UInt64) -> Action {
    state = .probing(owner)
    lastProbe = now
    return .probe(owner)
  }
}
