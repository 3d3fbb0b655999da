internal import DragModel

/// What a page of HTML says: its words, in the blocks that people see. Scripts, styles and comments are left out. It
/// loads nothing that the page refers to.
struct HTMLPage {
  enum Block: Hashable {
    case heading(level: Int, HTMLLine)
    case paragraph(HTMLLine)
    /// Text that keeps its lines and blanks.
    case code(String)
    case quote([Block])
    case list(isOrdered: Bool, [Item])
  }

  struct Item: Hashable {
    var blocks: [Block] = []
  }

  /// The page's title on one line; empty where it has none.
  let title: String
  let blocks: [Block]
  /// How many pictures, films and the like have no words and no address.
  let wordless: Int
  /// How many links it had to scripts, files and what is relative to its own place.
  let droppedLinks: Int
  /// How many pictures with words it had whose bytes are in the page itself.
  let droppedPictures: Int

  /// - Parameter charset: what the sender says.
  /// - Throws: `malformed` for what is too large, too deep, or not text in its charset.
  init(_ bytes: [UInt8], charset: String? = nil) throws(BoardError) {
    try BoardImport.checkSize(bytes, as: BoardImport.htmlType)
    try self.init(text: try HTMLCharset.text(of: bytes, charset))
  }

  init(text: String) throws(BoardError) {
    var builder = HTMLPageBuilder()
    try HTMLReader.read(text) { builder.handle($0) }
    builder.end()
    title = CardText.line(
      builder.title.split(whereSeparator: \.isBlank).joined(separator: " "))
    blocks = builder.blocks
    wordless = builder.wordless
    droppedLinks = builder.droppedLinks
    droppedPictures = builder.droppedPictures
  }

  var hasLists: Bool {
    blocks.contains { if case .list = $0 { true } else { false } }
  }
}

extension HTMLPage.Block {
  /// The words of a paragraph or a heading.
  var line: HTMLLine? {
    switch self {
    case .heading(_, let line), .paragraph(let line): line
    case .code, .quote, .list: nil
    }
  }

  /// All words in it, line by line.
  var words: [String] {
    switch self {
    case .heading(_, let line), .paragraph(let line):
      line.words.split(separator: "\n").map(String.init)
    case .code(let text): text.split(whereSeparator: \.isNewline).map(String.init)
    case .quote(let blocks): blocks.flatMap(\.words)
    case .list(_, let items): items.flatMap { $0.blocks.flatMap(\.words) }
    }
  }
}
