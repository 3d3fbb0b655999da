internal import DragModel
internal import Translations

/// One type to read.
package struct WantedType: Hashable, Sendable {
  /// The type under which the card keeps it.
  package let type: String
  /// The type under which the source offers it.
  package let offered: String
  /// Whether there is no card without it.
  package let isNeeded: Bool

  package init(type: String, offered: String, isNeeded: Bool = true) {
    self.type = type
    self.offered = offered
    self.isNeeded = isNeeded
  }
}

/// Chooses which of the types on offer to read.
package enum WantedTypes {
  /// The essence of the type that lists ids of cards; only processes with the same board understand it.
  package static let cards = "application/x-dragboard-cards"

  /// The types to read of one item, best first; of a board's card all types that the board stores.
  ///
  /// - Parameters:
  ///   - types: what is on offer.
  ///   - description: the card's description, if the item is a card.
  ///   - isWhole: whether the transfer guarantees complete content.
  ///   - isMove: whether the source will delete the item.
  /// - Throws: `invalid` for a card whose move would lose a representation.
  package static func sources(
    of types: [String], describedBy description: CardDescription?, isWhole: Bool = false,
    isMove: Bool = false
  ) throws(BoardError) -> [WantedType] {
    if let sources = description?.sources(among: types) { return sources }
    let isOfBoard = description != nil || types.contains { MIMEType.essence(of: $0) == cards }
    guard !isOfBoard || !isMove else {
      throw .invalid(
        field: "card", reason: translated("not all of it is on offer, so it can only be copied"))
    }
    let best = best(of: types, isWhole: isWhole)
    let isOfText = best.first.map(isPlainText) ?? false
    return best.map {
      let isLook =
        $0 != best.first
        && MIMEType.is($0) { $0.isHTML || $0.isMarkdown || isOfText && $0.isImage && !isWhole }
      return WantedType(type: $0, offered: $0, isNeeded: !isLook)
    }
  }

  /// The types to read, best first: one known type that is complete in itself, else all types. Beside a picture also
  /// its address, because of the name in it; beside a text its Markdown, its HTML and its picture, as of the cells of a
  /// sheet. What is for one program only never stands for the content.
  ///
  /// - Parameters:
  ///   - types: what is on offer, best first.
  ///   - isWhole: whether the transfer guarantees complete content. Then the source's best picture is
  ///     read, and text beside other content too; else PNG, because the board can check that a PNG is complete.
  package static func best(of types: [String], isWhole: Bool = false) -> [String] {
    for essence in [Geocache.type, GPX.type] {
      if let type = types.first(where: { MIMEType.essence(of: $0) == essence }) {
        return [type] + PictureName.wanted(of: types, beside: type)
      }
    }
    if let calendar = types.first(where: { MIMEType.is($0, \.isCalendar) }) {
      // The text beside a calendar has the words of what is not a task.
      return [calendar] + text(of: types.filter { $0 != calendar })
    }
    let png = isWhole ? nil : types.first { MIMEType.essence(of: $0) == "image/png" }
    let common = MainType.common(among: types)
    if let picture = png ?? types.first(where: { MIMEType.is($0, \.isImage) }) {
      let words = text(of: types)
      // A text beside an address is the address, and beside a drawing its source.
      guard words.contains(where: isPlainText), !types.contains(where: isAddress),
        !MainType.hasDrawing(types)
      else {
        return [picture] + PictureName.wanted(of: types, beside: picture)
      }
      let others = isWhole ? types.filter { isContent($0) && $0 != picture } : []
      return words + looks(of: words, among: types) + [picture] + others
    }
    if let first = common.first(where: isContent), isWhole || !isBesideText(first, in: common) {
      let others = types.filter { isContent($0) || (isWhole && isWords($0)) }
      // A browser's picture may be mere bytes; dragd tells its type.
      let isBytes = others == [first] && !isWhole
      return others.prefix(most) + (isBytes ? PictureName.wanted(of: types, beside: first) : [])
    }
    // Only this type has a link's title.
    let links = types.filter { $0 == Link.type }
    let own = Array((isWhole ? types.filter(isContent) : []).prefix(most))
    if types.contains("text/uri-list") { return ["text/uri-list"] + links + own }
    let words = types.filter { !links.contains($0) }
    let text = text(of: words)
    return links + text + looks(of: text, among: words) + own
  }

  /// Whether a text comes before a document in which few programs read it, such as Qt's OpenDocument.
  private static func isBesideText(_ content: String, in types: [String]) -> Bool {
    types.prefix { $0 != content }.contains(where: isPlainText) && !types.contains(where: isAddress)
  }

  /// Programs on X11 offer text under a name that is no MIME type, too.
  private static func isPlainText(_ type: String) -> Bool {
    type == "UTF8_STRING" || MIMEType.is(type, \.isText)
  }

  private static func isAddress(_ type: String) -> Bool {
    MIMEType.is(type) { $0.isURIList || $0.isLink }
  }

  /// The type from which plain text is best read: others have it in other encodings, or with other ends of lines.
  package static func plainText(among types: [String]) -> String? {
    text(of: types.filter(isPlainText)).first
  }

  private static func text(of types: [String]) -> [String] {
    // GTK 3 gives the first one the line ends of the network.
    let texts = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain;charset=UTF-8"]
    if let text = texts.first(where: { types.contains($0) }) { return [text] }
    return types.first { $0.hasPrefix("text/plain") }.map { [$0] }
      ?? types.first { $0.hasPrefix("text/") }.map { [$0] } ?? []
  }

  /// The Markdown of a text, which may have tasks, and the HTML, whose look a rich editor gets back from the card.
  private static func looks(of text: [String], among types: [String]) -> [String] {
    guard let text = text.first, !MIMEType.is(text, \.isHTML) else { return [] }
    return [\.isMarkdown, \.isHTML].compactMap { (isLook: (MIMEType) -> Bool) in
      types.first { $0 != text && MIMEType.is($0, isLook) }
    }
  }

  /// The most types to read of one item.
  private static let most = 16

  /// Whether a type is the content itself, not its place and not a program's private format.
  private static func isContent(_ type: String) -> Bool {
    let hidden = [
      "text/", "x-special/", "chromium/", "application/x-dragboard-", "application/vnd.portal.",
      "application/x-moz-", "application/vnd.dragd.",
    ]
    return MIMEType(type) != nil && !hidden.contains { type.hasPrefix($0) }
  }

  /// Whether a type is text that describes the content, not its place.
  private static func isWords(_ type: String) -> Bool {
    MIMEType.is(type) { $0.type == "text" && !$0.isURIList && !$0.isLink }
  }
}
