internal import BoardModel
internal import DragModel
internal import Foundation
internal import GtkKit
internal import Translations

/// The caption of a card: its coordinates, type and size. A text has only the name of its file, and the icon shows
/// that a card is a geocache.
nonisolated enum CardCaption {
  static func text(of card: Card) -> String {
    guard card.kind != .text else { return fileName(of: card) ?? "" }
    return [card.coordinates?.text, typeName(of: card), size(of: card)]
      .compactMap { $0 }.joined(separator: " · ")
  }

  /// The name of a text's file, where the title does not say it.
  private static func fileName(of card: Card) -> String? {
    card.name.map(Printable.line).flatMap { $0 == card.shownTitle ? nil : $0 }
  }

  private static func isLink(_ card: Card) -> Bool {
    card.kind == .other && card.representations.contains { $0.type == "text/uri-list" }
  }

  private static func typeName(of card: Card) -> String? {
    switch card.kind {
    case .geocache, .text: nil
    case .other where isLink(card): translated("Link")
    case .file, .image, .other: card.representations.first.map { TypeNames.name(of: $0.type) }
    }
  }

  private static func size(of card: Card) -> String? {
    // The size of a link is the length of its address.
    guard !isLink(card) else { return nil }
    return card.representations.first.map { ContentTypes.format(size: UInt64($0.size)) }
  }

  /// The icon of a card without a picture; nil for a text without a file name.
  static func iconName(of card: Card) -> String? {
    switch card.kind {
    case .geocache: "mark-location-symbolic"
    case .text: fileName(of: card).map { _ in "text-x-generic-symbolic" }
    case .image: "image-x-generic-symbolic"
    case .other where isLink(card): "insert-link-symbolic"
    case .file, .other:
      TypeNames.iconName(of: card.representations.first?.type ?? "application/octet-stream")
        + "-symbolic"
    }
  }
}
