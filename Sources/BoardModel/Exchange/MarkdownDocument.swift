internal import CMark

/// A parsed Markdown text (CommonMark, by cmark).
enum MarkdownDocument {
  /// Parses a text for a body; nil where that fails.
  static func parse<Value>(_ text: String, _ body: (OpaquePointer) -> Value) -> Value? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard
          let document = cmark_parse_document(
            characters.baseAddress, characters.count, CMARK_OPT_DEFAULT)
        else { return nil }
        defer { cmark_node_free(document) }
        return body(document)
      }
    }
  }
}

extension String {
  /// The words as text between the tags of HTML and of Pango's markup.
  var escapedForMarkup: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
