internal import CMark

/// The blocks of a Markdown text (CommonMark, by cmark): where each begins and ends. Inlines stay as they are written,
/// because the text of a card is Markdown too.
///
/// It loads nothing that the text refers to.
struct MarkdownBlocks {
  enum Kind {
    case heading(level: Int)
    case list, rule, other
  }

  struct Block {
    let kind: Kind
    /// The lines, counted from 0.
    let lines: Range<Int>
    /// The items of a list; other blocks have none.
    let items: [Item]
  }

  struct Item {
    let lines: Range<Int>
    /// The column at which the content begins, counted from 0.
    let column: Int
    let blocks: [Block]
  }

  /// How many lists there may be in each other; deeper ones are other blocks.
  private static let deepest = 8

  let lines: [Substring]
  let blocks: [Block]

  init(_ lines: [Substring]) {
    self.lines = lines
    let count = lines.count
    blocks =
      MarkdownDocument.parse(lines.joined(separator: "\n")) {
        Self.blocks(of: $0, depth: 0, count)
      } ?? []
  }

  private static func blocks(of parent: OpaquePointer, depth: Int, _ count: Int) -> [Block] {
    children(of: parent).map { node in
      let lines = lines(of: node, count)
      switch cmark_node_get_type(node) {
      case CMARK_NODE_HEADING:
        return Block(
          kind: .heading(level: Int(cmark_node_get_heading_level(node))), lines: lines, items: [])
      case CMARK_NODE_LIST where depth < deepest:
        let items = children(of: node).map { item in
          Item(
            lines: Self.lines(of: item, count),
            column: children(of: item).first.map {
              max(Int(cmark_node_get_start_column($0)) - 1, 0)
            } ?? 0,
            blocks: blocks(of: item, depth: depth + 1, count))
        }
        return Block(kind: .list, lines: lines, items: items)
      case CMARK_NODE_THEMATIC_BREAK: return Block(kind: .rule, lines: lines, items: [])
      default: return Block(kind: .other, lines: lines, items: [])
      }
    }
  }

  private static func children(of parent: OpaquePointer) -> [OpaquePointer] {
    var found: [OpaquePointer] = []
    var next = cmark_node_first_child(parent)
    while let node = next {
      found.append(node)
      next = cmark_node_next(node)
    }
    return found
  }

  private static func lines(of node: OpaquePointer, _ count: Int) -> Range<Int> {
    let first = min(max(Int(cmark_node_get_start_line(node)) - 1, 0), count)
    return first..<min(max(Int(cmark_node_get_end_line(node)), first), count)
  }
}
