internal import DragModel
internal import Foundation
internal import Translations

/// Makes cards of incoming items. It checks every format that it can check and refuses incomplete content, with the
/// reason for the person who dropped it. It may be used on any thread.
package struct CardReader: Sendable {
  /// Whether a text that is nothing but a list becomes a card for each item.
  private let splitsLists: Bool
  /// Whether the files are read whose addresses a list has.
  private let opensFiles: Bool

  /// - Parameter openingFiles: whether a person has named the files whose addresses a list has, as by a drop. Other
  ///   addresses stay what they are: a program in a sandbox could have a file read that it cannot read itself.
  package init(splittingLists: Bool = true, openingFiles: Bool = true) {
    splitsLists = splittingLists
    opensFiles = openingFiles
  }

  /// The types to ask a source for, best first, where it gives only one representation.
  package static let wantedTypes = [
    Geocache.type, GPX.type, BoardImport.calendarType, "image/png", "image/*", "text/uri-list",
    "text/plain;charset=utf-8", "text/plain", "*/*",
  ]

  /// Makes the cards of an item: one card, or one for each waypoint or file. A file whose content is not what its type
  /// says is a plain file.
  ///
  /// - Throws: `malformed`, `invalid`, `unreadable`; then no part of the item may become a card.
  package func cards(from item: IncomingItem) throws(BoardError) -> [NewCard] {
    try cards(from: item, isWhole: false)
  }

  /// - Parameter isWhole: whether it is a file on disk; else it may have been cut off.
  private func cards(from item: IncomingItem, isWhole: Bool) throws(BoardError) -> [NewCard] {
    do throws(BoardError) {
      return try cards(from: item, isDescribed: false)
    } catch {
      guard isWhole || !error.isCutOff, let file = Self.plainFile(item, because: error) else {
        throw error
      }
      return [file]
    }
  }

  /// - Parameter isDescribed: whether the item is a card of another board, of which nothing is left out.
  private func cards(
    from offered: IncomingItem, isDescribed: Bool
  ) throws(BoardError) -> [NewCard] {
    guard !offered.representations.isEmpty else {
      throw .invalid(field: "content", reason: translated("there is none"))
    }
    var item = try Self.recognized(offered)
    for representation in item.representations { try Self.check(representation) }
    if let geocache = item.first(\.isGeocache) {
      return [try card(ofGeocache: geocache.content, item)]
    }
    if let gpx = item.first(\.isGPX), case let cards = try cards(ofGPX: gpx.content, item),
      !cards.isEmpty
    {
      return cards
    }
    if let calendar = item.first(\.isCalendar),
      case let cards = try Self.cards(ofCalendar: calendar.content), !cards.isEmpty
    {
      return cards
    }
    if !isDescribed {
      if splitsLists, let cards = Self.cards(ofList: item) { return cards }
      if item.first(\.isText) == nil, let markdown = item.first(\.isMarkdown),
        item.name == nil || Self.text(of: item, where: \.isMarkdown) != nil
      {
        item.representations.append(("text/plain;charset=utf-8", markdown.content))
      }
      item = PictureName.naming(Self.withUsualHTML(item), offered: offered)
    }
    guard item.representations.allSatisfy({ MIMEType.is($0.type, \.isCompanionOfFiles) }) else {
      return [Self.plainCard(item, isDescribed: isDescribed)]
    }
    let link = Self.link(in: item)
    if let list = item.first(\.isURIList) {
      // On its board, a card with addresses had no more than these.
      return try cards(
        ofURIList: list.content, item, title: link?.title ?? "",
        openingFiles: opensFiles && !isDescribed)
    }
    guard let link else { return [Self.plainCard(item)] }
    var whole = item
    whole.representations.insert(("text/uri-list", .bytes(Array("\(link.uri)\r\n".utf8))), at: 0)
    return [Self.linkCard([link.uri], title: link.title, whole)]
  }

  private static let largestLink = 1 << 20

  /// The link that a browser describes.
  private static func link(in item: IncomingItem) -> Link? {
    item.first(\.isLink).flatMap { try? $0.content.bytes(atMost: largestLink) }.flatMap(Link.init)
  }

  /// The item with the inferred type of content that came without type and name: browsers offer pictures so.
  private static func recognized(_ item: IncomingItem) throws(BoardError) -> IncomingItem {
    guard item.name == nil else { return item }
    var item = item
    for (index, one) in item.representations.enumerated()
    where MIMEType.essence(of: one.type) == "application/octet-stream" {
      let firstBytes = try one.content.start(FileType.firstBytesWanted)
      if let type = FileType.inferFromBrowser(firstBytes: firstBytes) {
        item.representations[index].type = type
      }
    }
    return item
  }

  /// The item with HTML in UTF-8: Chromium drags it on X11 in UTF-16, which most programs do not expect.
  private static func withUsualHTML(_ item: IncomingItem) -> IncomingItem {
    var item = item
    for (index, one) in item.representations.enumerated() where MIMEType.is(one.type, \.isHTML) {
      guard let start = try? one.content.start(2), UTF16Text.isMarked(start),
        let bytes = try? one.content.bytes(atMost: largestPage),
        let text = try? HTMLCharset.text(of: bytes, nil)
      else { continue }
      let content = Content.bytes(Array(#"<meta charset="utf-8">"#.utf8) + Array(text.utf8))
      item.representations[index] = (BoardImport.htmlType, content)
    }
    return item
  }

  private static let largestPage = 4 << 20

  /// Makes the cards of a file.
  ///
  /// - Parameter name: of the file, where the path does not say it.
  /// - Throws: as `cards(from:)`; `unreadable` for anything but a regular file or a folder.
  package func cards(
    fromFileAt path: String, named name: String? = nil
  ) throws(BoardError) -> [NewCard] {
    guard !Content.isFolder(at: path) else {
      let name = name ?? URIList.lastComponent(of: path) ?? "folder"
      let content = try Content.folder(at: path, named: name)
      return [
        NewCard(
          title: CardText.line(name), kind: .file, name: name,
          representations: [(MIMEType.folderArchive.description, content)])
      ]
    }
    let file = try OpenFile(reading: path)
    let size = try file.size()
    let start = try file.read(FileType.firstBytesWanted)
    let name = name ?? URIList.lastComponent(of: path) ?? ""
    if let card = try Self.linkCard(.file(path: path, size: size), named: name) { return [card] }
    var type = FileType.infer(name: name, firstBytes: start)
    if type == "text/plain", size <= Staging.threshold,
      Charset.decode(try Content.file(path: path, size: size).bytes(), "utf-8") != nil
    {
      type = "text/plain;charset=utf-8"
    }
    let item = IncomingItem(
      name: name, representations: [(type, .file(path: path, size: size))])
    do throws(BoardError) {
      return try cards(from: item, isWhole: true)
    } catch {
      switch error {
      case .malformed, .invalid: throw error.naming(file: path.hasSuffix(name) ? path : name)
      default: throw .unreadable(path: path, reason: error.message)
      }
    }
  }

  /// Refuses broken content: a source that was killed half-way may look like one that has finished.
  static func check(_ representation: (type: String, content: Content)) throws(BoardError) {
    guard let type = MIMEType(representation.type) else { return }
    if type.essence == "image/png" {
      try PNGFile.check(representation.content)
    } else if type == .folderArchive {
      try representation.content.checkFolder()
    } else if type.isJSON {
      try JSON.check(representation.content, as: type.essence)
    }
  }

  private func card(
    ofGeocache content: Content, _ item: IncomingItem
  ) throws(BoardError) -> NewCard {
    let geocache = try Geocache(json: try content.bytes(atMost: Geocache.largest))
    var card = NewCard(geocache, representations: item.representations)
    card.name = item.name
    return card
  }

  private func cards(
    ofGPX content: Content, _ item: IncomingItem
  ) throws(BoardError) -> [NewCard] {
    let file = try GPXFile(try content.bytes(atMost: Geocache.largest))
    var cards: [NewCard] = []
    for waypoint in file.waypoints { cards.append(try NewCard(waypoint.geocache)) }
    // A single waypoint keeps the whole file, and each of several its own part.
    if cards.count == 1 {
      cards[0].representations += item.representations
      cards[0].name = item.name
      return cards
    }
    var left = file.left
    for (index, waypoint) in file.waypoints.enumerated() {
      if let bytes = file.file(of: waypoint) {
        cards[index].representations.append((GPX.type, .bytes(bytes)))
      } else if index == 0 {
        left.append(translated("what the waypoints say beside names, places and descriptions"))
      }
    }
    if !cards.isEmpty { cards[0].left = left }
    return cards
  }

  private func cards(
    ofURIList list: Content, _ item: IncomingItem, title: String, openingFiles: Bool
  ) throws(BoardError) -> [NewCard] {
    let bytes = try list.bytes(atMost: 16 * 1024 * 1024)
    let entries = try URIList.parse(bytes)
    guard openingFiles else {
      return [Self.linkCard(try URIList.addresses(bytes), title: title, item)]
    }
    let hasFiles = entries.contains { if case .local = $0 { true } else { false } }
    if hasFiles { try NewCard.check(count: entries.count) }
    var cards: [NewCard] = []
    var others: [String] = []
    for entry in entries {
      switch entry {
      case .local(let path):
        do throws(BoardError) {
          cards += try self.cards(fromFileAt: path)
        } catch {
          throw error.refusing(files: entries.count)
        }
      case .other(let uri): others.append(uri)
      }
    }
    // Links without files keep all other representations.
    if cards.isEmpty { return [Self.linkCard(others, title: title, item)] }
    for uri in others {
      let bytes = Array("\(uri)\r\n".utf8)
      let link = IncomingItem(representations: [("text/uri-list", .bytes(bytes))])
      cards.append(Self.linkCard([uri], link))
    }
    return cards
  }

  static func linkCard(
    _ uris: [String], title: String = "", _ item: IncomingItem
  ) -> NewCard {
    // The content has all of it.
    let first = title.isEmpty ? uris.first ?? item.name ?? translated("Empty list") : title
    return NewCard(
      title: first.start(CardText.longestTitle),
      text: uris.dropFirst(title.isEmpty ? 1 : 0).joined(separator: "\n")
        .start(CardText.longestText), kind: .other, name: item.name,
      representations: item.representations)
  }

  /// A card of text, a file, a picture or an unknown type.
  ///
  /// - Parameter isDescribed: whether the item is a card of another board: its picture has its words beside it.
  private static func plainCard(_ item: IncomingItem, isDescribed: Bool = false) -> NewCard {
    let text = text(of: item)
    let page = text == nil ? page(of: item) : nil
    // HTML is the look of the text beside it, and Markdown the text itself.
    let isPlain =
      text != nil
      && item.representations.allSatisfy {
        MIMEType.is($0.type) { $0.isText || $0.isMarkdown || $0.isHTML }
      }
    let isWords = item.representations.allSatisfy {
      $0.type.lowercased().hasPrefix("text/") || MIMEType.is($0.type, \.isCompanionOfText)
    }
    let isOfText = !isDescribed && item.name == nil && isWords && text?.isBlank == false
    if item.first(\.isImage) != nil, !isOfText {
      var card = NewCard(
        title: item.name ?? translated("Picture"), kind: .image, name: item.name,
        representations: item.representations)
      card.hasPicture = true
      return card
    }
    if item.name == nil, isWords, let page { return pageCard(page, item) }
    let isMarkdown = item.first(\.isMarkdown) != nil
    let words =
      text.map { CardText($0, isMarkdown: isMarkdown) }
      ?? page.map { CardText(title: $0.title, text: $0.text) }
    lazy var fallback = item.name ?? firstLine(of: item) ?? item.representations[0].type
    if let words, isPlain || item.name == nil && isWords {
      var card = NewCard(
        title: words.title.isEmpty ? fallback : words.title, text: words.text, kind: .text,
        name: item.name, representations: item.representations)
      card.details.isDone = words.isDone
      return card
    }
    if let name = item.name {
      return NewCard(
        title: name, kind: .file, name: name, representations: item.representations)
    }
    return NewCard(
      title: words.map { $0.title.isEmpty ? fallback : $0.title } ?? fallback,
      text: words?.text ?? "", kind: .other, representations: item.representations)
  }

  /// A card of a page of HTML that came without plain text. It offers both.
  private static func pageCard(_ page: NewCard, _ item: IncomingItem) -> NewCard {
    var card = page
    card.representations = item.representations + page.representations
    return card
  }

  /// The words of a page of HTML, where it is small enough to show as a whole.
  private static func page(of item: IncomingItem) -> NewCard? {
    item.first(\.isText) == nil ? htmlPage(of: item)?.card : nil
  }

  /// The page of HTML, where it is small enough to show as a whole.
  static func htmlPage(of item: IncomingItem) -> HTMLPage? {
    guard let html = item.first(\.isHTML), html.content.size <= Staging.threshold,
      let bytes = try? html.content.bytes()
    else { return nil }
    return try? HTMLPage(bytes, charset: MIMEType(html.type)?.charset)
  }

  /// The first line of a text of any size.
  private static func firstLine(of item: IncomingItem) -> String? {
    for (type, content) in item.representations where MIMEType.is(type, \.isText) {
      guard let bytes = try? content.start(4096),
        let text = Charset.decode(cut: bytes, MIMEType(type)?.charset), !text.utf8.contains(0),
        case let title = CardText(text).title, !title.isEmpty
      else { continue }
      return title
    }
    return nil
  }

  /// The text, where it is small enough to show as a whole.
  ///
  /// - Parameter isWanted: tells the types that may have it.
  static func text(
    of item: IncomingItem, where isWanted: (MIMEType) -> Bool = \.isText
  ) -> String? {
    for (type, content) in item.representations {
      guard let type = MIMEType(type), isWanted(type), content.size <= Staging.threshold,
        let bytes = try? content.bytes(),
        let text = Charset.decode(bytes, type.charset), !text.utf8.contains(0)
      else { continue }
      return text
    }
    return nil
  }
}

/// Cards of other boards.
extension CardReader {
  /// Makes the cards of an item. With a description the card gets the words, details and attachments that it had on its
  /// board.
  ///
  /// - Throws: as `cards(from:)`.
  package func cards(
    from item: IncomingItem, describedBy description: CardDescription?
  ) throws(BoardError) -> [NewCard] {
    guard let description else { return try cards(from: item) }
    let contents = item.representations
    var item = item
    item.name = description.name
    let isAttached = Set(description.attachments.map(\.offered))
    item.representations.removeAll { isAttached.contains($0.type) }
    let attachments = description.attachments(among: contents)
    var cards = try cards(from: item, isDescribed: true)
    // A geocache contains its own name.
    if cards.count == 1, cards[0].kind != .geocache {
      cards[0].title = CardText.line(description.title)
      cards[0].text = description.text
    }
    if cards.count == 1 {
      cards[0].details = description.details
      cards[0].details.cover = description.cover(among: contents)
      cards[0].attachments = attachments
    }
    return cards
  }
}

/// Tasks of other programs that are dropped.
extension CardReader {
  /// A card for each task, which has the task itself attached where a card cannot have all of it. None where the
  /// calendar has anything but tasks: the caller then makes one card of it, as it is.
  ///
  /// - Throws: `malformed` for content that is not a calendar, or was cut off.
  static func cards(ofCalendar content: Content) throws(BoardError) -> [NewCard] {
    let bytes = try content.bytes(atMost: BoardImport.largest)
    let read = try BoardImport(
      calendar: bytes, title: "", zone: .current, attachesLosses: true)
    return read.left.isEmpty ? read.lists.flatMap(\.cards) : []
  }
}
