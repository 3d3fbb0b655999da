/// Bytes that a peer makes: in a message, a memfd, a file or a pipe.
enum Content: Hashable, Sendable, ExpressibleByStringLiteral {
  case text(String)
  /// Pseudo-random bytes, the same in every peer.
  case pattern(Int, seed: Int = 0)
  case base64(String)

  init(stringLiteral text: String) { self = .text(text) }

  var value: Value {
    switch self {
    case .text(let text): .string(text)
    case .pattern(let length, let seed):
      ["pattern": .integer(Int64(length)), "seed": .integer(Int64(seed))]
    case .base64(let text): ["base64": .string(text)]
    }
  }
}

/// Bytes that a peer has read.
struct Bytes: Sendable, CustomStringConvertible {
  let length: Int
  let sha256: String
  /// Nil if there are many bytes, or if they are no text.
  let text: String?

  /// Nil for a value that does not describe bytes.
  init?(_ value: Value) {
    guard let length = value["length"].int, let sha256 = value["sha256"].string else { return nil }
    self.length = length
    self.sha256 = sha256
    text = value["text"].string
  }

  var description: String { text.map { "“\($0)”" } ?? "\(length) bytes, \(sha256)" }
}

extension Bytes: Equatable {
  static func == (one: Bytes, other: Bytes) -> Bool {
    one.length == other.length && one.sha256 == other.sha256
  }
}
