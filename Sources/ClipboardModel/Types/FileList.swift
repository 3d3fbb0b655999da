internal import DragModel

/// Lists of files as programs write them on the clipboard.
package enum FileList {
  package static func text(_ uris: [[UInt8]], _ form: FileListForm, isCut: Bool) -> [UInt8] {
    switch form {
    case .uriList: uris.flatMap { $0 + [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }
    // Without a final newline: libfm-qt would take an empty last line for a file.
    case .gnome: lines([Array((isCut ? "cut" : "copy").utf8)] + uris)
    case .paths: lines(uris.map { FileURI.path(of: $0) ?? $0 })
    }
  }

  /// Whether a list in the format of GNOME's file managers says “cut”.
  package static func isCut(gnome bytes: [UInt8]) -> Bool {
    bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      .elementsEqual("cut".utf8)
  }

  private static func lines(_ lines: [[UInt8]]) -> [UInt8] {
    Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
