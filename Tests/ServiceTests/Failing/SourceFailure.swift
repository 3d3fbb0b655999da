/// The ways in which a source can fail, and what each side must learn of it.
enum SourceFailure: String, CaseIterable, Sendable {
  case killed = "killed with -9 half-way"
  case left = "off the bus half-way, its pipe still open"
  case diedAfterClosing = "killed after its last byte, before its reply"
  case closedEarly = "closes after fewer bytes than promised"
  case sentTooMuch = "sends more than promised"
  case miscounted = "says another number than has come"
  case neverWrote = "never writes"
  case stalled = "stalls half-way"
  case neverReplied = "closes and never replies"
  case repliedAndStalled = "replies and never closes"
  case refused = "answers with an error at once"
  case failedHalfway = "answers with an error half-way"
  case failedAfterTheLastByte = "answers with an error after its last byte"

  /// The size that the source promises.
  var promised: UInt64? {
    switch self {
    case .closedEarly: 1000
    case .sentTooMuch: 300
    case .killed, .left, .diedAfterClosing, .miscounted, .neverWrote, .stalled, .neverReplied,
      .repliedAndStalled, .refused, .failedHalfway, .failedAfterTheLastByte:
      nil
    }
  }

  var steps: [Step] {
    let half = Step.write(.pattern(400))
    let words = Step.error("org.example.Error.Jam", "paper jam in tray 2")
    return switch self {
    case .killed, .left: [half, .say("half-way")]
    case .diedAfterClosing: [half, .close, .say("half-way")]
    case .closedEarly, .sentTooMuch: [half, .close, .reply()]
    case .miscounted: [half, .close, .reply(bytes: 500)]
    case .neverWrote: []
    case .stalled: [half]
    case .neverReplied: [half, .close]
    case .repliedAndStalled: [half, .reply()]
    case .refused: [words]
    case .failedHalfway: [half, words]
    case .failedAfterTheLastByte: [half, .close, words]
    }
  }

  /// Options of Accept: a short timeout where the failure is a timeout.
  var options: [String: Value] {
    switch self {
    case .neverWrote: ["start_timeout": .t(200), "stall_timeout": .t(20_000)]
    case .stalled, .neverReplied, .repliedAndStalled:
      ["start_timeout": .t(20_000), "stall_timeout": .t(200)]
    case .killed, .left, .diedAfterClosing, .closedEarly, .sentTooMuch, .miscounted, .refused,
      .failedHalfway, .failedAfterTheLastByte:
      [:]
    }
  }

  /// The error, and the words that its message must contain.
  var error: (name: String, saying: [String]) {
    switch self {
    case .killed, .left, .diedAfterClosing: ("Truncated", ["text/plain", "400"])
    case .closedEarly: ("Truncated", ["400", "1000"])
    case .sentTooMuch: ("Truncated", ["300"])
    case .miscounted: ("Truncated", ["400", "500"])
    case .neverWrote: ("Stalled", ["200 ms"])
    case .stalled, .neverReplied, .repliedAndStalled: ("Stalled", ["200 ms", "400"])
    case .refused, .failedHalfway, .failedAfterTheLastByte:
      ("SourceFailed", ["paper jam in tray 2"])
    }
  }

  /// Whether the source fails by leaving, which the test has to bring about.
  var goes: Bool {
    switch self {
    case .killed, .left, .diedAfterClosing: true
    case .closedEarly, .sentTooMuch, .miscounted, .neverWrote, .stalled, .neverReplied,
      .repliedAndStalled, .refused, .failedHalfway, .failedAfterTheLastByte:
      false
    }
  }

  func happen(to source: Peer) throws {
    guard goes else { return }
    try source.waitUntilSaid("half-way")
    if self == .left { try source.leave() } else { source.kill() }
  }
}
