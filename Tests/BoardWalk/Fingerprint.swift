package import BoardModel

extension BoardStore {
  /// All that a person sees of the board, and what is in it, but no random id: the same for boards that are the same.
  package func fingerprint() throws(BoardError) -> String {
    var lines: [String] = []
    for (list, cards) in try board() {
      lines.append("[\(list.title)]")
      for card in cards { lines.append(try fingerprint(card)) }
    }
    lines.append("undo \(try undoName() ?? "-"), redo \(try redoName() ?? "-")")
    lines.append("pending \(try pendingTransfers().joined(separator: " "))")
    return lines.joined(separator: "; ")
  }

  /// The same without what can be undone.
  package func contentFingerprint() throws(BoardError) -> String {
    try fingerprint().components(before: "; undo ")
  }

  private func fingerprint(_ card: Card) throws(BoardError) -> String {
    var parts = [card.title, card.text, card.kind.rawValue, card.name ?? "-"]
    if let place = card.coordinates { parts.append("\(place.latitude) \(place.longitude)") }
    for representation in card.representations {
      let content = try content(of: card.id, type: representation.type)
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      try content.forEachPiece { piece throws(BoardError) in
        // Not every byte: what is large here is the same all over.
        for index in stride(from: piece.startIndex, to: piece.endIndex, by: 61) {
          hash = (hash ^ UInt64(piece[index])) &* 0x100_0000_01B3
        }
      }
      parts.append("\(representation.type) \(representation.size) \(hash)")
    }
    return parts.joined(separator: " | ").split(whereSeparator: \.isNewline)
      .joined(separator: "\\n")
  }
}

extension String {
  fileprivate func components(before separator: String) -> String {
    ranges(of: separator).last.map { String(self[..<$0.lowerBound]) } ?? self
  }
}
