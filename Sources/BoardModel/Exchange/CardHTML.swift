internal import CMark
internal import DragModel
internal import Foundation

/// A card for editors that take HTML: what is planned with it, and its text, which is Markdown.
extension Card {
  var html: [UInt8] {
    var head = "\(Self.box(details.isDone)) <strong>\(shownTitle.escapedForMarkup())</strong>"
    let planned = [details.due?.text].compactMap(\.self) + details.labels.map(\.name)
    if !planned.isEmpty {
      head += " (\(planned.map { $0.escapedForMarkup() }.joined(separator: ", ")))"
    }
    let lists = details.checklists.map { name, items in
      let words = items.map { item in
        let due = item.due.map { " (\($0.text))" } ?? ""
        return "<li>\(Self.box(item.isDone)) \((item.text + due).escapedForMarkup())</li>\n"
      }
      let heading = name.isEmpty ? "" : "<p>\(name.escapedForMarkup())</p>\n"
      return "\(heading)<ul>\n\(words.joined())</ul>\n"
    }
    return Array("<p>\(head)</p>\n\(lists.joined())\(MarkdownPage(text).html)".utf8)
  }

  private static func box(_ isDone: Bool) -> String { isDone ? "☑" : "☐" }
}

extension DueDate {
  /// The day, and the time of day if it has one, for people of any language.
  fileprivate var text: String { description.replacing("T", with: " ") }
}

/// Markdown as HTML (cmark). Nothing in it makes a reader load anything: a picture is a link, and HTML is the words
/// that were written.
struct MarkdownPage {
  private let text: String

  init(_ text: String) { self.text = text }

  var html: String {
    MarkdownDocument.parse(text) { document in
      for node in Self.nodes(of: document) { Self.makeHarmless(node) }
      guard let html = cmark_render_html(document, CMARK_OPT_HARDBREAKS) else { return "" }
      defer { free(html) }
      return String(cString: html)
    } ?? ""
  }

  /// The nodes to replace, children before their parents.
  private static func nodes(of document: OpaquePointer) -> [OpaquePointer] {
    guard let walk = cmark_iter_new(document) else { return [] }
    defer { cmark_iter_free(walk) }
    var found: [OpaquePointer] = []
    while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(walk) else { continue }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE: found.append(node)
      case CMARK_NODE_IMAGE where event == CMARK_EVENT_EXIT: found.append(node)
      default: break
      }
    }
    return found
  }

  private static func makeHarmless(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_IMAGE:
      let link = cmark_node_new(CMARK_NODE_LINK)
      cmark_node_set_url(link, cmark_node_get_url(node))
      cmark_node_set_title(link, cmark_node_get_title(node))
      while let child = cmark_node_first_child(node) { cmark_node_append_child(link, child) }
      // A link cannot contain another one.
      replace(node, with: isInLink(node) ? unwrapped(link) : [link])
    case CMARK_NODE_HTML_INLINE: replace(node, with: [words(cmark_node_get_literal(node))])
    default:
      let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH)
      let lines = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
      for line in lines.split(separator: "\n") {
        if cmark_node_first_child(paragraph) != nil {
          cmark_node_append_child(paragraph, cmark_node_new(CMARK_NODE_LINEBREAK))
        }
        cmark_node_append_child(paragraph, line.withCString { words($0) })
      }
      replace(node, with: [paragraph])
    }
  }

  private static func words(_ literal: UnsafePointer<CChar>?) -> OpaquePointer? {
    let text = cmark_node_new(CMARK_NODE_TEXT)
    cmark_node_set_literal(text, literal)
    return text
  }

  private static func isInLink(_ node: OpaquePointer) -> Bool {
    var parent = cmark_node_parent(node)
    while let one = parent {
      if cmark_node_get_type(one) == CMARK_NODE_LINK { return true }
      parent = cmark_node_parent(one)
    }
    return false
  }

  /// Frees a node and returns its children.
  private static func unwrapped(_ link: OpaquePointer?) -> [OpaquePointer?] {
    var children: [OpaquePointer?] = []
    while let child = cmark_node_first_child(link) {
      cmark_node_unlink(child)
      children.append(child)
    }
    cmark_node_free(link)
    return children
  }

  private static func replace(_ node: OpaquePointer, with others: [OpaquePointer?]) {
    for other in others { cmark_node_insert_before(node, other) }
    cmark_node_free(node)
  }
}
