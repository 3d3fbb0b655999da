/// A link as browsers speak of it: `text/x-moz-url`, an address and, on the next line, its title. In UTF-16; from Chromium
/// on Wayland in UTF-8.
struct Link {
  static let type = "text/x-moz-url"

  let uri: String
  /// Empty if it has none.
  let title: String

  /// Nil for what is no link.
  init?(_ bytes: [UInt8]) {
    // An address begins with ASCII.
    let charset = bytes.dropFirst().first == 0 ? "UTF-16LE" : "UTF-8"
    guard let text = Charset.decode(bytes, charset) else { return nil }
    let lines = text.prefix { $0 != "\0" }.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.first, case let uri = String(first).trimmed, uri.contains(":") else {
      return nil
    }
    self.uri = uri
    title = lines.count > 1 ? CardText.line(String(lines[1])) : ""
  }
}
