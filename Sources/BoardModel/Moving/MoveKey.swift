/// The key of a card in a move: its id, and what it contains.
struct MoveKey {
  let card: CardID
  let contents: String

  init(card: CardID, contents: String) {
    self.card = card
    self.contents = contents
  }

  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    card = CardID(rawValue: parts.first.map(String.init) ?? "")
    contents = parts.count > 1 ? String(parts[1]) : ""
  }

  var text: String { "\(card) \(contents)" }
}
