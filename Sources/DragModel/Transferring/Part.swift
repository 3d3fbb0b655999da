/// One representation of a transfer, from its first byte to the destination's descriptor.
struct Part: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// No byte has arrived.
    case waiting
    /// Bytes are arriving.
    case running
    /// The source answered Provide, with its count of bytes if it gave one; the stream has not ended.
    case replied(bytes: UInt64?)
    /// The stream ended; the source has not answered Provide.
    case ended
    /// dragd, or the destination's pipe, has every byte.
    case complete
    /// The destination has its descriptor.
    case received
  }

  let type: MIMEType
  let route: Route
  let visibility: Visibility
  /// The number of bytes that the source promised.
  let promised: UInt64?
  private(set) var transferred: UInt64
  private(set) var state: State
  private var waitingFor = Side.source
  /// Bytes that its copy may take, charged to the destination; 0 for a part that is not copied.
  private(set) var room: UInt64 = 0
  /// When the last byte arrived, on the monotonic clock.
  private var completed: UInt64?
  /// When the source last did something, on the monotonic clock.
  private var lastActivity: UInt64

  init(_ plan: PlannedPart, at now: Instant) {
    type = plan.type
    route = plan.route
    visibility = plan.visibility
    promised = plan.size
    lastActivity = now.monotonic
    switch plan.route {
    case .inline(let content), .immediate(let content):
      transferred = content.size
      state = .received
    case .snapshot, .pipe, .collect, .relay:
      transferred = 0
      state = .waiting
    }
  }

  // MARK: Events

  /// Applies an event. The transfer handles `sourceLeft`, `failed`, `destinationClosed` and `verified` itself, the
  /// broker `roomWanted`: they change nothing here.
  /// - Throws: why the part cannot be completed.
  mutating func apply(_ event: PartEvent, at now: Instant) throws(Rejection) {
    switch event {
    case .transferred(let total): try recordBytes(total, at: now)
    case .waiting(let side): wait(for: side, at: now)
    case .ended(let total, let copied): try endStream(total, copied: copied, at: now)
    case .replied(let bytes): try recordReply(bytes, at: now)
    case .roomWanted, .sourceLeft, .failed, .destinationClosed, .verified: break
    }
  }

  /// `total` counts from the first byte.
  private mutating func recordBytes(_ total: UInt64, at now: Instant) throws(Rejection) {
    switch state {
    case .waiting, .running:
      state = .running
      try count(total, at: now)
    case .replied:
      try count(total, at: now)
    case .ended, .complete, .received:
      break  // A worker sent the report before the end arrived.
    }
  }

  private mutating func count(_ total: UInt64, at now: Instant) throws(Rejection) {
    transferred = total
    lastActivity = now.monotonic
    if let promised, total > promised {
      throw truncated("the source sent more than the \(promised) bytes that it promised")
    }
  }

  private mutating func wait(for side: Side, at now: Instant) {
    if side == .source, waitingFor == .destination { lastActivity = now.monotonic }
    waitingFor = side
  }

  private mutating func endStream(
    _ total: UInt64, copied: UInt64?, at now: Instant
  ) throws(Rejection) {
    if let copied { room = min(room, copied) }
    switch state {
    case .waiting, .running:
      try count(total, at: now)
      waitingFor = .source
      // Even when bytes are missing the source's reply decides: the source knows why.
      guard !route.isLazy else {
        state = .ended
        return
      }
      try complete(expecting: nil, at: now)
    case .replied(let bytes):
      try count(total, at: now)
      try complete(expecting: bytes, at: now)
    case .ended, .complete, .received:
      break
    }
  }

  /// The source answered Provide without an error.
  private mutating func recordReply(_ bytes: UInt64?, at now: Instant) throws(Rejection) {
    switch state {
    case .waiting, .running:
      lastActivity = now.monotonic
      state = .replied(bytes: bytes)
    case .ended:
      try complete(expecting: bytes, at: now)
    case .replied, .complete, .received:
      break  // A call has one reply; dragd asks no source for a held part.
    }
  }

  private mutating func complete(expecting bytes: UInt64?, at now: Instant) throws(Rejection) {
    if let failure = missingBytes() { throw failure }
    if let bytes, bytes != transferred {
      throw truncated("the source says that it wrote \(bytes) bytes, and \(transferred) came")
    }
    state = .complete
    completed = now.monotonic
  }

  /// The destination got its descriptor; the copy is no longer dragd's.
  mutating func receive() {
    switch state {
    case .complete:
      state = .received
      room = 0
    case .waiting, .running, .replied, .ended, .received: break
    }
  }

  /// Changes what the copy may take, and returns the former value.
  mutating func setRoom(_ bytes: UInt64) -> UInt64 {
    defer { room = bytes }
    return room
  }

  // MARK: Reading

  var isComplete: Bool {
    switch state {
    case .waiting, .running, .replied, .ended: false
    case .complete, .received: true
    }
  }

  /// Whether the destination may have read every byte already.
  var hasEnded: Bool {
    switch state {
    case .waiting, .running, .replied: false
    case .ended, .complete, .received: true
    }
  }

  /// Whether dragd copies it and the copy may still grow.
  var isBeingCopied: Bool { route.needsReceive && !isComplete }

  /// Since when its complete copy waits for Receive.
  var unreceivedSince: UInt64? {
    switch state {
    case .complete: route.needsReceive ? completed : nil
    case .waiting, .running, .replied, .ended, .received: nil
    }
  }

  private func missingBytes() -> Rejection? {
    guard let promised, transferred < promised else { return nil }
    return truncated(
      "the source ended after \(transferred) of the \(promised) bytes that it promised")
  }

  private func truncated(_ text: String) -> Rejection {
    Rejection(.truncated, "\(type): \(text)")
  }

  /// How many bytes arrived, for a message.
  var progress: String {
    guard let promised else { return "after \(transferred) bytes" }
    return "after \(transferred) of \(promised) bytes"
  }

  // MARK: Time

  /// The moment on the monotonic clock at which the source counts as stalled.
  func deadline(_ options: AcceptOptions) -> UInt64? {
    let limit: UInt64
    switch state {
    case .waiting: limit = options.startTimeout
    case .running, .replied, .ended: limit = options.stallTimeout
    case .complete, .received: return nil
    }
    guard limit > 0, waitingFor == .source else { return nil }
    return lastActivity.addingSaturated(limit.inMicroseconds)
  }

  func isLate(_ options: AcceptOptions, at now: Instant) -> Bool {
    deadline(options).map { $0 <= now.monotonic } ?? false
  }

  /// Why the part fails once that moment has passed.
  func stalled(_ options: AcceptOptions) -> Rejection {
    switch state {
    case .waiting:
      Rejection(.stalled, "\(type): the source sent nothing within \(options.startTimeout) ms")
    case .ended:
      missingBytes()
        ?? Rejection(
          .stalled,
          "\(type): the source closed the pipe \(progress) and did not answer within "
            + "\(options.stallTimeout) ms")
    case .running, .replied, .complete, .received:
      Rejection(
        .stalled,
        "\(type): the source sent nothing for \(options.stallTimeout) ms \(progress)")
    }
  }
}
