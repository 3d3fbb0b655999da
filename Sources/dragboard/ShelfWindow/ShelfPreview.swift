internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit
internal import PictureDecoding
internal import Translations

/// The title, the text for searches, and the picture of an item.
struct ShelfPreview {
  var title: String
  /// Lower case.
  var searchText: String
  var picture: Texture?
  /// The name that the source suggests.
  private let name: String?

  /// The most bytes of a picture that is decoded, and of a text that is read.
  private static let largestPicture: UInt64 = 16 << 20
  private static let largestText: UInt64 = 1 << 20
  private static let searchedCharacters = 4096
  private static let titleCharacters = 160
  private static let pictureSize = PictureSize(96, 96)

  /// Without reading the content.
  init(_ item: ShelfItem) {
    // A file is dragged out under its own name, so the tile shows that and not the name that its source suggests.
    let names = Self.names(item).map(Printable.line)
    title = names.isEmpty ? item.name.map(Printable.line) ?? "" : names.joined(separator: ", ")
    if title.isEmpty { title = Self.kind(of: item) }
    name = item.name
    searchText = Self.searchText([title, name])
  }

  /// With the beginning of the content.
  static func load(
    _ item: ShelfItem, of source: ShelfSource, _ client: DragClient
  ) async -> ShelfPreview {
    await semaphore.run { await loadNow(item, of: source, client) }
  }

  /// Pictures are large, so the bytes of at most two are in memory.
  private static let semaphore = AsyncSemaphore(2)

  private static func loadNow(
    _ item: ShelfItem, of source: ShelfSource, _ client: DragClient
  ) async -> ShelfPreview {
    var preview = ShelfPreview(item)
    guard let offered = try? await ShelfDragContent.load(item, of: source, client) else {
      return preview
    }
    if let type = item.types.first(where: ShelfTypes.isPicture),
      item.sizes[type] ?? .max <= largestPicture,
      let bytes = try? await offered.bytes([type])
    {
      preview.picture = await Thumbnails.make(of: bytes, pictureSize)
    }
    let isNamed = item.name != nil || !item.fileURIs.isEmpty
    if let type = ShelfTypes.plainText(among: item.types),
      item.sizes[type] ?? .max <= largestText,
      let bytes = try? await offered.bytes([type])
    {
      let start = Array(bytes.prefix(searchedCharacters))
      let text = Charset.decode(cut: start, MIMEType(type)?.charset)
      // The picture beside a text, as of the cells of a sheet, is only its look.
      let isMain = preview.picture == nil || ShelfTypes.isText(item.mainType)
      preview.add(
        text ?? String(decoding: start, as: UTF8.self), isTitle: !isNamed && isMain)
    }
    return preview
  }

  private mutating func add(_ text: String, isTitle: Bool) {
    if isTitle {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { title = Printable.line(String(words.prefix(Self.titleCharacters))) }
    }
    // Without the title that the text has replaced: a search for “text” would find every one.
    searchText = Self.searchText([title, name, text])
  }

  private static func searchText(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.joined(separator: " ").lowercased()
  }

  private static func names(_ item: ShelfItem) -> [String] {
    item.filePaths.map { path in
      String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }
  }

  /// What an item is, by the best type that people know.
  static func kind(of item: ShelfItem) -> String {
    if item.types.contains(where: ShelfTypes.isCard) { return translated("Card") }
    guard item.fileURIs.isEmpty else {
      return translated(count: item.fileURIs.count, one: "{count} file", other: "{count} files")
    }
    let main = item.mainType
    if ShelfTypes.isPicture(main) || ShelfTypes.isText(main) { return description(of: main) }
    if let picture = item.types.first(where: ShelfTypes.isPicture) {
      return description(of: picture)
    }
    let known = item.types.lazy.compactMap { type in
      switch MIMEType.essence(of: type) {
      case "text/html": translated("Web page")
      case ShelfItem.uriList, ShelfTypes.link: translated("Link")
      case let type: isKnown(type) ? description(of: type) : nil
      }
    }
    return known.first ?? (isKnown(main) ? description(of: main) : translated("Content"))
  }

  /// Whether a type has a name for people; for others GIO makes one of the type itself.
  private static func isKnown(_ type: String) -> Bool { !description(of: type).contains(type) }

  static func description(of type: String) -> String {
    // “plain text document” leaves no room for the size.
    if ShelfTypes.isText(type) { return translated("Text") }
    return TypeNames.name(of: type)
  }
}
