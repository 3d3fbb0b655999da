internal import DragModel

extension NewCard {
  /// The cards with everything large in files of the store.
  ///
  /// - Parameters:
  ///   - cards: what has come.
  ///   - staging: where the files go.
  ///   - copied: is told again and again how many bytes of all large files are there, and how many there will be; what it
  ///     throws ends the copying, and nothing is left of it.
  package static func staged(
    _ cards: [NewCard], by staging: Staging, copied: (_ bytes: Int, _ total: Int) throws -> Void
  ) throws -> [NewCard] {
    let files = cards.flatMap(\.representations).map(\.content).filter { content in
      if case .file = content { content.size > Staging.threshold } else { false }
    }
    let total = files.map(\.size).saturatedSum
    var bytes = 0
    return try cards.map { card in
      var card = card
      for index in card.representations.indices {
        let content = card.representations[index].content
        card.representations[index].content = try staging.stage(content) { count in
          bytes += count
          try copied(bytes, total)
        }
      }
      return card
    }
  }
}
