/// Lists of files as programs write them on the clipboard.
package enum FileList {
  /// The addresses in a `text/uri-list` (RFC 2483 section 5): lines that are no comments.
  package static func uris(inList bytes: [UInt8]) -> [[UInt8]] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
      .filter { $0.first != UInt8(ascii: "#") }.map(Array.init)
  }

  package static func text(_ uris: [[UInt8]], _ form: FileListForm, isCut: Bool) -> [UInt8] {
    switch form {
    case .uriList: uris.flatMap { $0 + [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }
    // Without a final newline: libfm-qt takes what follows it for a file.
    case .gnome: lines([Array((isCut ? "cut" : "copy").utf8)] + uris)
    case .paths: lines(uris.map { path(of: $0) ?? $0 })
    }
  }

  /// Whether a list in the form of file managers says that the files are to be moved.
  package static func isCut(gnome bytes: [UInt8]) -> Bool {
    bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      .elementsEqual("cut".utf8)
  }

  /// The path in a `file:` address of this machine (RFC 8089); nil for any other.
  package static func path(of uri: [UInt8]) -> [UInt8]? {
    for prefix in ["file:///", "file://localhost/"] where uri.starts(with: prefix.utf8) {
      return decoded(uri[(prefix.utf8.count - 1)...])
    }
    guard uri.starts(with: "file:/".utf8), !uri.starts(with: "file://".utf8) else { return nil }
    return decoded(uri["file:".utf8.count...])
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private static func lines(_ lines: [[UInt8]]) -> [UInt8] {
    Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
