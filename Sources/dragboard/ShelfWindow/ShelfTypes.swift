internal import DragModel
internal import Foundation

/// Which types of a drop or of the clipboard are kept, and what files of bytes are called.
enum ShelfTypes {
  /// Targets that mean an order to their owner, or nothing outside of their program.
  private static let skippedPrefixes = [
    "application/vnd.dragd.", "application/vnd.portal.", "application/x-moz-",
    "application/x-kde-", "application/x-qt-", "application/x-dragboard-", "chromium/",
    "application/x-gtk-",
  ]

  /// The type by which browsers offer a picture or another file of a page.
  private static let unnamedFile = "application/octet-stream"
  /// A link with its title, which says less than the content that it is of.
  private static let link = "text/x-moz-url"

  /// The types to read and the names to keep them by, in their order; nil has dragd infer the type of the content.
  static func wanted(of types: [String]) -> [(offered: String, type: String?)] {
    var wanted: [(offered: String, type: String?)] = named(types).map { ($0.offered, $0.type) }
    guard !types.contains(where: isPicture),
      let index = wanted.firstIndex(where: { $0.type == unnamedFile })
    else { return wanted }
    wanted.insert((wanted.remove(at: index).offered, nil), at: 0)
    return wanted
  }

  /// The file name that a browser gives beside its type: `application/octet-stream;name="lake.png"`.
  static func fileName(among types: [String]) -> String? {
    guard let type = types.first(where: { essence($0) == unnamedFile }),
      let start = type.range(of: "name=")?.upperBound
    else { return nil }
    let name = type[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
    return FileName.safe(String(name))
  }

  private static func named(_ types: [String]) -> [(offered: String, type: String)] {
    let hasUTF8 = types.contains("text/plain;charset=utf-8")
    let hasText = types.contains { $0 == "text/plain" || $0.hasPrefix("text/plain;") }
    var wanted: [(offered: String, type: String)] = []
    for type in types.filter({ $0 != link }) + types.filter({ $0 == link })
    where wanted.count < ShelfLimits.types {
      if type == "UTF8_STRING", !hasText {
        wanted.append((type, "text/plain;charset=utf-8"))
        continue
      }
      // Programs of today mean UTF-8 by the bare type, but name it only in the other.
      if type == "text/plain", hasUTF8 { continue }
      if essence(type) == unnamedFile {
        if !wanted.contains(where: { $0.type == unnamedFile }) {
          wanted.append((type, unnamedFile))
        }
        continue
      }
      guard type.contains("/"), let parsed = MIMEType(type),
        !skippedPrefixes.contains(where: { type.hasPrefix($0) })
      else { continue }
      let name = type == "text/plain" ? "text/plain;charset=utf-8" : parsed.description
      if !wanted.contains(where: { $0.type == name }) { wanted.append((type, name)) }
    }
    return wanted
  }

  static func isText(_ type: String) -> Bool {
    type == "text/plain" || type.hasPrefix("text/plain;")
  }
  static func isPicture(_ type: String) -> Bool { type.hasPrefix("image/") }

  private static let endings = [
    "text/plain": "txt", "text/html": "html", "text/rtf": "rtf", "application/rtf": "rtf",
    "text/csv": "csv", "text/markdown": "md", "application/json": "json", "application/xml": "xml",
    "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif",
    "image/webp": "webp", "image/svg+xml": "svg", "image/bmp": "bmp", "image/tiff": "tiff",
    "audio/mpeg": "mp3", "audio/ogg": "ogg", "video/mp4": "mp4", "video/webm": "webm",
    "application/zip": "zip", "application/x-geocache": "geocache", "application/gpx+xml": "gpx",
    "text/vcard": "vcf", "text/calendar": "ics",
  ]

  /// Whether an item of bytes stands as a file too. A text without a name does not: web pages and mail programs would attach
  /// a file instead of inserting the text.
  static func standsAsFile(_ item: ShelfItem) -> Bool {
    item.name != nil || !item.types.contains(where: isText)
      || item.types.first.map { isPicture($0) || $0 == "application/pdf" } ?? false
  }

  /// The type by which an item of bytes becomes a file: its best one that programs know as a file, else its first.
  static func fileType(of item: ShelfItem) -> String? {
    item.types.first { endings[essence($0)] != nil } ?? item.types.first
  }

  /// A file name for an item of bytes.
  static func fileName(of item: ShelfItem, title: String?, type: String) -> String {
    let name = (item.name ?? title).flatMap(FileName.safe) ?? "Content"
    guard FileName.split(name).suffix.isEmpty, let ending = endings[essence(type)] else {
      return name
    }
    return FileName.shortened("\(name).\(ending)")
  }

  private static func essence(_ type: String) -> String {
    String(type.prefix { $0 != ";" }).lowercased()
  }
}
