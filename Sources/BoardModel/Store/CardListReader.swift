/// Reads the cards of a list, many within the time of a frame, because it makes equal types and kinds only once.
struct CardListReader {
  static let columns = """
    id, title, text, kind, name, latitude, longitude, has_picture, summary, due, is_done, labels,
    checklist, attachments, comments, cover
    """

  private(set) var cards: [Card] = []
  private let list: ListID
  private var kind = (name: "", kind: CardKind.other)
  private var types: [String] = []

  init(_ list: ListID, count: Int) {
    self.list = list
    cards.reserveCapacity(count)
  }

  mutating func append(_ row: Row) {
    let isKnown = row.withText(3) { [name = kind.name] in $0.elementsEqual(name.utf8) }
    if !isKnown {
      let name = row.text(3)
      kind = (name, CardKind(rawValue: name) ?? .other)
    }
    cards.append(
      Card(
        id: CardID(rawValue: row.text(0)), list: list, title: row.text(1), text: row.text(2),
        kind: kind.kind, name: row.optionalText(4),
        coordinates: row.isNull(5)
          ? nil : Coordinates(latitude: row.real(5), longitude: row.real(6)),
        hasPicture: row.integer(7) != 0, representations: representations(row),
        details: CardDetails(
          due: row.optionalText(9).flatMap { DueDate($0) }, isDone: row.integer(10) != 0,
          labels: row.isEmpty(11) ? [] : CardDetails.labels(stored: row.text(11)),
          checklist: row.isEmpty(12) ? [] : CardDetails.checklist(stored: row.text(12)),
          comments: row.isEmpty(14) ? [] : CardDetails.comments(stored: row.text(14)),
          cover: row.isNull(15) ? nil : row.integer(15)),
        attachments: row.isEmpty(13) ? [] : [Attachment](stored: row.text(13))))
  }

  /// Parses the format of `CardRow`: a line for each representation, with its size, a space and its type.
  private mutating func representations(_ row: Row) -> [RepresentationInfo] {
    row.withText(8) { bytes in
      var found: [RepresentationInfo] = []
      var at = 0
      while at < bytes.count {
        var size = 0
        while at < bytes.count, case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
          size = size &* 10 &+ Int(digit)
          at += 1
        }
        let isDamaged = at == bytes.count || bytes[at] != UInt8(ascii: " ")
        let start = at + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
        if !isDamaged {
          let type = UnsafeBufferPointer(rebasing: bytes[start..<at])
          found.append(RepresentationInfo(type: interned(type), size: size))
        }
        at += 1
      }
      return found
    }
  }

  /// Shares the strings of types, of which a board has few.
  private mutating func interned(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let known = types.first(where: { bytes.elementsEqual($0.utf8) }) { return known }
    let type = String(decoding: bytes, as: UTF8.self)
    if types.count < 8 { types.append(type) }
    return type
  }
}
