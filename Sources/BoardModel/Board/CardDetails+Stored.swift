internal import DragModel

/// The format of a card's details in the columns of its row. Names have no line breaks, so each line is one item.
extension CardDetails {
  /// A line for each label: the colour, a space and the name.
  var storedLabels: String {
    labels.map { "\($0.color.rawValue) \($0.name)" }.joined(separator: "\n")
  }

  /// A line for each item: `x` or `-`, for one with a date `@` and that, a space and the text. Before the items of a
  /// list with a name, `#`, a space and the name.
  var storedChecklist: String {
    checklists.enumerated().flatMap { index, list in
      (index == 0 && list.name.isEmpty ? [] : ["# \(list.name)"])
        + list.items.map { item in
          "\(item.isDone ? "x" : "-")\(item.due.map { "@\($0)" } ?? "") \(item.text)"
        }
    }.joined(separator: "\n")
  }

  /// JSON, because comments have lines.
  var storedComments: String {
    comments.isEmpty
      ? "" : JSON.object([commentsMember]).text(.spaced, escapesHostile: false)
  }

  static func labels(stored text: String) -> [CardLabel] {
    lines(text).map { CardLabel($0.rest, LabelColor(rawValue: $0.word) ?? .gray) }
  }

  static func checklist(stored text: String) -> [ChecklistItem] {
    var list = ""
    return lines(text).compactMap { word, rest in
      if word == "#" {
        list = rest
        return nil
      }
      return ChecklistItem(
        rest, isDone: word.utf8.first == UInt8(ascii: "x"),
        due: word.utf8.count > 1 ? DueDate(String(word.dropFirst(2))) : nil, in: list)
    }
  }

  static func comments(stored text: String) -> [CardComment] {
    guard !text.isEmpty,
      let object = try? JSONObject(Array(text.utf8), as: "application/json")
    else { return [] }
    return (try? comments(in: object)) ?? []
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
