internal import DragModel
internal import Translations

/// The text of a page of HTML in the charset that it declares.
enum HTMLCharset {
  /// How far a page may declare its charset (HTML Living Standard, section 4.2.5.4).
  private static let declared = 1024

  /// A byte order mark names the charset; without one the sender does, then the page. Without any it is UTF-8, or
  /// windows-1252 if the bytes are not UTF-8. The names of Latin-1 and ASCII mean windows-1252 too, as for browsers.
  ///
  /// - Parameter charset: what the sender says.
  /// - Throws: `malformed` for bytes that are not text in their charset.
  static func text(of bytes: [UInt8], _ charset: String?) throws(BoardError) -> String {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) || UTF16Text.isMarked(bytes)
    let name = isMarked ? nil : charset ?? declaration(in: bytes)
    // Programs on X11 end a text with NUL, which in UTF-16 is half a character.
    let isWide =
      isMarked || ["utf-16", "utf-32"].contains { name?.lowercased().hasPrefix($0) == true }
    let isEnded = bytes.last == 0 && !isWide
    guard let text = decode(isEnded ? bytes.dropLast() : bytes, name), !text.utf8.contains(0) else {
      throw .malformed(
        type: BoardImport.htmlType,
        reason: translated("it is not text in {charset}", ["charset": name ?? "UTF-8"]))
    }
    return text
  }

  private static func decode(_ bytes: [UInt8], _ name: String?) -> String? {
    switch name?.lowercased() {
    case nil: Charset.decode(bytes, nil) ?? latin(bytes)
    case "iso-8859-1", "latin1", "us-ascii", "ascii": latin(bytes)
    case let name: Charset.decode(bytes, name)
    }
  }

  /// The standard has one charset for these names. Five of its bytes have no character in iconv(3).
  private static func latin(_ bytes: [UInt8]) -> String? {
    Charset.decode(bytes, "windows-1252") ?? Charset.decode(bytes, "iso-8859-1")
  }

  /// What `<meta charset=…>` or `<meta http-equiv="content-type" content="text/html; charset=…">` says.
  private static func declaration(in bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(declared), as: UTF8.self).lowercased()
    for tag in start.split(separator: "<") where tag.hasPrefix("meta") {
      let tag = tag.prefix { $0 != ">" }
      guard let word = tag.firstRange(of: "charset") else { continue }
      let rest = tag[word.upperBound...].drop(while: \.isWhitespace)
      guard rest.first == "=" else { continue }
      let name = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:+".contains($0)) }
      // A page whose `<meta>` can be read as ASCII is not in UTF-16.
      if !name.isEmpty { return name.hasPrefix("utf-16") ? "utf-8" : String(name) }
    }
    return nil
  }
}
