internal import DragProtocol

/// What a command has said on standard error, as far as somebody else wants to read it.
struct LastWords: Hashable {
  /// The last lines; nil when it said nothing.
  let text: String?

  private static let lines = 8

  init(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    var text = lines.suffix(Self.lines).joined(separator: "\n")
    // The end says more than the beginning.
    while text.utf8.count > Lengths.reason, !text.isEmpty { text.removeFirst() }
    self.text = text.isEmpty ? nil : text
  }
}
