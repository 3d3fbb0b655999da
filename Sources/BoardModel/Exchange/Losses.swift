internal import DragModel
internal import Translations

/// What of cards and lists one format has and the other cannot have, a line for each, for people.
struct Losses {
  private(set) var lines: [String] = []
  private var count = 0

  /// The most lines; one more tells how many there are.
  static let mostLines = 200

  mutating func add(_ line: String) {
    count += 1
    if lines.count < Self.mostLines { lines.append(Printable.line(line)) }
  }

  /// - Parameter title: of the card or list that has it.
  mutating func add(_ what: String, of title: String) {
    add(translated("“{title}”: {what}", ["title": title, "what": what]))
  }

  /// Says how many lines more there were.
  mutating func end() {
    if count > lines.count {
      lines.append(translated("… and {count} more", ["count": count - lines.count]))
    }
  }
}
