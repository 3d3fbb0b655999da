internal import DragModel
internal import Foundation

/// A card that is on offer alone or together with others.
package struct OfferedCard: Sendable {
  /// What it offers alone, highest fidelity first, and its description last.
  package let representations: [CardRepresentation]
  /// Whether it is a file alone: a picture and a text that came from a file are files too.
  package let isFile: Bool
  private let card: CardRepresentations

  init(_ card: CardRepresentations) {
    self.card = card
    representations = card.described
    isFile = !card.card.isLink && representations.contains { $0.type == Self.list }
  }

  static let list = "text/uri-list"

  /// The lists of the files of cards, one for each card that has content: file managers take nothing but files. Each
  /// file is made when its list is read, and has a name that no other has.
  package static func files(of cards: [OfferedCard]) -> [CardRepresentation] {
    var next: [String: Int] = [:]
    return cards.compactMap { card in
      guard let file = card.card.file else { return nil }
      var name = file.name
      // “A (1)” may be the name of another card.
      while let number = next[name.lowercased()] {
        next[name.lowercased()] = number + 1
        name = FileName.numbered(file.name, number)
      }
      next[name.lowercased()] = 1
      return card.card.asFile(file.content, name)
    }
  }

  /// The lists for programs that take addresses too: links alone are their addresses.
  ///
  /// - Parameter isCopied: whether they are on the clipboard. There cards of which none is a file give no files to
  ///   programs that take addresses: web pages and mail programs would attach a file instead of pasting the text.
  package static func addresses(
    of cards: [OfferedCard], isCopied: Bool
  ) -> [CardRepresentation] {
    guard cards.allSatisfy(\.card.card.isLink) else {
      return isCopied && !cards.contains(where: \.isFile) ? [] : files(of: cards)
    }
    return cards.compactMap { card in card.representations.first { $0.type == list } }
  }
}

extension CardRepresentations {
  /// What a file of the card contains, and its name: what the card is, under its own name, or what most programs open:
  /// GPX for a geocache, iCalendar for a task with a date, Markdown for a text with other details.
  fileprivate var file: (content: CardRepresentation, name: String)? {
    if let own { return (own, card.fileName(of: own.type)) }
    return best.map { ($0, madeName(of: $0.type)) }
  }

  /// The content of the file from which the card came.
  private var own: CardRepresentation? {
    guard let name = card.name, !card.isLink else { return nil }
    let type = FileType.infer(name: name, firstBytes: [])
    return stored { stored in
      switch card.kind {
      case .geocache: stored.essence == type
      case .text: stored.isText
      case .image: stored.isImage
      case .file, .other: !stored.isURIList
      }
    }.first
  }

  private var best: CardRepresentation? {
    let offered = all.filter { !MIMEType.is($0.type, CardLink.isAddress) }
    func first(_ isWanted: (MIMEType) -> Bool) -> CardRepresentation? {
      offered.first { MIMEType.is($0.type, isWanted) }
    }
    switch card.kind {
    case .geocache: return first(\.isGPX)
    case .text:
      let task = card.details.due == nil || !CalendarLibrary.isThere ? nil : first(\.isCalendar)
      let planned = card.details == CardDetails() ? nil : first(\.isMarkdown)
      return task ?? planned ?? first(\.isText) ?? offered.first
    case .image: return first(\.isImage)
    case .file: return offered.first
    case .other: return card.isLink ? link : offered.first
    }
  }

  /// A link as a file: of one address a shortcut, which file managers open; of several a text with a line each.
  private var link: CardRepresentation? {
    guard let list = card.representations.first(where: { MIMEType.is($0.type, \.isURIList) }) else {
      return nil
    }
    let contents = contents
    let addresses: @Sendable () throws(BoardError) -> [String] = { () throws(BoardError) in
      try URIList.addresses(try contents.read(list.type).bytes())
    }
    guard let found = try? addresses(), found.count == 1 else {
      return CardRepresentation("text/plain;charset=utf-8") { () throws(BoardError) in
        .bytes(Array(try addresses().map { "\($0)\n" }.joined().utf8))
      }
    }
    return CardRepresentation(Self.shortcut) {
      .bytes(Array("[InternetShortcut]\r\nURL=\(found[0])\r\n".utf8))
    }
  }

  private static let shortcut = "application/x-mswinurl"

  /// The title with the usual ending of the type; of an address what follows its scheme.
  private func madeName(of type: String) -> String {
    let known = type == Self.shortcut ? "url" : FileEnding.ending(for: type)
    let ending = known.map { ".\($0)" } ?? ""
    let start = card.isLink ? card.title.range(of: "://")?.upperBound : nil
    let title = card.title[(start ?? card.title.startIndex)...]
    return FileName.safe(title.prefix(Self.longestName) + ending) ?? "file\(ending)"
  }

  private static let longestName = 60
}

extension BoardStore {
  /// A card with what it offers alone and together with others.
  ///
  /// - Parameter convert: makes PNG of other pictures; without it they are offered only as they are.
  /// - Throws: `noSuchCard`.
  package func offeredCard(
    _ id: CardID, convert: CardRepresentation.PictureConverter? = nil
  ) throws(BoardError) -> OfferedCard {
    OfferedCard(try offering(of: id, convert))
  }
}
