internal import DragModel
internal import Translations

/// What a person plans with a card, beside its content.
package struct CardDetails: Hashable, Sendable {
  package var due: DueDate?
  package var isDone: Bool
  package var labels: [CardLabel]
  /// The items of all its checklists, one list after the other.
  package var checklist: [ChecklistItem]
  /// The oldest first.
  package var comments: [CardComment]
  /// The number of the attachment whose picture the card shows.
  package var cover: Int?

  package init(
    due: DueDate? = nil, isDone: Bool = false, labels: [CardLabel] = [],
    checklist: [ChecklistItem] = [], comments: [CardComment] = [], cover: Int? = nil
  ) {
    (self.due, self.isDone, self.labels, self.checklist) = (due, isDone, labels, checklist)
    (self.comments, self.cover) = (comments, cover)
  }

  /// The most labels of a card.
  package static let mostLabels = 50
  /// The most items of all checklists of a card.
  package static let mostItems = 1000
  package static let mostComments = 1000
  /// The longest name of a label and the longest item of a checklist, in bytes of UTF-8.
  package static let longestLine = 4096

  /// The current details, with those parts replaced that these details have changed from old ones.
  package func merged(from old: CardDetails, into current: CardDetails) -> CardDetails {
    CardDetails(
      due: due == old.due ? current.due : due,
      isDone: isDone == old.isDone ? current.isDone : isDone,
      labels: labels == old.labels ? current.labels : labels,
      checklist: checklist == old.checklist ? current.checklist : checklist,
      comments: mergedComments(from: old, into: current),
      cover: cover == old.cover ? current.cover : cover)
  }

  /// What was written and removed here, and elsewhere.
  private func mergedComments(from old: CardDetails, into current: CardDetails) -> [CardComment] {
    let (mine, before) = (Set(comments), Set(old.comments))
    let added = comments.filter { !before.contains($0) && !current.comments.contains($0) }
    return current.comments.filter { mine.contains($0) || !before.contains($0) } + added
  }

  /// The names of the checklists, each with its items.
  package var checklists: [(name: String, items: [ChecklistItem])] {
    var lists: [(name: String, items: [ChecklistItem])] = []
    for item in checklist {
      if lists.last?.name != item.list { lists.append((item.list, [])) }
      lists[lists.count - 1].items.append(item)
    }
    return lists
  }

  /// How many items of the checklist are done, and how many there are; nil without a checklist.
  package var progress: (done: Int, all: Int)? {
    checklist.isEmpty ? nil : (checklist.count(where: \.isDone), checklist.count)
  }

  /// The details as a store keeps them: each name on one line, each label once.
  ///
  /// - Throws: `invalid` for a label without a name, and for more than the limits allow.
  func checked() throws(BoardError) -> CardDetails {
    var checked = self
    checked.labels = []
    for label in labels {
      let name = CardText.line(label.name)
      guard !name.isEmpty else {
        throw .invalid(field: "label", reason: translated("it needs a name"))
      }
      try Self.check(name, "label")
      guard !checked.labels.contains(where: { $0.name == name }) else { continue }
      checked.labels.append(CardLabel(name, label.color))
    }
    guard checked.labels.count <= Self.mostLabels else {
      throw .invalid(
        field: "labels",
        reason: translated(
          "a card can have {limit}, not {count}", ["limit": Self.mostLabels, "count": labels.count])
      )
    }
    checked.checklist = []
    for item in checklist {
      let (text, list) = (CardText.line(item.text), CardText.line(item.list))
      guard !text.isEmpty else { continue }
      for line in [text, list] { try Self.check(line, "checklist") }
      let new = ChecklistItem(text, isDone: item.isDone, due: item.due, in: list)
      // A name is one list.
      let last = checked.checklist.lastIndex { $0.list == list }
      checked.checklist.insert(new, at: last.map { $0 + 1 } ?? checked.checklist.endIndex)
    }
    guard checked.checklist.count <= Self.mostItems else {
      throw .invalid(
        field: "checklist",
        reason: translated(
          "it can have {limit} items, not {count}",
          ["limit": Self.mostItems, "count": checklist.count]))
    }
    checked.comments = comments.filter { !$0.text.isBlank }
    for comment in checked.comments {
      try CardText.check(comment.text, "comment", atMost: CardText.longestText)
      try Self.check(comment.author ?? "", "author")
    }
    guard checked.comments.count <= Self.mostComments else {
      throw .invalid(
        field: "comments",
        reason: translated(
          "a card can have {limit}, not {count}",
          ["limit": Self.mostComments, "count": comments.count]))
    }
    return checked
  }

  private static func check(_ line: String, _ field: String) throws(BoardError) {
    guard line.utf8.count <= longestLine else {
      throw .invalid(
        field: field,
        reason: translated(
          "its {count} bytes are too many; {limit} at most can be kept",
          ["count": line.utf8.count, "limit": longestLine]))
    }
  }
}

/// A label: its name says what its colour means.
package struct CardLabel: Hashable, Sendable {
  package var name: String
  package var color: LabelColor

  package init(_ name: String, _ color: LabelColor? = nil) {
    self.name = name
    self.color = color ?? LabelColor.usual(for: name)
  }
}

extension Sequence<CardLabel> {
  /// The colour of each name. Of several labels with one name the last one counts.
  package var colors: [String: LabelColor] {
    Dictionary(map { ($0.name, $0.color) }, uniquingKeysWith: { $1 })
  }
}

/// The colours of labels, as GNOME's palette has them.
package enum LabelColor: String, CaseIterable, Hashable, Sendable {
  case blue, green, yellow, orange, red, purple, brown, gray

  /// The names of all, for people.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The colour of a name for which no colour was chosen: always the same.
  package static func usual(for name: String) -> LabelColor {
    if let same = LabelColor(rawValue: name.lowercased()) { return same }
    let sum = name.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) }
    return allCases[Int(sum % UInt32(allCases.count))]
  }
}

package struct ChecklistItem: Hashable, Sendable {
  package var text: String
  package var isDone: Bool
  package var due: DueDate?
  /// The name of the checklist that has it; a card's first one may have none.
  package var list: String

  package init(
    _ text: String, isDone: Bool = false, due: DueDate? = nil, in list: String = ""
  ) {
    (self.text, self.isDone, self.due, self.list) = (text, isDone, due, list)
  }
}

/// What somebody has written about a card.
package struct CardComment: Hashable, Sendable {
  package var text: String
  /// When it was written, in seconds since 1970; nil where nobody knows.
  package var time: Int?
  /// Who has written it; nil for the person at this board.
  package var author: String?

  package init(_ text: String, time: Int? = nil, author: String? = nil) {
    (self.text, self.time, self.author) = (text, time, author)
  }
}

/// A file that is attached to a card. It is stored with the card's content.
package struct Attachment: Hashable, Sendable {
  /// Identifies it among the attachments of one card; an edit of the card keeps it.
  package let number: Int
  /// A safe file name.
  package let name: String
  package let type: String
  /// In bytes.
  package let size: Int
}

/// A file that is to be attached.
package struct NewAttachment: Sendable {
  package var name: String
  package var type: String
  package var content: Content

  /// - Parameter name: made safe for a file system.
  package init(name: String, type: String, content: Content) {
    self.name = FileName.safe(name) ?? "file"
    (self.type, self.content) = (type, content)
  }
}
