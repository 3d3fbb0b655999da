internal import Foundation

/// A file in which a program has saved a link.
struct LinkFile {
  /// At least one; of the web or of mail.
  let addresses: [String]
  /// Empty for a file that has none.
  let title: String

  static let endings: Set = ["url", "desktop", "uri", "uris"]
  /// The largest file in bytes.
  static let largest = 64 << 10

  /// - Parameter name: its ending says the form: an Internet shortcut of Windows (`.url`), a link of a desktop
  ///   (`.desktop`), or a list of addresses (`.uri`, `.uris`).
  /// - Returns: nil for any other file, and for one with anything that is no such address.
  init?(named name: String, _ bytes: [UInt8]) {
    let file = URL(filePath: name)
    guard bytes.count <= Self.largest, let text = Charset.utf8(bytes) else { return nil }
    let found: [String]
    switch file.pathExtension.lowercased() {
    case "url":
      found = Self.values(in: text, of: "InternetShortcut")["URL"].map { [$0] } ?? []
      title = file.deletingPathExtension().lastPathComponent
    case "desktop":
      let values = Self.values(in: text, of: "Desktop Entry")
      guard values["Type"] == "Link" else { return nil }
      found = values["URL"].map { [$0] } ?? []
      title = values["Name"] ?? ""
    case "uri", "uris":
      found = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
      title = ""
    default: return nil
    }
    addresses = found.compactMap { HTMLLink.address($0) }
    guard !addresses.isEmpty, addresses.count == found.count else { return nil }
  }

  /// The values of a group of lines `KEY=VALUE` below its heading `[GROUP]`.
  private static func values(in text: String, of group: String) -> [String: String] {
    var (values, isInside) = ([:] as [String: String], false)
    for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed }) {
      if line.hasPrefix("[") {
        isInside = line.lowercased() == "[\(group.lowercased())]"
      } else if isInside, let mark = line.firstIndex(of: "=") {
        let key = String(line[..<mark]).trimmed
        values[key] = values[key] ?? String(line[line.index(after: mark)...]).trimmed
      }
    }
    return values
  }
}

extension CardReader {
  /// The card of a file in which a program has saved a link; nil for any other file.
  static func linkCard(_ file: Content, named name: String) throws(BoardError) -> NewCard? {
    guard LinkFile.endings.contains(URL(filePath: name).pathExtension.lowercased()),
      file.size <= LinkFile.largest, let link = LinkFile(named: name, try file.bytes())
    else { return nil }
    let list = link.addresses.map { "\($0)\r\n" }.joined()
    let item = IncomingItem(representations: [("text/uri-list", .bytes(Array(list.utf8)))])
    return linkCard(link.addresses, title: CardText.line(link.title), item)
  }
}
