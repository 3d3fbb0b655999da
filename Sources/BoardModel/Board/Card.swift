internal import Foundation
internal import Translations

/// A card as lists show it: everything but its content.
package struct Card: Hashable, Sendable, Identifiable {
  package let id: CardID
  package var list: ListID
  /// Its first line, or the name of a geocache or file.
  package var title: String
  /// The text below the title, or the summary of a geocache.
  package var text: String
  package var kind: CardKind
  /// The file name that its source suggested.
  package var name: String?
  /// The place of a geocache.
  package var coordinates: Coordinates?
  /// Whether it can be shown as a picture: an image, or a geocache that has one.
  package var hasPicture: Bool
  /// The stored representations, best first.
  package var representations: [RepresentationInfo]
  package var details = CardDetails()
  package var attachments: [Attachment] = []
  /// Whether it is archived: lists do not show it.
  package var isArchived = false
}

extension Card {
  /// The picture among its attachments that it shows.
  package var cover: OpenableContent? {
    guard let number = details.cover else { return nil }
    return openable.first { $0.attachment == number && $0.isPicture }
  }

  /// Whether it is shown with a picture: its cover, or its own.
  package var showsPicture: Bool { hasPicture || cover != nil }
}

/// A place on Earth, in degrees.
package struct Coordinates: Hashable, Sendable {
  /// −90 … 90, north is positive.
  package var latitude: Double
  /// −180 … 180, east is positive.
  package var longitude: Double

  /// In the notation of maps: “52.5163° N, 13.3777° E”.
  package var text: String {
    let north = Self.degrees(abs(latitude)) + (latitude < 0 ? " S" : " N")
    let east = Self.degrees(abs(longitude)) + (longitude < 0 ? " W" : " E")
    return "\(north), \(east)"
  }

  /// With all its digits, and at least four behind the point.
  private static func degrees(_ value: Double) -> String {
    let (all, four) = ("\(value)", String(format: "%.4f", value))
    let isShort = all.contains("e") || all.split(separator: ".").last.map(\.count) ?? 0 < 4
    return "\(isShort ? four : all)°"
  }

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A stored representation: its type and its size in bytes.
package struct RepresentationInfo: Hashable, Sendable {
  package var type: String
  package var size: Int

  /// - Parameter size: a damaged store may say less than nothing.
  package init(type: String, size: Int) {
    self.type = type
    self.size = max(size, 0)
  }
}

/// The kind of a card, which decides the types that the card offers.
package enum CardKind: String, CaseIterable, Hashable, Sendable {
  case geocache, text, file, image, other
}

/// The beginning of a card's words, for labels. A text may be one single long line, and GTK lays out the whole text of
/// a label.
extension Card {
  private static let longestTitle = 300
  private static let longestText = 600

  /// The beginning of its title, or of its file name where it has no title.
  package var shownTitle: String {
    String((title.isEmpty ? name ?? translated("Untitled") : title).prefix(Self.longestTitle))
  }

  /// The beginning of its text, without blanks in blank lines. Those stay between others: in Markdown one ends a list.
  package var shownText: String {
    let lines = text.prefix(Self.longestText)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isBlank ? "" : $0 }
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return lines[..<end].drop(while: \.isEmpty).joined(separator: "\n")
  }
}
