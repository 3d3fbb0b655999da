internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit
internal import PictureDecoding
internal import Translations

/// What a person reads of an offer: the names of its items, its source, its types and its size.
struct OfferSummary {
  let title: String
  let subtitle: String

  private static let octetStream = "application/octet-stream"
  private static let shownNames = 3
  private static let shownTypes = 2

  /// - Parameters:
  ///   - items: empty while they are not read.
  ///   - words: how its text begins; nil for other content.
  init(_ offered: Offered, _ items: [OfferedItem], words: String? = nil) {
    let names = items.compactMap(\.suggestedName).map { Printable.line($0) }
    let types = Self.types(offered)
    let count = offered.itemCount
    let label = Printable.line(offered.label)
    let isNamed = !names.isEmpty && (label.isEmpty || Self.isMade(label, of: names))
    if isNamed {
      title = Self.list(names, of: count)
    } else if !label.isEmpty {
      title = label
    } else if let words {
      title = words
    } else {
      title = count == 1 ? types.first ?? translated("Data") : Self.items(count)
    }
    var parts: [String] = []
    parts.append(
      Printable.line(
        offered.application.isEmpty
          ? offered.sourceName : Applications.name(of: offered.application)))
    if !isNamed, !Self.says(label, names) {
      parts.append(Self.list(names, of: count))
    } else if count != 1, title != Self.items(count) {
      parts.append(Self.items(count))
    }
    if !types.isEmpty, types.first != title {
      parts.append(types.prefix(Self.shownTypes).joined(separator: ", "))
    }
    if let size = Self.size(items, count) { parts.append(size) }
    // The words of the desktop's database, and its sizes, may have marks for the direction of a text.
    subtitle = parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Whether a label is the first name, or the names as dragctl joins them: the panel says them in its own words.
  private static func isMade(_ label: String, of names: [String]) -> Bool {
    let joined = names.prefix(shownNames).joined(separator: ", ")
    return label == names[0] || label == joined
      || names.count > shownNames && label.hasPrefix("\(joined) and ")
  }

  /// Whether a label says each name, with its extension or without it.
  private static func says(_ label: String, _ names: [String]) -> Bool {
    names.prefix(shownNames).allSatisfy { name in
      label.contains(name)
        || name.lastIndex(of: ".").map { label == name[..<$0] } ?? false
    }
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
    let known = items.filter {
      !OfferedFiles.areAddresses(named: $0.suggestedName, $0.representations.map(\.type))
    }.compactMap { $0.representations.first?.size }
    guard !items.isEmpty, known.count == count else { return nil }
    return ContentTypes.format(size: known.saturatedSum)
  }

  // MARK: The content

  private static let largestPicture: UInt64 = 16 << 20
  private static let pictureSize = PictureSize(96, 96)
  /// Pictures are large, so the bytes of at most two are in memory.
  private static let semaphore = AsyncSemaphore(2)

  /// A thumbnail of the first picture that dragd holds. A source would have to make any other picture only for this.
  /// Showing it uses up none of its uses.
  static func picture(of items: [OfferedItem]) async -> Texture? {
    for item in items where !item.offered.isSensitive {
      let picture = item.representations.first {
        $0.isHeld && MIMEType.is($0.type, \.isImage) && $0.size ?? .max <= largestPicture
      }
      guard let picture else { continue }
      return await semaphore.run { () async -> Texture? in
        guard !Task.isCancelled,
          let bytes = await beginning(of: picture, in: item, atMost: largestPicture)
        else { return nil }
        return await Thumbnails.make(of: bytes, pictureSize)
      }
    }
    return nil
  }

  private static let readWords: UInt64 = 4 << 10
  private static let shownCharacters = 80

  /// How the text of the only item begins, if dragd holds it; like a picture, this uses up none of its uses.
  static func words(of items: [OfferedItem]) async -> String? {
    guard items.count == 1, let item = items.first, !item.offered.isSensitive,
      let text = item.representations.first(where: { $0.isHeld && isUTF8($0.type) }),
      let bytes = await beginning(of: text, in: item, atMost: readWords)
    else { return nil }
    let all = String(decoding: bytes, as: UTF8.self)
    let words = all.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : Printable.line(String(words.prefix(shownCharacters)))
  }

  private static func isUTF8(_ type: String) -> Bool {
    ["text/plain", "text/plain;charset=utf-8"].contains(type.lowercased())
  }

  /// The first bytes of a representation. It cancels the transfer when they are there, even at the end: a transfer that
  /// ends well is a use, and would end an offer that has only one.
  private static func beginning(
    of one: OfferedItem.Representation, in item: OfferedItem, atMost limit: UInt64
  ) async -> [UInt8]? {
    guard let size = one.size, size > 0 else { return nil }
    var bytes: [UInt8] = []
    do {
      var chunks = item.chunks([one.type])
      chunks.stopReason = "only a preview was wanted"
      for try await chunk in chunks {
        bytes += chunk
        if bytes.count >= min(size, limit) { break }
      }
    } catch {
      return nil
    }
    return bytes
  }
}
