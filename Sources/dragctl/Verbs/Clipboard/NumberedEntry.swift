internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// An entry of the history with its number and its content.
struct NumberedEntry {
  let number: Int
  let entry: HistoryEntry
  let content: HistoryContent

  init(number: Int, entry: HistoryEntry, _ connection: BrokerConnection) {
    self.number = number
    self.entry = entry
    content = HistoryContent(of: entry, connection)
  }

  /// The content, for a person.
  var words: String {
    switch content.line {
    case ""?: translated("(blank)")
    case let line?: line
    case nil: TypeDatabase.shared.main(among: entry.types).map(TargetName.shown) ?? ""
    }
  }

  /// On one line: its number, its id and its content.
  var line: String {
    [
      String(number), entry.id.map { "(\(Printable.line($0)))" },
      TextWidth.shortened(words, to: 60),
    ]
    .compactMap(\.self).joined(separator: " ")
  }

  var json: JSON {
    .object([
      .init("number", .number(UInt64(number))),
      .init("id", entry.id.map(JSON.string) ?? .null),
      .init("offer", .string(entry.offer.description)),
      .init("content", content.line.map(JSON.string) ?? .null),
      .init("types", .strings(entry.types.map(\.description))),
      .init("size", .number(entry.size)),
      .init("copied", .string(Measure.date(microseconds: entry.copied))),
      .init("pinned", .bool(entry.isPinned)),
    ])
  }
}
