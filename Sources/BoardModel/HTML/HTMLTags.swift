internal import Translations

/// The tags of HTML before libxml2 reads them: it compares each attribute with all others of its tag.
struct HTMLTags {
  private enum State {
    case text, name, attribute, beforeValue, value
    case quoted(UInt8)
  }

  /// How many comparisons a page may need; a common one needs a few for each tag.
  private static let mostComparisons = 500_000_000

  private var state = State.text
  private var attributes = 0
  private var comparisons = 0

  /// Checks that no tags have too many attributes.
  ///
  /// - Throws: `malformed`.
  static func check(_ text: String) throws(BoardError) {
    var tags = HTMLTags()
    var text = text
    let areFew = text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        tags.read(byte, next: index + 1 < bytes.count ? bytes[index + 1] : 0)
        if tags.comparisons > mostComparisons { return false }
      }
      return true
    }
    guard areFew else {
      throw .malformed(
        type: BoardImport.htmlType, reason: translated("a tag has too many attributes"))
    }
  }

  private mutating func read(_ byte: UInt8, next: UInt8) {
    let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
    switch (state, byte) {
    case (.text, UInt8(ascii: "<")):
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20) {
        (state, attributes) = (.name, 0)
      }
    case (.text, _): break
    case (.quoted(let quote), _): if byte == quote { state = .name }
    case (_, UInt8(ascii: ">")): state = .text
    case (.beforeValue, UInt8(ascii: "\"")), (.beforeValue, UInt8(ascii: "'")):
      state = .quoted(byte)
    case (.beforeValue, _): if !isBlank { state = .value }
    case (.value, _): if isBlank { state = .name }
    case (.attribute, UInt8(ascii: "=")): state = .beforeValue
    case (.attribute, _): if isBlank || byte == UInt8(ascii: "/") { state = .name }
    case (.name, _):
      guard !isBlank, byte != UInt8(ascii: "/") else { break }
      state = byte == UInt8(ascii: "=") ? .beforeValue : .attribute
      comparisons += attributes
      attributes += 1
    }
  }
}
