internal import Foundation
internal import Translations

/// `text/uri-list` (RFC 2483, section 5).
package enum URIList {
  package enum Entry: Hashable, Sendable {
    /// A file of this machine, by its path.
    case local(String)
    /// Any other URI, as the list spells it.
    case other(String)
  }

  /// Parses the entries and leaves out comments.
  ///
  /// - Throws: `malformed`.
  package static func parse(_ bytes: [UInt8]) throws(BoardError) -> [Entry] {
    var entries: [Entry] = []
    for uri in try addresses(bytes) { entries.append(try entry(uri)) }
    return entries
  }

  /// The addresses as the list spells them, without comments.
  ///
  /// - Throws: `malformed`.
  static func addresses(_ bytes: [UInt8]) throws(BoardError) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed(type: "text/uri-list", reason: translated("it is not UTF-8"))
    }
    var addresses: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(line).trimmed
      // Some programs write a NUL at the end.
      let uri = line.hasSuffix("\0") ? String(line.dropLast()).trimmed : line
      guard !uri.isEmpty, !uri.hasPrefix("#") else { continue }
      addresses.append(uri)
    }
    return addresses
  }

  /// A name for the local files of a list: the name of the only file, or how many there are; nil for none, and for a
  /// malformed list.
  package static func name(of bytes: [UInt8]) -> String? {
    guard let entries = try? parse(bytes) else { return nil }
    let paths = entries.compactMap { entry in
      if case .local(let path) = entry { path } else { nil }
    }
    guard let path = paths.first else { return nil }
    guard paths.count == 1 else {
      return translated(count: paths.count, one: "{count} file", other: "{count} files")
    }
    return lastComponent(of: path)
  }

  /// The last component of a path. It splits by bytes, as the system does: Swift joins a slash and a following accent
  /// into one character.
  static func lastComponent(of path: String) -> String? {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a web browser or a mail program opens an address, which runs nothing.
  package static func isForBrowsers(_ address: String) -> Bool {
    scheme(of: address).map { ["http", "https", "mailto"].contains($0.lowercased()) } ?? false
  }

  /// The scheme of a URI (RFC 3986, section 3.1), without its colon; nil for what is no URI.
  fileprivate static func scheme(of uri: String) -> String? {
    // By scalars, because a colon and a following accent are one character.
    let scheme = uri.unicodeScalars.prefix { $0 != ":" }
    guard !scheme.isEmpty, scheme.endIndex < uri.unicodeScalars.endIndex,
      scheme.allSatisfy({ scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || ["+", "-", "."].contains(scalar))
      })
    else { return nil }
    return String(scheme)
  }

  private static func entry(_ uri: String) throws(BoardError) -> Entry {
    guard let scheme = scheme(of: uri) else {
      throw .malformed(
        type: "text/uri-list", reason: translated("“{uri}” is not a URI", ["uri": uri]))
    }
    guard scheme.lowercased() == "file" else { return .other(uri) }
    // By bytes, because a slash and a following accent are one character.
    var path = uri.utf8.dropFirst(scheme.utf8.count + 1)
    let slash = UInt8(ascii: "/")
    if path.starts(with: [slash, slash]) {
      path = path.dropFirst(2)
      let host = String(decoding: path.prefix { $0 != slash }, as: UTF8.self)
      guard host.isEmpty || host.lowercased() == "localhost" || host == hostName else {
        return .other(uri)
      }
      path = path.dropFirst(host.utf8.count)
    }
    guard path.first == slash, let decoded = decode(path), !decoded.utf8.contains(0) else {
      throw .malformed(
        type: "text/uri-list",
        reason: translated("“{uri}” is not the path of a file", ["uri": uri]))
    }
    return .local(decoded)
  }

  /// Percent-decoding (RFC 3986, section 2.1).
  private static func decode(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A list of one local file.
  package static func list(ofFileAt path: String) -> [UInt8] {
    var uri = "file://"
    for byte in path.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if byte < 128,
        character.isLetter || character.isNumber || "/-._~!$&'()*+,;=:@".contains(character)
      {
        uri.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return Array((uri + "\r\n").utf8)
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A link as browsers offer it (`text/x-moz-url`): an address and, on the next line, its title. It is UTF-16; from
/// Chromium on Wayland it is UTF-8.
struct Link {
  static let type = "text/x-moz-url"

  let uri: String
  /// Empty where the link has no title.
  let title: String

  /// Nil where the bytes are not a link.
  init?(_ bytes: [UInt8]) {
    // An address starts with ASCII: in UTF-16 the second byte is zero.
    let charset = bytes.dropFirst().first == 0 ? "UTF-16LE" : "UTF-8"
    guard let text = Charset.decode(bytes, charset) else { return nil }
    let lines = text.prefix { $0 != "\0" }.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.first, case let uri = String(first).trimmed,
      URIList.scheme(of: uri) != nil
    else { return nil }
    self.uri = uri
    title = lines.count > 1 ? CardText.line(String(lines[1])) : ""
  }
}
