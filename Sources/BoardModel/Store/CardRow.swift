/// A card's row in the database.
struct CardRow {
  var card: Card
  var rank: Rank
  /// The id of its representations.
  var contents: String

  init(card: Card, rank: Rank, contents: String) {
    self.card = card
    self.rank = rank
    self.contents = contents
  }

  /// Reads the columns of `Schema.cardColumns`.
  init(_ row: Row) {
    rank = Rank(bytes: row.bytes(2))
    contents = row.text(10)
    card = Card(
      id: CardID(rawValue: row.text(0)), list: ListID(rawValue: row.text(1)), title: row.text(3),
      text: row.text(4), kind: CardKind(rawValue: row.text(5)) ?? .other,
      name: row.optionalText(6),
      coordinates: row.isNull(7)
        ? nil : Coordinates(latitude: row.real(7), longitude: row.real(8)),
      hasPicture: row.integer(9) != 0, representations: Self.representations(row.text(11)),
      details: CardDetails(
        due: row.optionalText(12).flatMap { DueDate($0) }, isDone: row.integer(13) != 0,
        labels: CardDetails.labels(stored: row.text(14)),
        checklist: CardDetails.checklist(stored: row.text(15)),
        comments: CardDetails.comments(stored: row.text(17)),
        cover: row.isNull(18) ? nil : row.integer(18)),
      attachments: [Attachment](stored: row.text(16)), isArchived: row.integer(19) != 0)
  }

  /// The values of `Schema.cardColumns`.
  var values: [SQLValue] {
    [
      .text(card.id.rawValue), .text(card.list.rawValue), .bytes(rank.bytes), .text(card.title),
      .text(card.text), .text(card.kind.rawValue), .optional(card.name),
      .optional(card.coordinates?.latitude), .optional(card.coordinates?.longitude),
      .flag(card.hasPicture), .text(contents), .text(Self.summary(card.representations)),
      .optional(card.details.due?.description), .flag(card.details.isDone),
      .text(card.details.storedLabels), .text(card.details.storedChecklist),
      .text(card.attachments.stored), .text(card.details.storedComments),
      .optional(card.details.cover), .flag(card.isArchived),
    ]
  }

  /// Writes a line for each representation: its size, a space and its type.
  private static func summary(_ representations: [RepresentationInfo]) -> String {
    representations.map { "\($0.size) \($0.type)" }.joined(separator: "\n")
  }

  private static func representations(_ summary: String) -> [RepresentationInfo] {
    summary.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      return RepresentationInfo(
        type: String(Substring(line[line.index(after: space)...])),
        size: Int(Substring(line[..<space])) ?? 0)
    }
  }
}
