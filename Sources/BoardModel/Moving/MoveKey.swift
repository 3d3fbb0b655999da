/// The key of a card in a move: its id, what it contains, and what it says.
struct MoveKey: Equatable {
  let card: CardID
  private let contents: String
  /// Stands for title and text, which of some cards are changed without what they contain.
  private let words: String

  init(_ row: CardRow) {
    card = row.card.id
    contents = row.contents
    words = Self.mark(of: "\(row.card.title)\0\(row.card.text)")
  }

  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map { String($0) }
    card = CardID(rawValue: parts.first ?? "")
    contents = parts.count > 1 ? parts[1] : ""
    words = parts.count > 2 ? parts[2] : ""
  }

  var text: String { "\(card) \(contents) \(words)" }

  /// FNV-1a in 64 bits: the same in every process.
  private static func mark(of text: String) -> String {
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(mark, radix: 16)
  }
}
