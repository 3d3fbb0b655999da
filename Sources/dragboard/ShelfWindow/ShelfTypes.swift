internal import BoardModel
internal import DragModel
internal import Foundation
internal import Translations

/// Chooses the types that the shelf keeps of a drop or of the clipboard, and the names of files made of bytes.
enum ShelfTypes {
  /// Types that give their owner a command.
  private static let skippedPrefixes = [
    "application/vnd.dragd.", "application/vnd.portal.", "application/x-kde-", "chromium/",
    "application/x-dragboard-",
  ]

  /// The type by which browsers offer a picture or another file of a page.
  private static let unnamedFile = "application/octet-stream"
  static let text = "text/plain;charset=utf-8"
  /// By which password managers mark what they copy.
  static let sensitivityHint = "x-kde-passwordManagerHint"
  /// A link with its title; the shelf prefers the content beside it.
  static let link = "text/x-moz-url"

  /// The types to read, in order, and the types to offer the bytes as; for nil dragd infers the type.
  static func wanted(of types: [String]) -> [(offered: String, type: String?)] {
    // What only its own program understands is left there, unless there is nothing else.
    var wanted: [(offered: String, type: String?)] = named(MainType.common(among: types))
      .map { ($0.offered, $0.type) }
    guard !types.contains(where: isPicture),
      let index = wanted.firstIndex(where: { $0.type == unnamedFile })
    else { return wanted }
    wanted.insert((wanted.remove(at: index).offered, nil), at: 0)
    return wanted
  }

  /// The file name that a browser gives beside its type: `application/octet-stream;name="lake.png"`.
  static func fileName(among types: [String]) -> String? {
    guard let type = types.first(where: { MIMEType.essence(of: $0) == unnamedFile }),
      let start = type.range(of: "name=")?.upperBound
    else { return nil }
    let name = type[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
    return FileName.safe(String(name))
  }

  private static func named(_ types: [String]) -> [(offered: String, type: String)] {
    var words = WantedTypes.plainText(among: types)
    var wanted: [(offered: String, type: String)] = []
    for type in types.filter({ $0 != link }) + types.filter({ $0 == link })
    where wanted.count < ShelfLimits.types {
      if type == "UTF8_STRING" || isText(type) {
        // The others have the same text.
        if let best = words.take() { wanted.append((best, text)) }
        continue
      }
      if MIMEType.essence(of: type) == unnamedFile {
        if !wanted.contains(where: { $0.type == unnamedFile }) {
          wanted.append((type, unnamedFile))
        }
        continue
      }
      guard type.contains("/"), let parsed = MIMEType(type),
        !skippedPrefixes.contains(where: { type.hasPrefix($0) })
      else { continue }
      let name = parsed.description
      guard !wanted.contains(where: { $0.type == name }), !isReencoded(parsed, among: types)
      else { continue }
      wanted.append((type, name))
    }
    return wanted
  }

  /// Whether a type only has in another charset what is there in UTF-8: Java offers each text in eight.
  private static func isReencoded(_ type: MIMEType, among types: [String]) -> Bool {
    guard let charset = type.charset?.lowercased(), charset != "utf-8" else { return false }
    return types.contains { other in
      MIMEType.is(other) {
        $0.essence == type.essence && $0.charset.map { $0.lowercased() == "utf-8" } ?? true
      }
    }
  }

  /// The bytes of a text in UTF-8, without a byte order mark and the NUL that ends some programs' texts; bytes that are
  /// no such text stay as they are.
  static func utf8(_ bytes: [UInt8], of type: String) -> [UInt8] {
    let text = Charset.decode(bytes, MIMEType(type)?.charset) ?? Charset.decode(bytes, nil)
    guard let text else { return bytes }
    let end = text.utf8.lastIndex { $0 != 0 }
    return end.map { Array(text.utf8[...$0]) } ?? []
  }

  /// The best plain text among types.
  static func plainText(among types: [String]) -> String? {
    types.first { $0 == text } ?? types.first(where: isText)
  }

  static func isText(_ type: String) -> Bool {
    type == "text/plain" || type.hasPrefix("text/plain;")
  }
  /// Whether a type is that of a card of a board.
  static func isCard(_ type: String) -> Bool {
    [CardDescription.type, WantedTypes.cards].contains(MIMEType.essence(of: type))
  }
  static func isPicture(_ type: String) -> Bool { type.hasPrefix("image/") }

  /// Whether an item of bytes is offered as a file too. A text without a name is not, because web pages and mail
  /// programs would attach a file instead of inserting the text.
  static func standsAsFile(_ item: ShelfItem) -> Bool {
    item.name != nil || !item.types.contains(where: isText)
      || item.types.first.map { isPicture($0) || $0 == "application/pdf" } ?? false
  }

  /// The type of the file that is made of an item's bytes: the one that its name says, else the best one with a known
  /// ending, else the first.
  static func fileType(of item: ShelfItem) -> String? {
    let types = item.types.filter { $0 != ShelfItem.uriList }
    let suffix = item.name.map { FileName.split($0).suffix }
    return types.first { type in FileEnding.ending(for: type).map { ".\($0)" == suffix } ?? false }
      ?? types.first { FileEnding.ending(for: $0) != nil } ?? item.types.first
  }

  /// A file name for an item of bytes.
  static func fileName(of item: ShelfItem, title: String?, type: String) -> String {
    let name = (item.name ?? title).flatMap(FileName.safe) ?? translated("Content")
    guard FileName.split(name).suffix.isEmpty, let ending = FileEnding.ending(for: type) else {
      return name
    }
    return FileName.shortened("\(name).\(ending)")
  }
}
