/// One representation of a transfer, from its first byte to its hand-over.
struct Part: Hashable, Sendable {
  /// How far it has come.
  enum State: Hashable, Sendable {
    /// No byte yet.
    case waiting
    /// Bytes are coming.
    case flowing
    /// The source says that it is done, with so many bytes if it counted; the end has not come.
    case replied(bytes: UInt64?)
    /// The end has come; the source has not said yet that it is done.
    case drained
    /// Everything is there: in the broker's keeping, or in the destination's pipe.
    case complete
    /// The destination has its descriptor.
    case fetched
  }

  let type: MIMEType
  let route: Route
  let visibility: Visibility
  /// The number of bytes that was promised.
  let promised: UInt64?
  private(set) var moved: UInt64
  private(set) var state: State
  private(set) var waitingFor = Side.source
  /// Bytes that its copy may take, charged to the destination; none where no copy is made.
  private(set) var room: UInt64 = 0
  /// When everything was there.
  private(set) var completed: UInt64?
  /// When the source was last seen at work, on the clock that stops in sleep.
  private(set) var lastSign: UInt64

  init(_ plan: PlannedPart, at now: Instant) {
    type = plan.type
    route = plan.route
    visibility = plan.visibility
    promised = plan.size
    lastSign = now.awake
    switch plan.route {
    case .inline(let content), .immediate(let content):
      moved = content.size
      state = .fetched
    case .snapshot, .feed, .collect, .relay:
      moved = 0
      state = .waiting
    }
  }

  /// What an input came to.
  enum Change: Hashable, Sendable {
    case none
    case complete
    case failed(Rejection)
  }

  var isComplete: Bool {
    switch state {
    case .waiting, .flowing, .replied, .drained: false
    case .complete, .fetched: true
    }
  }

  /// Whether the destination can already have read everything.
  var hasEnded: Bool {
    switch state {
    case .waiting, .flowing, .replied: false
    case .drained, .complete, .fetched: true
    }
  }

  /// The relay has moved bytes; `total` counts from the start.
  mutating func moved(to total: UInt64, at now: Instant) -> Change {
    switch state {
    case .waiting, .flowing:
      state = .flowing
      return count(total, at: now)
    case .replied:
      return count(total, at: now)
    case .drained, .complete, .fetched:
      return .none  // A report that was under way when the end came.
    }
  }

  private mutating func count(_ total: UInt64, at now: Instant) -> Change {
    moved = total
    lastSign = now.awake
    if let promised, total > promised {
      return .failed(truncated("the source sent more than the \(promised) bytes that it promised"))
    }
    return .none
  }

  mutating func waits(for side: Side, at now: Instant) {
    if side == .source, waitingFor == .destination { lastSign = now.awake }
    waitingFor = side
  }

  /// The last byte has come.
  mutating func ended(total: UInt64, at now: Instant) -> Change {
    switch state {
    case .waiting, .flowing:
      if case .failed(let why) = count(total, at: now) { return .failed(why) }
      waitingFor = .source
      guard route.isLazy else {
        if let failure = missing() { return .failed(failure) }
        complete(at: now)
        return .complete
      }
      // Even when bytes are missing the source has the word: it knows why.
      state = .drained
      return .none
    case .replied(let bytes):
      if case .failed(let why) = count(total, at: now) { return .failed(why) }
      if let failure = missing() ?? miscounted(bytes) { return .failed(failure) }
      complete(at: now)
      return .complete
    case .drained, .complete, .fetched:
      return .none
    }
  }

  /// The source has answered Provide without an error.
  mutating func replied(bytes: UInt64?, at now: Instant) -> Change {
    switch state {
    case .waiting, .flowing:
      lastSign = now.awake
      state = .replied(bytes: bytes)
      return .none
    case .drained:
      if let failure = missing() ?? miscounted(bytes) { return .failed(failure) }
      complete(at: now)
      return .complete
    case .replied, .complete, .fetched:
      return .none  // Nobody answers twice; a held part was never asked for.
    }
  }

  private mutating func complete(at now: Instant) {
    state = .complete
    completed = now.awake
  }

  /// Whether a copy is made of it, which may still grow.
  var isBeingCopied: Bool { route.needsReceive && !isComplete }

  /// Since when its copy waits to be received.
  var unreceivedSince: UInt64? {
    switch state {
    case .complete: route.needsReceive ? completed : nil
    case .waiting, .flowing, .replied, .drained, .fetched: nil
    }
  }

  /// Changes what the copy may take, and returns what that was before.
  mutating func setRoom(_ bytes: UInt64) -> UInt64 {
    defer { room = bytes }
    return room
  }

  /// The destination got its descriptor.
  mutating func fetched() {
    switch state {
    case .complete: state = .fetched
    case .waiting, .flowing, .replied, .drained, .fetched: break
    }
  }

  private func missing() -> Rejection? {
    guard let promised, moved < promised else { return nil }
    return truncated("the source ended after \(moved) of the \(promised) bytes that it promised")
  }

  private func miscounted(_ bytes: UInt64?) -> Rejection? {
    guard let bytes, bytes != moved else { return nil }
    return truncated("the source says that it wrote \(bytes) bytes, and \(moved) came")
  }

  private func truncated(_ text: String) -> Rejection {
    Rejection(.truncated, "\(type): \(text)")
  }

  /// How far it came, for a message.
  var progress: String {
    guard let promised else { return "after \(moved) bytes" }
    return "after \(moved) of \(promised) bytes"
  }

  /// The moment on the waking clock after which the source counts as stalled.
  func deadline(_ options: AcceptOptions) -> UInt64? {
    let limit: UInt64
    switch state {
    case .waiting: limit = options.startTimeout
    case .flowing, .replied, .drained: limit = options.stallTimeout
    case .complete, .fetched: return nil
    }
    guard limit > 0, waitingFor == .source else { return nil }
    return lastSign.addingSaturated(limit.inMicroseconds)
  }

  func isLate(_ options: AcceptOptions, at now: Instant) -> Bool {
    deadline(options).map { $0 <= now.awake } ?? false
  }

  /// Why it is given up when that moment has come.
  func stalled(_ options: AcceptOptions) -> Rejection {
    switch state {
    case .waiting:
      Rejection(.stalled, "\(type): the source sent nothing within \(options.startTimeout) ms")
    case .drained:
      missing()
        ?? Rejection(
          .stalled,
          "\(type): the source closed the pipe \(progress) and did not answer within "
            + "\(options.stallTimeout) ms")
    case .flowing, .replied, .complete, .fetched:
      Rejection(
        .stalled,
        "\(type): the source sent nothing for \(options.stallTimeout) ms \(progress)")
    }
  }
}
