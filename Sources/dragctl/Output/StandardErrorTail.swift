internal import DragModel
internal import DragProtocol

/// The end of a command's standard error, as much as fits into an error message.
struct StandardErrorTail: Hashable {
  /// The last lines that are not empty, safe to print.
  let lines: [String]

  private static let most = 8

  init(_ bytes: [UInt8]) {
    var lines: [String] = []
    // The end is more useful than the beginning.
    var room = Lengths.reason
    for line in bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.most).reversed() {
      // A terminal's line ends in CR LF.
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let text = Printable.line(String(decoding: line, as: UTF8.self)).suffix(bytes: room)
      guard !text.isEmpty else { continue }
      lines.insert(text, at: 0)
      room -= text.utf8.count + 1
    }
    self.lines = lines
  }

  /// The lines as one text; nil when there are none.
  var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }
}

extension String {
  /// The text, or as much of its end as fits into `count` bytes.
  fileprivate func suffix(bytes count: Int) -> String {
    var room = count
    let end = unicodeScalars.reversed().prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    return String(String.UnicodeScalarView(end.reversed()))
  }
}
