/// The lines of a text that may be nothing but a list, below one heading or none.
struct ListLines {
  /// The lines as Markdown. What indents all items is left out, and so are items without words.
  let lines: [Substring]
  /// Whether the text begins as a list does.
  let beginsWithItem: Bool
  /// Whether each line that is not blank is an item, except a heading.
  let areItems: Bool

  init(_ all: [Substring]) {
    var filled = all.filter { !$0.isBlank }[...]
    if filled.first.map({ HeadingLine.words(of: $0)?.isEmpty == false }) == true {
      filled = filled.dropFirst()
    }
    let indent = Self.commonIndent(of: filled)
    let beginsWithItem = filled.first.map { ItemMark.words(after: $0) != nil } ?? false
    let areItems = beginsWithItem && filled.allSatisfy { ItemMark.words(after: $0) != nil }
    lines = !beginsWithItem ? all : all.map { Self.markdown($0, indent, areItems: areItems) }
    (self.beginsWithItem, self.areItems) = (beginsWithItem, areItems)
  }

  private static func markdown(_ line: Substring, _ indent: Int, areItems: Bool) -> Substring {
    if areItems, let words = ItemMark.words(after: line),
      MarkdownTask.state(words).rest.isEmpty
    {
      return ""
    }
    // A heading above the list may begin further left.
    let blanks = line.prefix(indent).prefix(while: \.isBlank)
    return ItemMark.inMarkdown(line.dropFirst(blanks.count))
  }

  /// How many blanks all lines begin with, the same ones.
  private static func commonIndent(of lines: ArraySlice<Substring>) -> Int {
    guard var common = lines.first?.prefix(while: \.isBlank) else { return 0 }
    for line in lines.dropFirst() {
      common = common.prefix(zip(common, line).prefix { $0 == $1 }.count)
    }
    return common.count
  }
}
