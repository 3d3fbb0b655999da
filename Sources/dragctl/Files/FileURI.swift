/// `file:` URIs (RFC 8089) and lists of them (RFC 2483 section 5).
enum FileURI {
  /// The URI of an absolute path.
  static func uri(absolutePath path: [UInt8]) -> String {
    "file://" + PercentText.encoded(path)
  }

  /// The content of a `text/uri-list` with one URI.
  static func list(_ uri: String) -> [UInt8] {
    Array("\(uri)\r\n".utf8)
  }
}
