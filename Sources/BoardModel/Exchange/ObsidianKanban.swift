/// What Obsidian and its Kanban plugin write around the lists of a Markdown text: properties at its beginning, settings
/// in a comment, a rule before the archive, and a line in bold in lists whose cards are complete.
struct ObsidianKanban {
  /// What begins a text of the plugin.
  static let properties = "---\n\nkanban-plugin: board\n\n---\n\n"
  /// The lines before the cards of the archive.
  static let archive = ["***", "", "## Archive", ""]

  /// The lines of the text; those of the properties and of the settings are blank.
  var lines: [Substring]
  /// Whether the properties say that the plugin wrote the text.
  private var isOfPlugin = false

  init(_ text: String) {
    let mark: Character = "\u{FEFF}"
    lines = (text.first == mark ? text.dropFirst() : text[...])
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    if let range = propertyLines {
      isOfPlugin = lines[range].contains { $0.hasPrefix("kanban-plugin:") }
      blank(range)
    }
    blankSettings()
  }

  /// Makes the lines of comments `%% kanban:settings` … `%%` blank.
  private mutating func blankSettings() {
    var start: Int?
    for index in lines.indices {
      if let begun = start, lines[index].isMark("%%") {
        blank(begun..<index + 1)
        start = nil
      } else if start == nil, lines[index].beginsSettings {
        start = index
      }
    }
  }

  private mutating func blank(_ range: Range<Int>) {
    lines.replaceSubrange(range, with: range.map { _ in "" })
  }

  /// The lines of YAML between two lines `---`, and these two. No name of a property stands below a rule of Markdown.
  private var propertyLines: Range<Int>? {
    guard lines[0].isMark("---"),
      let end = lines.dropFirst().firstIndex(where: { $0.isMark("---") })
    else { return nil }
    let first = lines[1..<end].first { !$0.isBlank }
    return first?.isProperty ?? true ? 0..<end + 1 : nil
  }

  /// The list that a heading begins: “Title (5)” is one with a limit for the plugin.
  func list(_ heading: String) -> NewList {
    let words = heading.split(separator: " ")
    guard isOfPlugin, words.count > 1, let last = words.last, last.first == "(", last.last == ")",
      let limit = Int(last.dropFirst().dropLast()), BoardList.limits.contains(limit)
    else { return NewList(title: heading) }
    return NewList(title: words.dropLast().joined(separator: " "), limit: limit)
  }

  /// Whether a heading is that of the archive, to which the rule above it belongs.
  func isArchive(_ title: String, at index: Int, in blocks: [MarkdownBlocks.Block]) -> Bool {
    guard index > 0, case .rule = blocks[index - 1].kind else { return false }
    return isOfPlugin || title.lowercased() == "archive"
  }

  /// Whether a block says that the cards of the list above it are complete. The box of each card says so, too.
  func isComplete(at index: Int, in blocks: [MarkdownBlocks.Block]) -> Bool {
    guard index > 0, case .heading = blocks[index - 1].kind, blocks[index].lines.count == 1
    else { return false }
    let words = String(lines[blocks[index].lines.lowerBound]).trimmed
    // The plugin writes the word in the person's language.
    return words == "**Complete**"
      || isOfPlugin && words.count > 4 && words.hasPrefix("**") && words.hasSuffix("**")
  }
}

extension Substring {
  /// Whether the line is nothing but a mark.
  fileprivate func isMark(_ mark: String) -> Bool {
    hasPrefix(mark) && dropFirst(mark.count).isBlank
  }

  fileprivate var beginsSettings: Bool {
    hasPrefix("%%") && dropFirst(2).drop(while: \.isBlank).hasPrefix("kanban:settings")
  }

  /// Whether the line begins as a property of YAML does, `name: value`.
  fileprivate var isProperty: Bool {
    let name = prefix { $0.isLetter || $0.isNumber || "_- ".contains($0) }
    guard name.first.map({ $0.isLetter || $0 == "_" }) ?? false else { return false }
    let rest = dropFirst(name.count)
    return rest.first == ":" && rest.dropFirst().first.map(\.isWhitespace) ?? true
  }
}
