/// A link as browsers speak of it: `text/x-moz-url`, in UTF-16 an address and, on the next line, its title.
struct Link {
  static let type = "text/x-moz-url"

  let uri: String
  /// Empty if it has none.
  let title: String

  /// Nil for what is no link.
  init?(_ bytes: [UInt8]) {
    guard let text = Charset.decode(bytes, "UTF-16LE") else { return nil }
    let lines = text.prefix { $0 != "\0" }.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.first, case let uri = String(first).trimmed, uri.contains(":") else {
      return nil
    }
    self.uri = uri
    title = lines.count > 1 ? CardText.line(String(lines[1])) : ""
  }
}
