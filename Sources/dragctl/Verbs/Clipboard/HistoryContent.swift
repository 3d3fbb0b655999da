internal import CommandLineArguments
internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The content of an entry of the history as a person knows it: the names of its files, its addresses, or the beginning
/// of its text.
struct HistoryContent {
  /// On one line, empty if it is blank; nil for what is neither files nor text.
  let line: String?
  /// In lower case.
  private let searched: String

  private static let mostBytes = 64 << 10
  private static let mostCharacters = 200

  init(of entry: HistoryEntry, _ connection: BrokerConnection) {
    // An entry may end while dragctl asks for it; then its types alone are known.
    let text = (try? Self.text(of: entry, connection)) ?? nil
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    line = text.map { _ in Printable.line(String(words.prefix(Self.mostCharacters))) }
    let types = entry.types.map(\.description).joined(separator: " ")
    searched = (words + " " + types).lowercased()
  }

  /// Whether it has some words in its first 64 KiB, in its names or in its types, regardless of case.
  func has(_ words: String) -> Bool {
    let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    return searched.contains(words)
  }

  /// Nil for what is neither files nor text.
  private static func text(
    of entry: HistoryEntry, _ connection: BrokerConnection
  ) throws(Failure) -> String? {
    let content = PastedContent(offer: entry.offer, types: entry.types, isCut: false)
    let prefix = LimitedContent(mostBytes: mostBytes, excess: .cancelled)
    if content.isFileList {
      let list = try prefix.accept(entry.offer, types: PastedContent.fileLists, connection)
      return FileURI.uris(inList: list).compactMap { uri in
        guard let path = FileURI.path(of: uri) else {
          // The first line of GNOME's form is a word.
          return uri.contains(UInt8(ascii: ":")) ? Argument(uri).text : nil
        }
        return Argument(Array(path.split(separator: UInt8(ascii: "/")).last ?? [])).text
      }.joined(separator: ", ")
    }
    // The text beside a picture is its address or its source.
    guard TypeDatabase.shared.main(among: entry.types)?.type != "image",
      entry.types.contains(where: { $0.essence == "text/plain" })
    else { return nil }
    let bytes = try prefix.accept(
      entry.offer, types: ["text/plain;charset=utf-8", "text/plain"], connection)
    return String(decoding: bytes, as: UTF8.self)
  }
}
