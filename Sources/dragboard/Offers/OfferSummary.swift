internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit
internal import Translations

/// What a person reads of an offer: the names of its items, its source, its types and its size.
struct OfferSummary {
  let title: String
  let subtitle: String

  private static let octetStream = "application/octet-stream"
  private static let shownNames = 3
  private static let shownTypes = 2

  /// - Parameter items: empty while they are not read.
  init(_ offered: Offered, _ items: [OfferedItem]) {
    let names = items.compactMap(\.suggestedName).map { Printable.line($0) }
    let types = Self.types(offered)
    let count = offered.itemCount
    if !offered.label.isEmpty {
      title = Printable.line(offered.label)
    } else if !names.isEmpty {
      title = Self.list(names, of: count)
    } else {
      title = count == 1 ? types.first ?? translated("Data") : Self.items(count)
    }
    var parts: [String] = []
    parts.append(
      offered.application.isEmpty
        ? Printable.line(offered.sourceName) : Applications.name(of: offered.application))
    if !offered.label.isEmpty, !names.isEmpty, names.joined(separator: ", ") != title {
      parts.append(Self.list(names, of: count))
    } else if count != 1, title != Self.items(count) {
      parts.append(Self.items(count))
    }
    if !types.isEmpty, types.first != title {
      parts.append(types.prefix(Self.shownTypes).joined(separator: ", "))
    }
    if let size = Self.size(items, count) { parts.append(size) }
    subtitle = Printable.line(parts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func items(_ count: Int) -> String {
    translated(count: count, one: "{count} item", other: "{count} items")
  }

  /// “a.txt, b.txt and 3 more”.
  private static func list(_ names: [String], of count: Int) -> String {
    let shown = names.prefix(shownNames)
    let more = max(count, names.count) - shown.count
    let text = shown.joined(separator: ", ")
    return more > 0 ? translated("{names} and {count} more", ["names": text, "count": more]) : text
  }

  /// The names of the types, each once, without types that tell a person nothing.
  private static func types(_ offered: Offered) -> [String] {
    var types: [String] = []
    for type in offered.types where type != CardDescription.type {
      let name = description(of: type)
      if !name.isEmpty, !types.contains(name) { types.append(name) }
    }
    return types
  }

  static func description(of type: String) -> String {
    let essence = MIMEType.essence(of: type)
    // The names of files say more than that they are files.
    if [octetStream, "text/uri-list"].contains(essence) { return "" }
    if essence == "text/plain" { return translated("Text") }
    // The database calls each type that it does not know “unknown”.
    let name = TypeNames.name(of: type)
    return name == ContentTypes.description(of: octetStream) ? essence : name
  }

  private static func size(_ items: [OfferedItem], _ count: Int) -> String? {
    let known = items.compactMap { $0.representations.first?.size }
    guard !items.isEmpty, known.count == count else { return nil }
    return ContentTypes.format(size: known.saturatedSum)
  }

  // MARK: The picture

  private static let largestPicture: UInt64 = 16 << 20
  private static let pictureSize = 96

  /// A thumbnail of the first picture that dragd holds. A source would have to make any other picture only for this.
  ///
  /// It cancels the transfer when the bytes are there, so that showing an item uses up none of its uses.
  static func picture(of items: [OfferedItem]) async -> Texture? {
    for item in items {
      let picture = item.representations.first {
        $0.isHeld && MIMEType.is($0.type, \.isImage) && $0.size ?? .max <= largestPicture
      }
      guard let picture else { continue }
      guard let size = picture.size, size > 0 else { return nil }
      var bytes: [UInt8] = []
      do {
        for try await chunk in item.chunks([picture.type]) {
          bytes += chunk
          if bytes.count >= size { break }
        }
      } catch {
        return nil
      }
      return await Texture.thumbnail(of: bytes, width: pictureSize, height: pictureSize)
    }
    return nil
  }
}
