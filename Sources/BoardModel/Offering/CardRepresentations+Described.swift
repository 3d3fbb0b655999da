/// What a board offers to other boards.
extension CardRepresentations {
  /// All that the card offers, with everything that is stored among it as it is stored, and its description at the end.
  var described: [CardRepresentation] {
    let stored = card.representations.map { one in
      CardRepresentation(one.type, size: one.size) { [contents] () throws(BoardError) in
        try contents.read(one.type)
      }
    }
    var offered = all.map { one in stored.first { $0.type == one.type } ?? one }
    let types = Set(offered.map(\.type))
    offered += stored.filter { !types.contains($0.type) }
    let description = CardDescription(of: card)
    offered.append(
      CardRepresentation(CardDescription.type) { () throws(BoardError) in
        .bytes(description.json)
      })
    return offered
  }
}

extension BoardStore {
  /// What a card offers, highest fidelity first and its description last: with that another board can make the same card.
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
