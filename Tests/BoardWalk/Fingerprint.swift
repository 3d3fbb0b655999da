package import BoardModel

extension BoardStore {
  /// The visible state and the contents of the board without random ids: equal for equal boards.
  package func fingerprint() throws(BoardError) -> String {
    var lines: [String] = []
    for (list, cards) in try board() {
      lines.append("[\(list.title)]")
      for card in cards { lines.append(try fingerprint(card)) }
    }
    for (card, list) in try archivedCards() {
      lines.append("archived in [\(list.title)]: \(try fingerprint(card))")
    }
    lines.append("undo \(try undoName() ?? "-"), redo \(try redoName() ?? "-")")
    lines.append("pending \(try pendingTransfers().joined(separator: " "))")
    return lines.joined(separator: "; ")
  }

  /// The same without the undo history.
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
        // A sample of the bytes: large contents here consist of one repeated pattern.
        for index in stride(from: piece.startIndex, to: piece.endIndex, by: 61) {
          hash = (hash ^ UInt64(piece[index])) &* 0x100_0000_01B3
        }
      }
      parts.append("\(representation.type) \(representation.size) \(hash)")
    }
    let details = card.details
    if let due = details.due { parts.append("due \(due)") }
    if details.isDone { parts.append("done") }
    parts += details.labels.map { "#\($0.name) \($0.color)" }
    parts += details.checklist.map { "[\($0.isDone)] \($0.text)\($0.list)" }
    parts += details.comments.map { "“\($0.text)” \($0.time ?? 0)" }
    for one in card.attachments {
      let content = try attachment(one.number, of: card.id)
      parts.append("+\(one.number) \(one.name) \(one.type) \(content.size)")
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
