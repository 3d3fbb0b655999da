internal import ClipboardModel
internal import DragModel
internal import DragSystem

/// A content of the history as a file has it: records of a journal, so that damage is noticed. The first says what the
/// file is; then each type has a record of its names and one of its bytes.
struct StoredEntry {
  var isSingleWord: Bool
  var file = FileAttributes()
  var types: [(type: ImportedType, bytes: [UInt8])]

  /// A file with another first line was not written by dragclip, or by a later one.
  private static let title = "dragclip history 1"
  private static let word = "word"
  private static let mode = "mode "
  private static let modified = "modified "

  /// The first record. The list of files has the file's name.
  static func header(isSingleWord: Bool, _ file: FileAttributes) -> [UInt8] {
    let lines = [
      title, isSingleWord ? word : nil, file.mode.map { "\(mode)\($0)" },
      file.modified.map { "\(modified)\($0)" },
    ]
    return Array(lines.compactMap(\.self).joined(separator: "\n").utf8)
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
    let header = String(decoding: records[0], as: UTF8.self).split(separator: "\n")
    guard header.first == Self.title[...] else { return nil }
    isSingleWord = header.contains(Self.word[...])
    for line in header {
      if line.hasPrefix(Self.mode) {
        file.mode = UInt32(line.dropFirst(Self.mode.count)).map { $0 & 0o777 }
      }
      if line.hasPrefix(Self.modified) {
        file.modified = UInt64(line.dropFirst(Self.modified.count))
      }
    }
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
