/// `file:` URIs (RFC 8089) and lists of them (RFC 2483 section 5), as bytes: a path need not be UTF-8.
package enum FileURI {
  /// The URI of an absolute path.
  package static func uri(absolutePath path: [UInt8]) -> String {
    "file://" + PercentText.encoded(path)
  }

  /// The content of a `text/uri-list` with one URI.
  package static func list(_ uri: String) -> [UInt8] {
    Array("\(uri)\r\n".utf8)
  }

  /// The URIs in the content of a `text/uri-list`: the lines that are no comments.
  package static func uris(inList bytes: [UInt8]) -> [[UInt8]] {
    // Some programs end a line with a line feed alone, and some write a NUL at the end.
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
      .map { line in
        let start = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = start.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return end.map { Array(start[...$0]) } ?? []
      }
      .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
  }

  /// The absolute path in a `file:` URI of this machine; nil for any other URI, and for a path with a NUL.
  ///
  /// - Parameter host: this machine's name, which a URI may say in place of `localhost` or nothing.
  package static func path(of uri: [UInt8], host: [UInt8] = []) -> [UInt8]? {
    let scheme = Array("file:".utf8)
    guard uri.count > scheme.count,
      zip(uri, scheme).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 && $1 != UInt8(ascii: ":") })
    else { return nil }
    var rest = uri[scheme.count...]
    let slash = UInt8(ascii: "/")
    if rest.starts(with: [slash, slash]) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != slash }
      guard
        authority.isEmpty || authority.elementsEqual("localhost".utf8)
          || !host.isEmpty && authority.elementsEqual(host)
      else { return nil }
      rest = rest.dropFirst(authority.count)
    }
    guard rest.first == slash, let path = PercentText.decoded(rest), !path.contains(0) else {
      return nil
    }
    return path
  }
}
