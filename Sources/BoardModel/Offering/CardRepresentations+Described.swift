/// The representations for other boards.
extension CardRepresentations {
  /// Everything that the card offers, all stored representations as they are stored, its attachments, and its
  /// description last.
  var described: [CardRepresentation] {
    let stored = card.representations.map { one in
      CardRepresentation(one.type, size: one.size) { [contents] () throws(BoardError) in
        try contents.read(one.type)
      }
    }
    var offered = all.map { one in stored.first { $0.type == one.type } ?? one }
    let types = Set(offered.map(\.type))
    offered += stored.filter { !types.contains($0.type) }
    offered += card.attachments.map { one in
      CardRepresentation(DescribedAttachment(one).offered, size: one.size) {
        [contents] () throws(BoardError) in try contents.read(attachment: one.number)
      }
    }
    let description = CardDescription(of: card)
    offered.append(
      CardRepresentation(CardDescription.type) { () throws(BoardError) in
        .bytes(description.json)
      })
    return offered
  }
}

extension BoardStore {
  /// The representations that a card offers, highest fidelity first, and last its description, from which another board
  /// makes the same card.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - convert: makes PNG of other pictures; without it they are offered only as they are.
  /// - Throws: `noSuchCard`.
  package func describedRepresentations(
    of id: CardID, convert: CardRepresentation.PictureConverter? = nil
  ) throws(BoardError) -> [CardRepresentation] {
    try offering(of: id, convert).described
  }
}
