internal import DragModel

/// The limits of a peer's values.
package enum Lengths {
  /// Bytes of a MIME type or a pattern.
  package static let type = 255
  /// Bytes of an item's suggested file name.
  package static let name = 255
  /// Bytes of a key, label, cookie, target's name and of the path of a peer's object.
  package static let text = 1_024
  /// Bytes of a reason or of a peer's error message that dragd keeps.
  package static let reason = 1_024
  /// The least number of characters of a cookie.
  package static let cookie = 22
  /// Types or patterns in one list.
  package static let patterns = 1_024
  /// Entries of one dictionary, and representations of one item: each is read in one step, and others wait meanwhile.
  package static let entries = 1_024
  /// Indexes of items in one list.
  package static let items = 65_536
  /// Bytes of a representation that travels in a message.
  package static let data = 1 << 20
  /// Bytes of kept content in a reply of dragclip: as few as the names of types that a reply may have.
  package static let kept = 16_384
  /// Descriptors in one message.
  package static let descriptors = 16
}

extension String {
  /// The text as a message shows it: in quotes, with hostile characters escaped, and cut.
  var quoted: String {
    var text = "“"
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < 80 else { return text + "…”" }
      text += scalar.isHostile ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text + "”"
  }

  /// The longest start of the text with at most `count` bytes.
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
  /// All words, for a message.
  static var words: String {
    allCases.map(\.rawValue.quoted).joined(separator: ", ")
  }
}
