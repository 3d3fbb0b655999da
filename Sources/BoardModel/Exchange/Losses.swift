internal import DragModel
internal import Translations

/// The parts of cards and lists that the other format cannot have, a line for each card or list, or several where they
/// are many. People read them.
struct Losses {
  private(set) var lines: [String] = []
  private var count = 0
  /// The last line of each card or list that has one.
  private var linesByName: [String: Int] = [:]
  /// The lines that `addOnce` has added.
  private var saidOnce: Set<String> = []
  /// The titles of the lists of cards, for those whose own title other cards have too.
  private var places: [CardID: String] = [:]

  /// The most lines; one more then tells how many are left out.
  static let mostLines = 200
  /// From this length on in bytes, a line gets no more parts.
  private static let longLine = 200

  init() {}

  /// - Parameter cards: all that lines may name.
  init(naming cards: [(card: Card, list: BoardList)]) {
    for same in Dictionary(grouping: cards, by: \.card.shownTitle).values where same.count > 1 {
      for (card, list) in same { places[card.id] = list.title }
    }
  }

  mutating func add(_ line: String) {
    count += 1
    if lines.count < Self.mostLines { lines.append(Printable.line(line)) }
  }

  /// - Parameter title: of the card or list that has it.
  mutating func add(_ what: String, of title: String) {
    add(translated("“{title}”: {what}", ["title": title, "what": what]), what, of: title)
  }

  /// Adds a line, or what it says to the line of the same card or list.
  private mutating func add(_ line: String, _ what: String, of name: String) {
    if let index = linesByName[name], lines[index].utf8.count < Self.longLine {
      lines[index] += "; " + Printable.line(what)
      return
    }
    add(line)
    if lines.count == count { linesByName[name] = lines.count - 1 }
  }

  /// Adds a line about a card; it names the card's list too where another card has the same title.
  mutating func add(_ what: String, of card: Card) {
    guard let list = places[card.id] else { return add(what, of: card.shownTitle) }
    add(
      translated(
        "“{title}” in “{list}”: {what}",
        ["title": card.shownTitle, "list": list, "what": what]), what, of: card.id.rawValue)
  }

  /// Adds words that have the form of a date but are none.
  mutating func addDates(_ words: [Substring], of title: String) {
    for word in words {
      add(translated("the date “{text}”", ["text": String(word)]), of: String(title.prefix(200)))
    }
  }

  /// - Parameter what: a line that names everything that it is about, such as a label, which many cards may have.
  mutating func addOnce(_ what: String) {
    if saidOnce.insert(what).inserted { add(what) }
  }

  /// Adds a line that says how many lines are left out.
  mutating func end() {
    if count > lines.count {
      lines.append(translated("… and {count} more", ["count": count - lines.count]))
    }
  }
}

/// What formats for tasks cannot have of a board.
extension Losses {
  mutating func addLimit(of list: BoardList) {
    guard let limit = list.limit else { return }
    add(translated("the limit of {limit}", ["limit": limit]), of: list.title)
  }

  /// Adds what a reader takes for something else in the title of a list.
  ///
  /// - Parameter read: the list that is read back; nil where none is.
  mutating func addTitle(of list: BoardList, readAs read: NewList?) {
    guard read?.title != list.title || read?.limit != list.limit else { return }
    guard let read else { return add(translated("some of the list's title"), of: list.title) }
    guard let limit = read.limit, limit != list.limit else {
      return add(
        translated("its exact title: it is read as “{title}”", ["title": read.title]),
        of: list.title)
    }
    add(
      translated(
        "that “({limit})” belongs to its title; it is read as “{title}” with a limit of {limit}",
        ["limit": limit, "title": read.title]),
      of: list.title)
  }

  /// Adds what a single word does not have of a label: its colour, and the blanks in its name.
  mutating func addSpelling(of label: CardLabel) {
    let hasBlanks = label.name.contains(where: \.isWhitespace)
    let hasColor = label.color != CardLabel(label.name).color
    if hasColor {
      addOnce(translated("the colour of the label “{label}”", ["label": label.name]))
    }
    if hasBlanks {
      addOnce(translated("the blanks in the label “{label}”", ["label": label.name]))
    } else if !hasColor {
      addOnce(translated("the spelling of the label “{label}”", ["label": label.name]))
    }
  }

  /// Adds comments, content that is not text, and attachments.
  ///
  /// - Parameter link: the link that the card is, whose address is written.
  mutating func addContent(of card: Card, _ link: CardLink?) {
    if case let count = card.details.comments.count, count > 0 {
      add(
        translated(count: count, one: "{count} comment", other: "{count} comments"), of: card)
    }
    let left = card.representations.filter { one in
      link == nil || !MIMEType.is(one.type, CardLink.isAddress)
    }
    if card.kind != .text, link == nil || !left.isEmpty {
      let types = left.map { "\($0.type), \(Measure.bytes(UInt64($0.size)))" }
      add(
        translated("its content ({types})", ["types": types.joined(separator: "; ")]),
        of: card)
    }
    for one in card.attachments {
      add(translated("the attachment {name}", ["name": one.name]), of: card)
    }
  }

  /// The archived cards.
  mutating func addArchive(_ cards: [(card: Card, list: BoardList)]) {
    for (card, _) in cards {
      add(translated("“{title}” in the archive", ["title": card.shownTitle]))
    }
  }

  /// The archived lists, with their cards.
  mutating func addArchive(_ lists: [BoardList]) {
    for list in lists {
      add(translated("the list “{title}” in the archive", ["title": list.title]))
    }
  }
}
