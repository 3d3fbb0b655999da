internal import DragModel

/// How long a peer's values may be.
package enum Lengths {
  /// Bytes of a MIME type or a pattern.
  package static let type = 255
  /// Bytes of an item's suggested file name.
  package static let name = 255
  /// Bytes of a key, label, cookie, target's name and of the path of a peer's object.
  package static let text = 1_024
  /// Bytes that are kept of a reason or of a peer's error message.
  package static let reason = 1_024
  /// Characters of a cookie, at least.
  package static let cookie = 22
  /// Types or patterns in one list.
  package static let patterns = 1_024
  /// Indexes of items in one list.
  package static let items = 65_536
  /// Bytes of a representation that travels in a message.
  package static let data = 1 << 20
  /// Descriptors in one message.
  package static let descriptors = 16
}

extension String {
  /// The text for a message: in quotes, with hostile characters escaped, and not too long.
  var quoted: String {
    var text = "“"
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < 80 else { return text + "…”" }
      text += scalar.isHostile ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text + "”"
  }

  /// The text, or as much of its start as `count` bytes have room for.
  package func prefix(bytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: count)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// Every word of it, for a message.
  static var words: String {
    allCases.map(\.rawValue.quoted).joined(separator: ", ")
  }
}
