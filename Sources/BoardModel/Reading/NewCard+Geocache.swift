/// Geocaches as cards.
extension NewCard {
  /// A card of a geocache as somebody made it here.
  ///
  /// - Throws: `invalid` when a field is not what it has to be.
  package init(_ geocache: Geocache) throws(BoardError) {
    try geocache.check()
    self.init(geocache, representations: [(Geocache.type, .bytes(geocache.json))])
  }

  init(_ geocache: Geocache, representations: [(type: String, content: Content)]) {
    self.init(
      title: CardText.line(geocache.name), text: geocache.summary, kind: .geocache,
      representations: representations)
    coordinates = geocache.coordinates
    hasPicture = geocache.image != nil
  }
}

extension Geocache {
  /// More bytes of JSON are no geocache.
  static let largest = 64 * 1024 * 1024
}
