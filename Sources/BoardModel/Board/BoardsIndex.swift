/// Counts the cards that a search finds on each board, on another thread and over its own connection. The words of all
/// cards stay in memory until it ends, and are read again when a process has changed a board.
package actor BoardsIndex {
  private struct Board {
    let id: BoardID
    let texts: [SearchText]
    /// The texts of cards that no list shows.
    let hidden: [SearchText]
  }

  private let path: String
  private let captions: @Sendable (Card) -> String
  private var database: Database?
  /// The version of the database when the boards were read.
  private var version: Int?
  private var boards: [Board] = []

  /// - Parameters:
  ///   - folder: the store's folder.
  ///   - captions: more words that a board shows of a card.
  package init(folder: String, captions: @escaping @Sendable (Card) -> String = { _ in "" }) {
    path = BoardStore.databasePath(in: folder)
    self.captions = captions
  }

  /// The number of found cards on each board; a board without any is left out.
  ///
  /// - Returns: nil if the task was cancelled meanwhile.
  package func count(_ search: CardSearch) throws(BoardError) -> [BoardID: Int]? {
    try count(search, \.texts)
  }

  /// The number of found cards in the archive of each board: archived cards, and cards of archived lists. A board
  /// without any is left out.
  ///
  /// - Returns: nil if the task was cancelled meanwhile.
  package func countArchived(_ search: CardSearch) throws(BoardError) -> [BoardID: Int]? {
    try count(search, \.hidden)
  }

  /// The cards of all boards that are due within the seven days from today or overdue, and are not done: the earliest
  /// first.
  package func due(
    at now: DueDate = .now
  ) throws(BoardError) -> [(card: Card, list: BoardList, board: NamedBoard)] {
    let database = try open()
    let end = now.wholeDay.adding(days: SearchWord.daysOfAWeek)
    var found: [(card: Card, list: BoardList, board: NamedBoard)] = []
    for board in try database.boards() {
      for (list, cards) in try database.board(board.id) {
        for card in cards where !card.details.isDone {
          guard let due = card.details.due, due.wholeDay < end else { continue }
          found.append((card, list, board))
        }
      }
    }
    return found.enumerated().sorted {
      ($0.element.card.details.due ?? end, $0.offset)
        < ($1.element.card.details.due ?? end, $1.offset)
    }.map(\.element)
  }

  private func count(
    _ search: CardSearch, _ texts: KeyPath<Board, [SearchText]>
  ) throws(BoardError) -> [BoardID: Int]? {
    if Task.isCancelled { return nil }
    try readIfChanged()
    var found: [BoardID: Int] = [:]
    for board in boards {
      if Task.isCancelled { return nil }
      let count = board[keyPath: texts].count { search.finds($0) }
      if count > 0 { found[board.id] = count }
    }
    return found
  }

  func open() throws(BoardError) -> Database {
    if let database { return database }
    let opened = try Database(path, isReader: true)
    database = opened
    return opened
  }

  private func readIfChanged() throws(BoardError) {
    let database = try open()
    let now = try database.version()
    guard now != version else { return }
    var read: [Board] = []
    for board in try database.boards() {
      let cards = try database.board(board.id).flatMap(\.cards)
      let hidden = try database.hiddenCards(on: board.id).map(\.card)
      read.append(Board(id: board.id, texts: cards.map(text(of:)), hidden: hidden.map(text(of:))))
    }
    boards = read
    version = now
  }

  private func text(of card: Card) -> SearchText { SearchText(card, and: captions(card)) }
}
