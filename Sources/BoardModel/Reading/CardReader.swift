internal import DragModel
internal import Foundation

/// Makes cards of what comes in. It checks what can be checked, and refuses what is not whole: whoever dropped it is told
/// why. May be used on any thread.
package struct CardReader: Sendable {
  package init() {}

  /// What to ask a source for, best first, where only one representation can be had.
  package static let wantedTypes = [
    Geocache.type, GPX.type, "image/png", "image/*", "text/uri-list", "text/plain;charset=utf-8",
    "text/plain", "*/*",
  ]

  /// The cards: one, or one each for waypoints and for files.
  ///
  /// - Throws: `malformed`, `invalid`, `unreadable`: then none of it is to become a card.
  package func cards(from item: IncomingItem) throws(BoardError) -> [NewCard] {
    guard !item.representations.isEmpty else {
      throw .invalid(field: "content", reason: "there is none")
    }
    let item = try Self.recognized(item)
    for representation in item.representations { try Self.check(representation) }
    if let geocache = item.first(\.isGeocache) {
      return [try card(ofGeocache: geocache.content, item)]
    }
    if let gpx = item.first(\.isGPX), case let cards = try cards(ofGPX: gpx.content, item),
      !cards.isEmpty
    {
      return cards
    }
    guard item.representations.allSatisfy({ MIMEType.is($0.type, \.isCompanionOfFiles) }) else {
      return [Self.plainCard(item)]
    }
    let link = Self.link(in: item)
    if let list = item.first(\.isURIList) {
      return try cards(ofURIList: list.content, item, title: link?.title ?? "")
    }
    guard let link else { return [Self.plainCard(item)] }
    var whole = item
    whole.representations.insert(("text/uri-list", .bytes(Array("\(link.uri)\r\n".utf8))), at: 0)
    return [Self.linkCard([link.uri], title: link.title, whole)]
  }

  private static let largestLink = 1 << 20

  /// What browsers say of a link.
  private static func link(in item: IncomingItem) -> Link? {
    item.first(\.isLink).flatMap { try? $0.content.bytes(atMost: largestLink) }.flatMap(Link.init)
  }

  /// With the type of what came as mere bytes and without a name: so browsers give their pictures away.
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

  /// The cards of a file.
  ///
  /// - Throws: as above; `unreadable` for what is no regular file.
  package func cards(fromFileAt path: String) throws(BoardError) -> [NewCard] {
    let file = try OpenFile(reading: path)
    let size = try file.size()
    let start = try file.read(FileType.firstBytesWanted)
    let name = URIList.lastComponent(of: path) ?? ""
    var type = FileType.infer(name: name, firstBytes: start)
    if type == "text/plain", size <= Staging.threshold,
      Charset.decode(try Content.file(path: path, size: size).bytes(), "utf-8") != nil
    {
      type = "text/plain;charset=utf-8"
    }
    let item = IncomingItem(
      name: name, representations: [(type, .file(path: path, size: size))])
    do throws(BoardError) {
      return try cards(from: item)
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }

  /// What is known to be broken is not taken: a source that was killed half-way may look like one that has finished.
  private static func check(_ representation: (type: String, content: Content)) throws(BoardError) {
    guard let type = MIMEType(representation.type) else { return }
    if type.essence == "image/png" {
      try PNGFile.check(representation.content)
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
    let waypoints = try GPX.waypoints(try content.bytes(atMost: Geocache.largest))
    var cards: [NewCard] = []
    for waypoint in waypoints { cards.append(try NewCard(waypoint)) }
    // A single one keeps all that its file says.
    if cards.count == 1 {
      cards[0].representations += item.representations
      cards[0].name = item.name
    }
    return cards
  }

  private func cards(
    ofURIList list: Content, _ item: IncomingItem, title: String
  ) throws(BoardError) -> [NewCard] {
    let entries = try URIList.parse(try list.bytes(atMost: 16 * 1024 * 1024))
    var cards: [NewCard] = []
    var others: [String] = []
    for entry in entries {
      switch entry {
      case .local(let path): cards += try self.cards(fromFileAt: path)
      case .other(let uri): others.append(uri)
      }
    }
    // Links that came alone are kept with all that came with them.
    if cards.isEmpty { return [Self.linkCard(others, title: title, item)] }
    for uri in others {
      let bytes = Array("\(uri)\r\n".utf8)
      let link = IncomingItem(representations: [("text/uri-list", .bytes(bytes))])
      cards.append(Self.linkCard([uri], link))
    }
    return cards
  }

  private static func linkCard(
    _ uris: [String], title: String = "", _ item: IncomingItem
  ) -> NewCard {
    NewCard(
      title: title.isEmpty ? uris.first ?? item.name ?? "Empty list" : title,
      text: uris.dropFirst(title.isEmpty ? 1 : 0).joined(separator: "\n"),
      kind: .other, name: item.name, representations: item.representations)
  }

  /// A card of a kind that needs no understanding but its title.
  private static func plainCard(_ item: IncomingItem) -> NewCard {
    let text = text(of: item)
    let isPlain = item.representations.allSatisfy { MIMEType.is($0.type, \.isText) }
    if item.first(\.isImage) != nil {
      var card = NewCard(
        title: item.name ?? "Picture", kind: .image, name: item.name,
        representations: item.representations)
      card.hasPicture = true
      return card
    }
    let isWords = item.representations.allSatisfy { $0.type.lowercased().hasPrefix("text/") }
    let words = text.map { CardText($0) }
    lazy var fallback = item.name ?? beginning(of: item) ?? item.representations[0].type
    if let words, isPlain || item.name == nil && isWords {
      return NewCard(
        title: words.title.isEmpty ? fallback : words.title, text: words.text, kind: .text,
        name: item.name, representations: item.representations)
    }
    if let name = item.name {
      return NewCard(
        title: name, kind: .file, name: name, representations: item.representations)
    }
    return NewCard(
      title: words.map { $0.title.isEmpty ? fallback : $0.title } ?? fallback,
      text: words?.text ?? "", kind: .other, representations: item.representations)
  }

  /// The first line of a book.
  private static func beginning(of item: IncomingItem) -> String? {
    for (type, content) in item.representations where MIMEType.is(type, \.isText) {
      guard let bytes = try? content.start(4096),
        let text = Charset.decode(cut: bytes, MIMEType(type)?.charset), !text.utf8.contains(0),
        case let title = CardText(text).title, !title.isEmpty
      else { continue }
      return title
    }
    return nil
  }

  /// What can be read as text and is no book.
  private static func text(of item: IncomingItem) -> String? {
    for (type, content) in item.representations {
      guard let type = MIMEType(type), type.isText, content.size <= Staging.threshold,
        let bytes = try? content.bytes(),
        let text = Charset.decode(bytes, type.charset), !text.utf8.contains(0)
      else { continue }
      return text
    }
    return nil
  }
}
