internal import ClipboardModel
internal import DragModel

/// A line of the session's file: the offer that has a content of the history, and nothing of the content itself.
struct HistoryRecord: Hashable {
  var offer: Identifier
  /// Nil in a file of a dragclip that is older than ids.
  var id: EntryID?
  /// Microseconds of the real-time clock since 1970.
  var copied: UInt64
  var isPinned: Bool
  var isSingleWord: Bool
  /// The owner's name of each type, by the type as dragd has it.
  var targets: [String: String]

  init(_ item: HistoryItem) {
    offer = item.offer
    id = item.id
    copied = item.copied
    isPinned = item.isPinned
    isSingleWord = item.content.isSingleWord
    targets = Dictionary(
      item.content.types.map { ($0.imported.type.description, $0.imported.target) }
    ) { first, _ in first }
  }

  // Tabs separate the fields of a line. A program may give a type any name, with a tab or a line break too.

  init?(_ line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 4, let offer = Identifier(fields[0]), let copied = UInt64(fields[1])
    else {
      return nil
    }
    self.offer = offer
    self.copied = copied
    isPinned = fields[2] == "pinned"
    isSingleWord = fields[3] == "word"
    id = fields.count > 4 ? EntryID(fields[4]) : nil
    targets = [:]
    for index in stride(from: id == nil ? 4 : 5, to: fields.count - 1, by: 2) {
      targets[fields[index]] = fields[index + 1]
    }
  }

  var line: String {
    var fields = [
      "\(offer)", "\(copied)", isPinned ? "pinned" : "", isSingleWord ? "word" : "",
    ]
    if let id { fields.append("\(id)") }
    for (type, target) in targets.sorted(by: { $0.key < $1.key })
    where !(type + target).utf8.contains(where: { $0 < UInt8(ascii: " ") }) {
      fields += [type, target]
    }
    return fields.joined(separator: "\t")
  }
}
