/// Geocaches as cards.
extension NewCard {
  /// A card of a geocache as somebody made it here.
  ///
  /// - Throws: `invalid` when a field is not what it has to be, or all together are more than can be read again.
  package init(_ geocache: Geocache) throws(BoardError) {
    try geocache.check()
    let json = geocache.json
    guard json.count <= Geocache.largest else {
      throw .invalid(
        field: "geocache",
        reason: "its \(json.count) bytes are too many; \(Geocache.largest) at most can be kept")
    }
    self.init(geocache, representations: [(Geocache.type, .bytes(json))])
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
