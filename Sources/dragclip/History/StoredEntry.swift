internal import ClipboardModel
internal import DragModel
internal import DragSystem

/// A content of the history as a file has it: records of a journal, so that damage is noticed. The first says what the
/// file is; then each type has a record of its names and one of its bytes.
struct StoredEntry {
  var isSingleWord: Bool
  var types: [(type: ImportedType, bytes: [UInt8])]

  /// A file with another first line was not written by dragclip, or by a later one.
  private static let title = "dragclip history 1"
  private static let word = "word"

  /// The first record.
  static func header(isSingleWord: Bool) -> [UInt8] {
    Array(([title] + (isSingleWord ? [word] : [])).joined(separator: "\n").utf8)
  }

  /// The record before the bytes of a type.
  static func names(_ type: ImportedType) -> [UInt8] {
    Array("\(type.type)\n\(type.target)".utf8)
  }

  /// Nil for a file that is damaged, or not dragclip's.
  init?(_ bytes: [UInt8]) {
    let content = JournalContent(bytes)
    let records = content.records
    guard content.damage == 0, records.count >= 3, records.count % 2 == 1 else { return nil }
    let header = Self.lines(records[0])
    guard header.first == Self.title else { return nil }
    isSingleWord = header.contains(Self.word)
    types = []
    for index in stride(from: 1, to: records.count, by: 2) {
      let names = Self.lines(records[index])
      guard names.count == 2, let type = MIMEType(names[0]) else { return nil }
      types.append((ImportedType(type: type, target: names[1]), Array(records[index + 1])))
    }
  }

  private static func lines(_ record: ArraySlice<UInt8>) -> [String] {
    String(decoding: record, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
  }
}
