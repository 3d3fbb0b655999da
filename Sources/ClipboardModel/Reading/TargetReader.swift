/// Reads one target at a time of a selection. A change of the owner abandons no read: a pipe that closes early ends
/// some programs, so the next read waits until this one has ended or timed out.
struct TargetReader: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case idle
    case reading(Read)
    /// Timed out and cancelled, but not ended yet.
    case cancelling(ReadNumber)
  }

  struct Read: Hashable, Sendable {
    let number: ReadNumber
    let serial: Serial
    let purpose: ReadPurpose
    let deadline: UInt64
  }

  private var state = State.idle

  var isIdle: Bool { state == .idle }

  var deadline: UInt64? {
    switch state {
    case .reading(let read): read.deadline
    case .idle, .cancelling: nil
    }
  }

  mutating func start(_ read: Read) {
    switch state {
    case .idle: state = .reading(read)
    case .reading, .cancelling: preconditionFailure("one read at a time")
    }
  }

  /// - Returns: the read that has timed out: it has failed, and the caller cancels it.
  mutating func timePassed(_ now: UInt64) -> Read? {
    switch state {
    case .reading(let read):
      guard now >= read.deadline else { return nil }
      state = .cancelling(read.number)
      return read
    case .idle, .cancelling: return nil
    }
  }

  /// - Returns: the read that has ended; nil for one that had timed out.
  mutating func ended(_ number: ReadNumber) -> Read? {
    switch state {
    case .reading(let read):
      guard read.number == number else { return nil }
      state = .idle
      return read
    case .cancelling(let cancelled):
      if cancelled == number { state = .idle }
      return nil
    case .idle: return nil
    }
  }
}
