internal import CMark
internal import DragModel
internal import Foundation

/// Markdown (CommonMark, by cmark) as the markup of Pango, which a label shows. It loads nothing that the text refers
/// to: a picture becomes its words, and HTML stays as it is written. Only links to `http`, `https` and `mailto` are
/// links, and so are bare addresses of the web.
package struct MarkdownMarkup {
  package let markup: String

  /// More of a text than a person reads in a label, in characters.
  private static let longest = 50_000

  package init(_ text: String) {
    markup = Self.markup(String(text.prefix(Self.longest))).trimmed
  }
}

extension MarkdownMarkup {
  fileprivate static func markup(_ text: String) -> String {
    var writer = MarkupWriter()
    // Only these end a line for cmark, which counts them.
    writer.lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r" || $0 == "\r\n"
    }
    MarkdownDocument.parse(text) { writer.write($0) }
    return writer.markup
  }

  /// What can be markup in Markdown.
  private static let marks = Set("*_`#>-+~[]()!\\&.".utf8)

  /// The markup of a text on the face of a card, which is small: without sizes, links and blank lines.
  ///
  /// - Parameter most: how many of its lines it shows, without blank ones.
  /// - Returns: the markup, and whether some of its lines are items of a list; nil where the text reads as it is
  ///   written.
  package static func onFace(_ text: String, lines most: Int) -> (markup: String, hasItems: Bool)? {
    let text = beginning(of: text, lines: most)
    guard text.utf8.contains(where: { marks.contains($0) }) else { return nil }
    var writer = MarkupWriter()
    writer.isOnFace = true
    MarkdownDocument.parse(text) { writer.write($0) }
    let lines = writer.markup.split(separator: "\n")
    return (lines.joined(separator: "\n"), writer.hasItems)
  }
}

extension MarkdownMarkup {
  /// The first lines of a text. The blank lines between them stay: one ends a list.
  private static func beginning(of text: String, lines most: Int) -> String {
    var (shown, count) = ([Substring](), 0)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isBlank { count += 1 }
      guard count <= most else {
        while shown.last?.isEmpty == true { shown.removeLast() }
        return shown.joined(separator: "\n") + "…"
      }
      shown.append(line)
    }
    return text
  }
}

private struct MarkupWriter {
  var markup = ""
  var isOnFace = false
  /// The lines of the text, for tables, which cmark does not know.
  var lines: [Substring] = []
  private(set) var hasItems = false
  /// The number of the next item in each list that is open; nil for lists with bullets.
  private var numbers: [Int?] = []
  /// How many quotes are open.
  private var quotes = 0
  /// How many links are open.
  private var links = 0

  mutating func write(_ document: OpaquePointer) {
    guard let walk = cmark_iter_new(document) else { return }
    defer { cmark_iter_free(walk) }
    while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(walk) else { continue }
      if event == CMARK_EVENT_ENTER, let table = table(node) {
        write(table)
        cmark_iter_reset(walk, node, CMARK_EVENT_EXIT)
      } else if event == CMARK_EVENT_ENTER {
        enter(node)
      } else {
        exit(node)
      }
    }
  }

  /// Call it for a node that cannot have children too: cmark has no exit event for those.
  private mutating func enter(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HEADING:
      guard !isOnFace else {
        markup += "<b>"
        break
      }
      let size = ["x-large", "large"].dropFirst(Int(cmark_node_get_heading_level(node)) - 1).first
      markup += "<span weight=\"bold\" size=\"\(size ?? "medium")\">"
    case CMARK_NODE_LIST:
      let isNumbered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      numbers.append(isNumbered ? Int(cmark_node_get_list_start(node)) : nil)
    case CMARK_NODE_ITEM: startItem()
    case CMARK_NODE_BLOCK_QUOTE:
      quotes += 1
      if quotes == 1 { markup += "<i>" }
    case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
      paragraph("<tt>\(literal(node).trimmed)</tt>")
    case CMARK_NODE_THEMATIC_BREAK: paragraph("―――")
    case CMARK_NODE_CODE: markup += "<tt>\(literal(node))</tt>"
    case CMARK_NODE_TEXT: markup += words(node)
    case CMARK_NODE_HTML_INLINE: markup += literal(node)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: markup += "\n\(indent(numbers.count))"
    case CMARK_NODE_EMPH: markup += "<i>"
    case CMARK_NODE_STRONG: markup += "<b>"
    case CMARK_NODE_LINK:
      links += 1
      if let address = address(node) { markup += "<a href=\"\(address)\">" }
    default: break
    }
  }

  private mutating func exit(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HEADING: markup += isOnFace ? "</b>\n" : "</span>\n\n"
    case CMARK_NODE_PARAGRAPH: markup += isTight(node) ? "\n" : "\n\n"
    case CMARK_NODE_LIST:
      numbers.removeLast()
      if numbers.isEmpty { markup += "\n" }
    case CMARK_NODE_ITEM:
      if markup.last != "\n" { markup += "\n" }
    case CMARK_NODE_BLOCK_QUOTE:
      quotes -= 1
      guard quotes == 0 else { break }
      while markup.last == "\n" { markup.removeLast() }
      markup += "</i>\n\n"
    case CMARK_NODE_EMPH: markup += "</i>"
    case CMARK_NODE_STRONG: markup += "</b>"
    case CMARK_NODE_LINK:
      links -= 1
      if address(node) != nil { markup += "</a>" }
    default: break
    }
  }

  private mutating func startItem() {
    hasItems = true
    markup += indent(numbers.count - 1)
    guard let number = numbers.last ?? nil else {
      markup += "•  "
      return
    }
    markup += "\(number).  "
    numbers[numbers.count - 1] = number + 1
  }

  private mutating func paragraph(_ words: String) { markup += "\(words)\n\n" }

  /// Deeper lists begin no further right: a short text may open thousands.
  private static let deepestIndent = 16

  private func indent(_ depth: Int) -> String {
    String(repeating: "     ", count: min(max(depth, 0), Self.deepestIndent))
  }

  /// Whether the paragraph is in an item of a list without blank lines.
  private func isTight(_ paragraph: OpaquePointer) -> Bool {
    guard let list = cmark_node_parent(cmark_node_parent(paragraph)) else { return false }
    return cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0
  }

  /// The words of a node, with the box of a task as one character.
  private func words(_ node: OpaquePointer) -> String {
    guard isFirst(node), case (let isDone?, let rest) = MarkdownTask.state(raw(node)) else {
      return linked(raw(node))
    }
    // Other words may follow in the same line.
    let space = raw(node).hasSuffix(" ") ? " " : ""
    return "\(isDone ? "☑" : "☐") \(linked(rest))\(space)"
  }

  /// Words in which bare addresses are links, except within a link.
  private func linked(_ words: String) -> String {
    guard !isOnFace, links == 0 else { return Self.escaped(words) }
    return BareAddresses.parts(of: words).map { part in
      let text = Self.escaped(part.text)
      return part.isAddress ? "<a href=\"\(text)\">\(text)</a>" : text
    }.joined()
  }

  /// Whether a text begins an item.
  private func isFirst(_ text: OpaquePointer) -> Bool {
    guard cmark_node_previous(text) == nil, let paragraph = cmark_node_parent(text),
      cmark_node_previous(paragraph) == nil, let item = cmark_node_parent(paragraph)
    else { return false }
    return cmark_node_get_type(item) == CMARK_NODE_ITEM
  }

  private func raw(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private func literal(_ node: OpaquePointer) -> String { Self.escaped(raw(node)) }

  private static func escaped(_ text: String) -> String {
    text.escapedForMarkup(inAttribute: true)
  }

  /// The address of a link that may be opened.
  private func address(_ link: OpaquePointer) -> String? {
    guard !isOnFace else { return nil }
    let address = cmark_node_get_url(link).map { String(cString: $0) } ?? ""
    return URIList.isForBrowsers(address) ? Self.escaped(address) : nil
  }
}

extension MarkupWriter {
  /// The table that a paragraph is, unless it is in a list or a quote.
  private func table(_ node: OpaquePointer) -> MarkdownTable? {
    let (first, last) = (
      Int(cmark_node_get_start_line(node)), Int(cmark_node_get_end_line(node))
    )
    guard cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH,
      cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT,
      0 < first, first < last, last <= lines.count
    else { return nil }
    return MarkdownTable(lines[(first - 1)..<last])
  }

  private mutating func write(_ table: MarkdownTable) {
    let cells = table.rows.map { $0.map(Self.cell) }
    let bold = { (text: String) in text.isEmpty ? "" : "<b>\(text)</b>" }
    if let lines = table.lines(cells, widest: Self.widestTable, heading: bold) {
      markup += "<tt>\(lines.joined(separator: "\n"))</tt>\n\n"
      return
    }
    // At the edge of a label the columns would break: each row has a line for each of its cells.
    for row in cells.dropFirst() {
      for (heading, cell) in zip(cells[0], row) where !cell.text.isEmpty {
        markup += heading.text.isEmpty ? cell.text : "\(bold(heading.text)): \(cell.text)"
        markup += "\n"
      }
      markup += "\n"
    }
    if cells.count == 1 {
      markup += cells[0].map { bold($0.text) }.joined(separator: "\n") + "\n\n"
    }
  }

  /// The characters in a line of the preview, in a narrow window.
  private static let widestTable = 40

  /// A cell as it reads, and its width. What is no line of words is shown as it is written.
  private static func cell(_ text: String) -> MarkdownTable.Cell {
    // A table may have very many that are missing.
    guard !text.isEmpty else { return ("", 0) }
    let markup = MarkdownMarkup.markup(MarkdownText.line(text)).trimmed
    let shown =
      markup.contains { $0.isNewline } ? text.escapedForMarkup(inAttribute: true) : markup
    // Each reference is one character, and tags are none.
    let words = shown.replacing(/<[^>]*>/, with: "").replacing(/&[^;]*;/, with: "&")
    return (shown, TextWidth.columns(of: words))
  }
}

/// A parsed Markdown text (CommonMark, by cmark).
enum MarkdownDocument {
  /// Calls the body with the parsed text; nil where parsing fails.
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
