internal import DBus
package import DragModel

/// Reads an array of patterns of types, one after the other: a message has room for millions of them, and others wait
/// meanwhile.
package struct PatternReader {
  private let label: ValueLabel
  private var elements: StringArrayReader
  private var count = 0

  /// `reader` steps over the array.
  init(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) {
    self.label = label
    elements = try reader.reading { reader throws(DecodingFailure) in try reader.stringArray() }
  }

  /// Passes the texts of the next patterns, at most `most`, which are not parsed.
  /// - Returns: whether there are more.
  package mutating func next(
    _ most: Int, _ body: (Span<UInt8>) throws(Rejection) -> Void
  ) throws(Rejection) -> Bool {
    var read = count
    try elements.next(most) { [label] text throws(Rejection) in
      guard read < Lengths.patterns else {
        throw .invalid("\(label) has more than \(Lengths.patterns) patterns: name fewer")
      }
      guard text.count <= Lengths.type else {
        throw .tooLong(String(checked: text), label, atMost: Lengths.type)
      }
      read += 1
      try body(text)
    }
    count = read
    return !elements.isAtEnd
  }
}
