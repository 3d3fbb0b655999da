internal import Translations

/// Bookmarks as browsers export them, in the form of HTML that Netscape had: each folder is a list, each bookmark a
/// card of its address.
struct BookmarkFile {
  static let mark = "NETSCAPE-Bookmark-file"

  private(set) var lists = BoardImport()
  private(set) var losses = Losses()
  /// The names of the open folders.
  private var folders: [String] = []
  /// The name of the folder that begins next.
  private var next = ""
  private var words = ""
  private var attributes: [String: String] = [:]
  /// What the words belong to.
  private var part = Part.none
  private let title: String
  private var count = 0
  private var failure: BoardError?

  private enum Part { case none, title, folder, bookmark, notes }

  /// - Parameter title: of the list of bookmarks in no folder, where the file has no title.
  static func read(_ text: String, title: String) throws(BoardError) -> BookmarkFile {
    var file = BookmarkFile(title)
    try HTMLReader.read(text) { file.handle($0) }
    file.endNotes()
    if let failure = file.failure { throw failure }
    file.losses.end()
    return file
  }

  private init(_ title: String) { self.title = title }

  private mutating func handle(_ event: HTMLReader.Event) {
    switch event {
    case .start(let name, let attributes): start(name, attributes)
    case .text(let text): if part != .none { words += text }
    case .end(let name): end(name)
    }
  }

  private mutating func start(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "h1", "h3":
      endNotes()
      (part, words) = (name == "h1" ? .title : .folder, "")
    case "a":
      endNotes()
      (part, words, self.attributes) = (.bookmark, "", attributes)
    case "dd": (part, words) = (.notes, "")
    case "dl":
      endNotes()
      folders.append(next)
      next = ""
    case "dt": endNotes()
    default: break
    }
  }

  private mutating func end(_ name: String) {
    switch (name, part) {
    case ("h1", .title), ("h3", .folder):
      next = CardText.line(words)
      part = .none
    case ("a", .bookmark):
      addBookmark()
      part = .none
    case ("dd", _): endNotes()
    case ("dl", _):
      endNotes()
      _ = folders.popLast()
    default: break
    }
  }

  /// The title of the open folder's list, with the folders around it.
  private var list: String {
    let names = folders.dropFirst().filter { !$0.isEmpty }
    let root = folders.first ?? ""
    return names.isEmpty ? root.isEmpty ? title : root : names.joined(separator: " › ")
  }

  private mutating func addBookmark() {
    let words = CardText.line(words)
    let source = (attributes["href"] ?? "").trimmed
    guard let address = HTMLLink.address(source) else {
      return losses.add(
        translated("its address {address}", ["address": String(source.prefix(200))]), of: words)
    }
    var card = CardReader.linkCard(
      [address], title: words,
      IncomingItem(representations: [("text/uri-list", .bytes(Array("\(address)\r\n".utf8)))]))
    for name in (attributes["tags"] ?? "").split(separator: ",") {
      let name = CardText.line(String(name))
      guard !name.isEmpty, name.utf8.count <= CardDetails.longestLine,
        card.details.labels.count < CardDetails.mostLabels
      else { continue }
      if !card.details.labels.contains(where: { $0.name == name }) {
        card.details.labels.append(CardLabel(name))
      }
    }
    if let keyword = attributes["shortcuturl"], !keyword.isEmpty {
      losses.add(translated("the keyword “{text}”", ["text": keyword]), of: card.title)
    }
    lists.add(card, to: BoardImport.title(list))
    last = BoardImport.title(list)
    count += 1
    do throws(BoardError) {
      try BoardImport.check(count: count + lists.lists.count, as: BoardImport.htmlType)
    } catch {
      failure = failure ?? error
    }
  }

  /// The list of the bookmark that notes belong to.
  private var last: String?

  /// Adds what was written below a bookmark.
  private mutating func endNotes() {
    defer { (part, words) = (.none, "") }
    let text = words.trimmed
    guard part == .notes, !text.isEmpty else { return }
    if let last {
      lists.addText(text, toLastOf: last)
    } else {
      losses.add(String(text.prefix(200)))
    }
  }
}

extension BoardImport {
  /// Adds a text below that of the last card of a list.
  fileprivate mutating func addText(_ text: String, toLastOf title: String) {
    guard let list = lists.firstIndex(where: { $0.title == title }),
      case let card = lists[list].cards.count - 1, card >= 0
    else { return }
    lists[list].cards[card].text += lists[list].cards[card].text.isEmpty ? text : "\n\(text)"
  }
}
