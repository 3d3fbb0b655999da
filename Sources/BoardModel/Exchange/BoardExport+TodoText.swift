internal import DragModel
internal import Translations

extension BoardStore {
  /// The cards of lists as a todo.txt, a line for each: `x (A) Paint the fence +Garden @home due:2026-11-25`.
  ///
  /// - Parameters:
  ///   - list: only this one; nil for all of the board that are not archived.
  ///   - title: of the list whose cards have no project: the file's name without its ending, as an import calls the
  ///     list of tasks without one.
  package func todoText(
    of board: BoardID, only list: ListID? = nil, title: String = BoardImport.todoTextTitle
  ) throws(BoardError) -> BoardExport {
    let shown = try self.board(board).filter { list == nil || $0.list.id == list }
    var losses = Losses(naming: shown.flatMap { list, cards in cards.map { ($0, list) } })
    var text = ""
    for (list, cards) in shown {
      losses.addLimit(of: list)
      if cards.isEmpty { losses.add(translated("it has no cards"), of: list.title) }
      let project = list.title == title ? nil : TodoLine.word(list.title)
      if let project, project != list.title, !cards.isEmpty {
        losses.add(translated("the blanks in the list's title"), of: list.title)
      }
      for card in cards {
        text += TodoLine(card, cardLink(of: card), project: project).noting(&losses) + "\n"
      }
    }
    if list == nil {
      losses.addArchive(try archivedLists(on: board))
      losses.addArchive(try archivedCards(on: board))
    }
    losses.end()
    return BoardExport(bytes: Array(text.utf8), left: losses.lines)
  }
}

/// A card as a line of a todo.txt.
private struct TodoLine {
  private let card: Card
  /// Nil for none.
  private let project: String?
  private let link: CardLink?
  private let title: String
  private let text: String
  /// What the line says of the card's details.
  private let written: CardDetails

  /// - Parameter link: the link that the card is; its address is a word behind the title.
  init(_ card: Card, _ link: CardLink?, project: String?) {
    (self.card, self.link, self.project) = (card, link, project)
    let plain = card.title.isEmpty ? card.shownTitle : CardText.line(card.title)
    title = link?.words(plain) ?? plain
    var written = CardDetails(due: card.details.due?.wholeDay, isDone: card.details.isDone)
    for label in card.details.labels {
      let name = Self.word(label.name)
      if !written.labels.contains(where: { $0.name == name }) {
        written.labels.append(CardLabel(name))
      }
    }
    self.written = written
    let priority = written.labels.first.flatMap {
      TodoTask.isPriority($0.name[...]) ? $0.name : nil
    }
    // A sentence may have its marks in it.
    let own = Set(title.split(separator: " ").map(String.init))
    let list = project.flatMap { own.contains("+\($0)") ? nil : "+\($0)" }
    var words = [written.isDone ? "x" : nil, priority, title, list].compactMap(\.self)
    words += written.labels.dropFirst(priority == nil ? 0 : 1).map(\.name)
      .filter { !own.contains("@\($0)") && !own.contains("+\($0)") }.map { "@\($0)" }
    if let due = written.due { words.append("due:\(due)") }
    text = words.joined(separator: " ")
  }

  /// A name as one word, because todo.txt has no other names.
  static func word(_ name: String) -> String { name.asOneWord }

  /// The line. It notes in `losses` what of the card the line cannot have.
  func noting(_ losses: inout Losses) -> String {
    let details = card.details
    losses.addContent(of: card, link)
    if !(link?.withoutAddress(card.text) ?? card.text).isEmpty {
      losses.add(translated("its text"), of: card)
    }
    if !details.checklist.isEmpty { losses.add(translated("its checklist"), of: card) }
    if let due = details.due, due.minute != nil {
      losses.add(
        translated("the time {time}", ["time": String(due.description.suffix(5))]), of: card)
    }
    for label in details.labels where !written.labels.contains(label) {
      losses.addSpelling(of: label)
    }
    if !isReadBack {
      losses.add(translated("some of its words are read in another way"), of: card)
    }
    return text
  }

  private var isReadBack: Bool {
    guard let read = try? BoardImport(todoText: Array(text.utf8), title: ""),
      read.left.isEmpty, read.lists.count == 1, read.lists[0].title == project ?? "",
      read.lists[0].cards.count == 1
    else { return false }
    let card = read.lists[0].cards[0]
    return card.title == title && card.details == written
  }
}
