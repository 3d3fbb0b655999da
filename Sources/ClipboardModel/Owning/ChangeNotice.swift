/// Limits notices of changes to ten a second; the last change is always reported.
struct ChangeNotice<Change: Hashable & Sendable>: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case quiet
    /// No notice before `until`; `pending` is reported then.
    case pausing(until: UInt64, pending: Change?)
  }

  static var interval: UInt64 { 100_000 }

  private var state = State.quiet

  var deadline: UInt64? {
    switch state {
    case .pausing(let until, _): until
    case .quiet: nil
    }
  }

  /// - Returns: the change to tell now.
  mutating func changed(to change: Change, at now: UInt64) -> Change? {
    switch state {
    case .quiet:
      state = .pausing(until: now + Self.interval, pending: nil)
      return change
    case .pausing(let until, _):
      state = .pausing(until: until, pending: change)
      return nil
    }
  }

  mutating func timePassed(_ now: UInt64) -> Change? {
    switch state {
    case .quiet: return nil
    case .pausing(let until, let pending):
      guard now >= until else { return nil }
      guard let pending else {
        state = .quiet
        return nil
      }
      state = .pausing(until: now + Self.interval, pending: nil)
      return pending
    }
  }
}
