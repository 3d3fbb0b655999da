/// A card as lists show it: everything but its content.
package struct Card: Hashable, Sendable, Identifiable {
  package let id: CardID
  package var list: ListID
  /// Its first line; a geocache's or a file's name.
  package var title: String
  /// What stands below the title; a geocache's summary.
  package var text: String
  package var kind: CardKind
  /// The file name that it came with.
  package var name: String?
  /// Where a geocache lies.
  package var coordinates: Coordinates?
  /// Whether it can be shown as a picture: an image, or a geocache that has one.
  package var hasPicture: Bool
  /// What is stored, best first.
  package var representations: [RepresentationInfo]
}

/// A place on Earth, in degrees.
package struct Coordinates: Hashable, Sendable {
  /// −90 … 90, north is positive.
  package var latitude: Double
  /// −180 … 180, east is positive.
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A stored representation: its type, and how many bytes it has.
package struct RepresentationInfo: Hashable, Sendable {
  package var type: String
  package var size: Int

  package init(type: String, size: Int) {
    self.type = type
    self.size = size
  }
}
