/// The format of a card's details in the columns of its row. Names have no line breaks, so each line is one item.
extension CardDetails {
  /// A line for each label: the colour, a space and the name.
  var storedLabels: String {
    labels.map { "\($0.color.rawValue) \($0.name)" }.joined(separator: "\n")
  }

  /// A line for each item: `x` or `-`, a space and the text.
  var storedChecklist: String {
    checklist.map { "\($0.isDone ? "x" : "-") \($0.text)" }.joined(separator: "\n")
  }

  static func labels(stored text: String) -> [CardLabel] {
    lines(text).map { CardLabel($0.rest, LabelColor(rawValue: $0.word) ?? .gray) }
  }

  static func checklist(stored text: String) -> [ChecklistItem] {
    lines(text).map { ChecklistItem($0.rest, isDone: $0.word == "x") }
  }

  fileprivate static func lines(_ text: String) -> [(word: String, rest: String)] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      let space = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
      return (String(Substring(line[..<space])), String(Substring(line[space...].dropFirst())))
    }
  }
}

extension [Attachment] {
  /// A line for each attachment: the number, the size, the type and the name. A type has no space.
  var stored: String {
    map { "\($0.number) \($0.size) \($0.type.filter { $0 != " " }) \($0.name)" }.joined(
      separator: "\n")
  }

  init(stored text: String) {
    self = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3).map {
        String(Substring($0))
      }
      guard parts.count == 4, let number = Int(parts[0]), number > 0, let size = Int(parts[1]),
        size >= 0
      else { return nil }
      return Attachment(number: number, name: parts[3], type: parts[2], size: size)
    }
  }
}
