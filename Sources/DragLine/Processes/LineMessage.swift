internal import DragModel

/// What a verb's process and the process of its line tell each other, a line of text each.
enum LineRequest: Hashable {
  /// The process with that number is about to connect.
  case connect(process: Int32)
  /// A connection was lost: why?
  case explain
  /// The verb goes on in the background: let go of the terminal.
  case detach

  var text: String {
    switch self {
    case .connect(let process): "connect \(process)\n"
    case .explain: "explain\n"
    case .detach: "detach\n"
    }
  }

  init?(_ line: some StringProtocol) {
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case ("connect", 2):
      guard let process = Int32(words[1]) else { return nil }
      self = .connect(process: process)
    case ("explain", 1): self = .explain
    case ("detach", 1): self = .detach
    default: return nil
    }
  }
}

/// The answer to a `LineRequest`.
enum LineAnswer: Hashable {
  /// The line stands; the bus has this address.
  case ready(address: String)
  /// The terminal is left.
  case detached
  /// There is no line, or none any more.
  case ended(LineFailure)

  var text: String {
    switch self {
    case .ready(let address): "ready \(PercentText.encoded(Array(address.utf8)))\n"
    case .detached: "detached\n"
    case .ended(let failure): "ended \(failure.text)\n"
    }
  }

  init?(_ line: some StringProtocol) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("ready", 2):
      guard let address = PercentText.decoded(words[1]) else { return nil }
      self = .ready(address: String(decoding: address, as: UTF8.self))
    case ("detached", 1): self = .detached
    case ("ended", 4):
      guard let failure = LineFailure(Array(words[1...])) else { return nil }
      self = .ended(failure)
    default: return nil
    }
  }
}

/// Why there is no line, or none any more.
package struct LineFailure: Error, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// The program that dials cannot be started.
    case unstarted
    /// It has ended before the other end said anything.
    case unreached
    /// What the other end said is not what a line begins with.
    case noise
    /// The other end says why it cannot serve.
    case refused
    /// This end cannot serve, or the other end keeps to no protocol.
    case broken
    /// The other end has another version of the protocol.
    case version
    /// The line never stood, for nothing was heard for `number` milliseconds.
    case mute
    /// Nothing was heard for `number` milliseconds, after it stood.
    case silent
    /// The line ended, after it stood.
    case cut
    /// The line stands, and the bus there has closed a connection.
    case closed
  }

  package var kind: Kind
  /// The status with which the program that dials has ended; milliseconds of silence.
  package var number: Int
  /// Untrusted: what the other end or the system says.
  package var words: String

  package init(_ kind: Kind, _ words: String = "", number: Int = 0) {
    self.kind = kind
    self.words = words
    self.number = number
  }

  var text: String { "\(kind.rawValue) \(number) \(PercentText.encoded(Array(words.utf8)))" }

  init?(_ parts: [some StringProtocol]) {
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])),
      let number = Int(parts[1]), let words = PercentText.decoded(parts[2])
    else { return nil }
    self.init(kind, String(decoding: words, as: UTF8.self), number: number)
  }
}
