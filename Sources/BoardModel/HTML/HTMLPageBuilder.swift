/// Makes the blocks of a page from its elements.
struct HTMLPageBuilder {
  private(set) var title = ""
  private(set) var wordless = 0
  /// Links to scripts, files and what is relative to the page's own place.
  private(set) var droppedLinks = 0
  /// Pictures with words whose bytes are in the page itself.
  private(set) var droppedPictures = 0
  /// The blocks of the page, once it has ended.
  var blocks: [HTMLPage.Block] { frames[0].blocks }

  /// The most open frames; lists and quotes within them become parts of those around them.
  private static let deepest = 16

  /// What an open list, item or quote has so far; the first one is the page.
  private struct Frame {
    enum Kind {
      case page
      case list(isOrdered: Bool)
      case item, quote
    }

    let kind: Kind
    var blocks: [HTMLPage.Block] = []
    var items: [HTMLPage.Item] = []

    var isList: Bool { if case .list = kind { true } else { false } }
  }

  /// What the end of an open element does.
  private enum End {
    case nothing, line
    case frames(Int)
    case heading(Int)
    case code, link, style, title, silence
  }

  private var frames = [Frame(kind: .page)]
  private var ends: [End] = []
  private var line = HTMLLine()
  private var links: [String] = []
  /// Whether each open link has words, or a part of the page that says something.
  private var haveWords: [Bool] = []
  /// The looks of the open elements that have one; each contains those around it.
  private var styles = [HTMLLine.Style()]
  /// How many open elements are left out.
  private var silent = 0
  private var hasTitle = false
  /// The text of an open `pre`.
  private var code: String?

  mutating func handle(_ event: HTMLReader.Event) {
    switch event {
    case .start(let name, let attributes):
      let end = silent > 0 ? .silence : start(name, attributes)
      if case .silence = end { silent += 1 }
      ends.append(end)
    case .end:
      if let end = ends.popLast() { self.end(end) }
    case .text(let text): add(text)
    }
  }

  /// Ends what is open.
  mutating func end() {
    while let end = ends.popLast() { self.end(end) }
    endLine()
  }

  private mutating func add(_ text: String) {
    if case .title? = ends.last {
      title += text
    } else if silent == 0 {
      if !haveWords.isEmpty, !text.isBlank { haveWords[haveWords.count - 1] = true }
      if code != nil {
        code?.append(text)
      } else {
        line.add(text, link: links.last, style: style)
      }
    }
  }

  // MARK: Elements

  private mutating func start(_ name: String, _ attributes: [String: String]) -> End {
    switch name {
    case "script", "style", "noscript", "template", "textarea", "select", "noframes", "datalist":
      return .silence
    case "svg", "canvas", "object", "embed", "applet", "iframe", "video", "audio", "math":
      addPart(attributes)
      return .silence
    case "title":
      defer { hasTitle = true }
      return hasTitle ? .silence : .title
    case "img":
      addPart(attributes)
      return .nothing
    case "input": return input(attributes)
    case "br":
      addBreak()
      return .nothing
    case "a":
      let address = (attributes["href"] ?? "").trimmed
      guard let link = HTMLLink.address(address) else {
        // A link to a part of the page itself leads nowhere elsewhere.
        if !address.isEmpty, !address.hasPrefix("#") { droppedLinks += 1 }
        return .nothing
      }
      links.append(link)
      haveWords.append(false)
      return .link
    case "td", "th":
      if !line.isAtLineStart { line.add(" | ") }
      return .nothing
    case "tr":
      if !line.isAtLineStart { line.addBreak() }
      return .nothing
    default:
      guard let style = HTMLLine.Style(of: name, attributes, in: style) else {
        return startBlock(name)
      }
      styles.append(style)
      return .style
    }
  }

  private var style: HTMLLine.Style { styles[styles.count - 1] }

  private mutating func startBlock(_ name: String) -> End {
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      endLine()
      return .heading(name.last?.wholeNumberValue ?? 1)
    case "ul", "ol", "menu", "dir": return startFrame(.list(isOrdered: name == "ol"))
    case "li":
      endLine()
      guard let last = frames.last, !last.isList else { return startFrame(.item) }
      // An item directly in an item, without a list between them, is a line of the outer one.
      if case .item = last.kind { return .line }
      guard case .frames = startFrame(.list(isOrdered: false)) else { return .line }
      frames[frames.count - 1].items = removeItems(from: frames.count - 2)
      frames.append(Frame(kind: .item))
      return .frames(2)
    case "blockquote": return startFrame(.quote)
    case "pre", "listing", "xmp":
      endLine()
      guard code == nil else { return .line }
      code = ""
      return .code
    case "p", "div", "table", "caption", "hr", "form", "dl", "dt", "dd", "section", "article",
      "header", "footer", "nav", "main", "aside", "figure", "figcaption", "address", "fieldset",
      "legend", "details", "summary", "center", "body", "html", "head", "hgroup", "dialog":
      endLine()
      return .line
    default: return .nothing
    }
  }

  /// Removes the items of a list that has just ended, so that an item without a list can continue that list.
  private mutating func removeItems(from index: Int) -> [HTMLPage.Item] {
    guard case .list(false, let items)? = frames[index].blocks.last else { return [] }
    frames[index].blocks.removeLast()
    return items
  }

  private mutating func startFrame(_ kind: Frame.Kind) -> End {
    endLine()
    guard frames.count < Self.deepest else { return .line }
    frames.append(Frame(kind: kind))
    return .frames(1)
  }

  private mutating func input(_ attributes: [String: String]) -> End {
    switch attributes["type"]?.lowercased() {
    case "checkbox" where code == nil: line.addBox(isDone: attributes["checked"] != nil)
    case "image": addPart(attributes)
    default: break
    }
    return .nothing
  }

  private mutating func end(_ end: End) {
    switch end {
    case .nothing, .title: break
    case .silence: silent -= 1
    case .link:
      // A link without words says where it leads.
      if haveWords.popLast() == false, let link = links.last {
        line.add(link, link: link, style: style)
      }
      links.removeLast()
    case .style: styles.removeLast()
    case .line: endLine()
    case .heading(let level): endLine { .heading(level: level, $0) }
    case .frames(let count):
      endLine()
      for _ in 0..<count { endFrame() }
    case .code:
      let text = code ?? ""
      code = nil
      // Blank lines at the ends are left out: HTML itself ignores a line feed after the tag.
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      let rest = lines.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed()
      if !rest.isEmpty { add(.code(rest.joined(separator: "\n"))) }
    }
  }

  // MARK: Parts

  /// Adds a picture, or another part that a browser would load, as its words with a link to its address.
  private mutating func addPart(_ attributes: [String: String]) {
    if !haveWords.isEmpty { haveWords[haveWords.count - 1] = true }
    let words = CardText.line(attributes["alt"] ?? attributes["title"] ?? "")
    let source = (attributes["src"] ?? attributes["data"] ?? "").trimmed
    let address = HTMLLink.address(source)
    guard !words.isEmpty || address != nil else {
      // An empty `alt` says that the picture is only decoration.
      if attributes["alt"] == nil { wordless += 1 }
      return
    }
    if address == nil, !source.isEmpty {
      if source.lowercased().hasPrefix("data:") { droppedPictures += 1 } else { droppedLinks += 1 }
    }
    let text = words.isEmpty ? address.map(HTMLLink.fileName) ?? "" : words
    guard code == nil else { return code?.append(text) ?? () }
    line.add(text, link: links.last ?? address, style: style)
  }

  private mutating func addBreak() {
    if code != nil {
      code?.append("\n")
    } else if line.isAtLineStart {
      endLine()
    } else {
      line.addBreak()
    }
  }

  private mutating func endLine(_ make: (HTMLLine) -> HTMLPage.Block = { .paragraph($0) }) {
    guard code == nil else { return }
    line.dropBlankEnd()
    let ended = line
    line = HTMLLine()
    if !ended.isEmpty { add(make(ended)) }
  }

  private mutating func endFrame() {
    guard frames.count > 1, let frame = frames.popLast() else { return }
    switch frame.kind {
    case .page: break
    case .list(let isOrdered):
      if !frame.items.isEmpty { add(.list(isOrdered: isOrdered, frame.items)) }
    case .item:
      if !frame.blocks.isEmpty {
        frames[frames.count - 1].items.append(HTMLPage.Item(blocks: frame.blocks))
      }
    case .quote: if !frame.blocks.isEmpty { add(.quote(frame.blocks)) }
    }
  }

  private mutating func add(_ block: HTMLPage.Block) {
    let last = frames.count - 1
    guard frames[last].isList else { return frames[last].blocks.append(block) }
    // Between the items of a list it belongs to the one before.
    if frames[last].items.isEmpty { frames[last].items.append(HTMLPage.Item()) }
    frames[last].items[frames[last].items.count - 1].blocks.append(block)
  }
}
