internal import DragModel

/// Paths in messages: the archive's words, made safe and short.
enum Shown {
  static func path(_ path: some Sequence<UInt8>) -> String {
    let text = Printable.line(String(decoding: Array(path), as: UTF8.self))
    return text.count > 200 ? "…" + text.suffix(200) : text
  }

  static func path(_ path: String) -> String { self.path(path.utf8) }

  static func path(_ components: [[UInt8]]) -> String {
    path(components.joined(separator: [UInt8(ascii: "/")]))
  }
}
