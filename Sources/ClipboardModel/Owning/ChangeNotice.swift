/// Limits notices of changes to ten a second; the last change is always told.
struct ChangeNotice: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case quiet
    /// No notice before `until`; `pending` is told then.
    case pausing(until: UInt64, pending: Serial?)
  }

  static let interval: UInt64 = 100_000

  private var state = State.quiet

  var deadline: UInt64? {
    switch state {
    case .pausing(let until, _): until
    case .quiet: nil
    }
  }

  /// - Returns: the change to tell now.
  mutating func changed(to serial: Serial, at now: UInt64) -> Serial? {
    switch state {
    case .quiet:
      state = .pausing(until: now + Self.interval, pending: nil)
      return serial
    case .pausing(let until, _):
      state = .pausing(until: until, pending: serial)
      return nil
    }
  }

  mutating func timePassed(_ now: UInt64) -> Serial? {
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
