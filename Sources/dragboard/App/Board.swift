internal import BoardModel
internal import GtkKit

/// The board as this process shows it: the content of the store, and placeholders for items that are being received.
final class Board {
  let id: BoardID
  let store: BoardStore
  private unowned let boards: Boards
  let pictures: CardPictures
  private(set) var lists: [BoardList] = []
  private(set) var placeholders: [Placeholder] = []
  /// The cards of each list, in their order.
  private var cards: [ListID: [CardID]] = [:]
  private var byID: [CardID: Card] = [:]
  private var reading: BoardReading?
  private var observers: [ObjectIdentifier: @MainActor (Placeholder?) -> Void] = [:]
  /// The drags of this process that have not ended. There may be several: a destination may still read dropped content
  /// during the next drag.
  var drags: [Drag: CardDrag] = [:]

  /// Starts reading the board if it is the default board.
  init(_ store: BoardStore, _ id: BoardID, _ boards: Boards) {
    self.id = id
    self.store = store
    self.boards = boards
    pictures = CardPictures(store)
    if id == .main { reading = store.startReading(id) }
  }

  /// Waits until the board is read.
  func waitForReading() throws(BoardError) {
    guard let reading else { return }
    self.reading = nil
    try readBack([], [], into: try reading.wait())
  }

  /// The drag of this process from which a drop comes; nil for any other drop.
  func drag(of drop: Drop) -> CardDrag? { drop.drag.flatMap { drags[$0] } }

  func isDragged(_ card: CardID) -> Bool { drags.values.contains { $0.cards.contains(card) } }

  /// Calls the body after each change, until `stopObserving`.
  ///
  /// - Parameter body: gets the placeholder if only that has changed, which happens many times a second.
  func observe(_ observer: AnyObject, _ body: @escaping @MainActor (Placeholder?) -> Void) {
    observers[ObjectIdentifier(observer)] = body
  }

  func stopObserving(_ observer: AnyObject) {
    observers[ObjectIdentifier(observer)] = nil
  }

  private func notifyObservers(of placeholder: Placeholder? = nil) {
    for body in observers.values { body(placeholder) }
  }

  // MARK: Drafts

  /// What a person typed for a new card of a list and left there. It stays until the row is opened again.
  func draft(for list: ListID) -> String? { store.preferences.drafts[list] }

  func keep(draft: String?, for list: ListID) {
    guard self.draft(for: list) != draft else { return }
    // What cannot be kept is no reason to keep the row open.
    try? store.prefer { preferences in
      for other in preferences.drafts.keys
      where other != list && (try? store.list(other)) == .some(nil) {
        preferences.keep(draft: nil, for: other)
      }
      preferences.keep(draft: draft, for: list)
    }
  }

  // MARK: Reading

  func cards(in list: ListID) -> [CardID] { cards[list] ?? [] }
  func card(_ id: CardID) -> Card? { byID[id] }
  /// Whether the board has the card, without a copy of it.
  func hasCard(_ id: CardID) -> Bool { byID.index(forKey: id) != nil }
  func list(_ id: ListID) -> BoardList? { lists.first { $0.id == id } }
  var isEmpty: Bool { cards.values.allSatisfy { $0.isEmpty } && placeholders.isEmpty }

  /// The ids of what a list shows: its cards, and the placeholders at their positions.
  func entries(in list: ListID) -> [String] {
    let cards = cards(in: list)
    var entries = cards.map(\.rawValue)
    let waiting = placeholders.filter { $0.list == list }
    var indices: [CardID: Int] = [:]
    for next in Set(waiting.compactMap(\.next)) { indices[next] = cards.lastIndex(of: next) }
    let groups = Dictionary(grouping: waiting) { placeholder in
      placeholder.next.flatMap { indices[$0] } ?? cards.endIndex
    }
    for (index, here) in groups.sorted(by: { $0.key > $1.key }) {
      entries.insert(contentsOf: here.map(\.id), at: index)
    }
    return entries
  }

  /// The card or placeholder with an id; nil where it no longer exists.
  func entry(_ id: String) -> BoardEntry? {
    if let card = byID[CardID(rawValue: id)] { return .card(card) }
    return placeholders.first { $0.id == id }.map { .placeholder($0) }
  }

  /// Shows the board as it was read, with what this process has changed since the reading began.
  func show(_ board: BoardSnapshot, changedSince changed: [CardID]) {
    do throws(BoardError) {
      try readBack(changed, store.runs(of: changed), into: board)
    } catch {
      return reload()
    }
    notifyObservers()
  }

  /// Reloads all boards if another process has changed the store.
  func refresh() { boards.refresh() }

  /// Whether a change that another board has made has to be shown here.
  private func isConcerned(by outcome: ChangeOutcome, _ runs: [CardRun]) -> Bool {
    outcome.boards.contains(id) || outcome.lists.contains { list($0) != nil }
      || outcome.cards.contains(where: hasCard) || runs.contains { list($0.list) != nil }
  }

  /// The labels of the board's cards, archived ones too, each once.
  var labels: [CardLabel] { ((try? store.labels(on: id)) ?? []).map(\.label) }

  /// Reads the whole board again.
  func reload() {
    if let board = try? store.board(id) { try? readBack([], [], into: BoardSnapshot(board)) }
    notifyObservers()
  }

  // MARK: Changing

  /// Changes the board.
  @discardableResult
  func perform(_ change: BoardChange) throws(BoardError) -> ChangeOutcome {
    let outcome = try reportingMoves { () throws(BoardError) in try store.perform(change) }
    changed(outcome)
    return outcome
  }

  /// Changes the words of a card to what `edit` makes of them.
  @discardableResult
  func edit(
    _ card: CardID, _ edit: (Card) throws(BoardError) -> CardWords
  ) throws(BoardError) -> ChangeOutcome {
    let outcome = try reportingMoves { () throws(BoardError) in try store.edit(card, edit) }
    changed(outcome)
    return outcome
  }

  /// What undo reverts here next, or redo repeats; nil where there is nothing.
  func lastChange(undone: Bool = false) throws(BoardError) -> NamedChange? {
    try store.lastChange(on: id, undone: undone, own: boards.own)
  }

  /// Notes a change of this process that another store has made.
  func noteOwn(_ outcome: ChangeOutcome) { boards.noteOwn(outcome) }

  /// Whether this process has made a change.
  func isOwn(_ change: NamedChange) -> Bool { boards.own.contains(change.id) }

  /// Undoes a change.
  ///
  /// - Parameter onlyLast: whether to leave it where another change of the same board was made since.
  @discardableResult
  func undo(_ change: ChangeID, onlyLast: Bool = false) throws(BoardError) -> ChangeOutcome? {
    let outcome = try reportingMoves { () throws(BoardError) in
      try onlyLast ? store.undo(only: change) : store.undo(change)
    }
    if let outcome { changed(outcome) }
    return outcome
  }

  @discardableResult
  func redo(_ change: ChangeID) throws(BoardError) -> ChangeOutcome? {
    let outcome = try reportingMoves { () throws(BoardError) in try store.redo(change) }
    if let outcome { changed(outcome) }
    return outcome
  }

  private func reportingMoves<Value>(_ body: () throws(BoardError) -> Value) throws(BoardError)
    -> Value
  {
    do throws(BoardError) {
      return try body()
    } catch {
      if case .movingAway = error { boards.onMovingAway() }
      throw error
    }
  }

  /// Shows a change that was made in the store, on all boards.
  func changed(_ outcome: ChangeOutcome) { boards.changed(outcome, by: self) }

  /// Shows a change that is already durable. An error here must not look like a failed change, or the person would
  /// repeat the change.
  ///
  /// - Parameters:
  ///   - runs: the changed cards as they are now; nil where they cannot be read.
  ///   - isOwn: whether this board has made the change.
  func show(_ outcome: ChangeOutcome, _ runs: [CardRun]?, isOwn: Bool) {
    guard let runs else { return reload() }
    guard isOwn || isConcerned(by: outcome, runs) else { return }
    pictures.forget(outcome.cards)
    do throws(BoardError) { try readBack(outcome.cards, runs) } catch { return reload() }
    notifyObservers()
  }

  /// Reads the lists again, and takes in changed cards. A list may have thousands of unchanged ones.
  ///
  /// - Parameter board: the board as it was before these changes; nil where that is shown.
  private func readBack(
    _ changed: [CardID], _ runs: [CardRun], into board: BoardSnapshot? = nil
  ) throws(BoardError) {
    let lists = try store.lists(on: id)
    let old = board?.cards ?? self.cards
    // A list that comes, such as out of the archive, has its cards.
    var new: [ListID: [Card]] = [:]
    for list in lists where old[list.id] == nil { new[list.id] = try store.cards(in: list.id) }
    let changes = Set(changed)
    let left = Set(changed.compactMap { (board?.cardsByID ?? byID)[$0]?.list })
    let coming = Dictionary(grouping: runs, by: \.list)
    var cards: [ListID: [CardID]] = [:]
    for list in lists.map(\.id) {
      cards[list] =
        new[list]?.map(\.id)
        ?? (old[list] ?? []).replacing(left.contains(list) ? changes : [], by: coming[list])
    }
    keepPlaceholders(for: cards, changed: changes)
    if let board {
      byID = board.cardsByID
      pictures.forgetAll()
    }
    for (list, gone) in old where cards[list] == nil { for id in gone { byID[id] = nil } }
    for id in changed { byID[id] = nil }
    for run in runs where cards[run.list] != nil { for card in run.cards { byID[card.id] = card } }
    for card in new.values.joined() { byID[card.id] = card }
    // Both change together: a board that cannot be read would look empty otherwise.
    self.lists = lists
    self.cards = cards
  }

  // MARK: Placeholders

  /// Keeps the placeholders at their places in lists that are about to be shown anew.
  ///
  /// - Parameter changed: the cards that may have other places than before.
  private func keepPlaceholders(for new: [ListID: [CardID]], changed: Set<CardID> = []) {
    for list in Set(placeholders.map(\.list)) where mayMove(list, new[list] ?? [], changed) {
      let before = Self.depths(cards[list] ?? [], besides: changed)
      let after = Self.depths(new[list] ?? [], besides: changed)
      detachPlaceholders(in: list, from: Set(before.keys.filter { before[$0] != after[$0] }))
    }
  }

  /// Whether a placeholder of a list may stand before a card that leaves its place: most changes of a long list are
  /// elsewhere.
  private func mayMove(_ list: ListID, _ new: [CardID], _ changed: Set<CardID>) -> Bool {
    let followers = Set(placeholders.lazy.filter { $0.list == list }.compactMap(\.next))
    return !followers.isDisjoint(with: changed) || !followers.allSatisfy(new.contains)
  }

  /// How many others are before each of some cards of a list; 0 before the others themselves.
  private static func depths(_ cards: [CardID], besides some: Set<CardID>) -> [CardID: Int] {
    var (depths, others) = ([CardID: Int](), 0)
    for card in cards {
      let isOther = !some.contains(card)
      depths[card] = isOther ? 0 : others
      if isOther { others += 1 }
    }
    return depths
  }

  /// Shows a placeholder and starts its work.
  ///
  /// - Parameter other: the placeholder before which it stands; nil for below all that are before the same card.
  func add(_ placeholder: Placeholder, before other: Placeholder.ID? = nil) {
    placeholder.onChange = { [weak self] in self?.notifyObservers(of: $0) }
    placeholder.onRemoval = { [weak self] placeholder in
      self?.placeholders.removeAll { $0 === placeholder }
      self?.notifyObservers()
    }
    let index = placeholders.firstIndex { $0.id == other } ?? placeholders.endIndex
    placeholders.insert(placeholder, at: index)
    placeholder.start()
    notifyObservers()
  }

  /// Places the placeholders of a position above the cards that have just come to it, if they have.
  func placePlaceholders(above cards: [CardID], at place: ListPlace) {
    let end = placeholders.firstIndex { $0.id == place.placeholder } ?? placeholders.endIndex
    let above = placeholders[..<end].filter { $0.list == place.list && $0.next == place.next }
    guard !above.isEmpty, let first = cards.first else { return }
    let before = self.cards(in: place.list).prefix { $0 != place.next }
    guard before.last == cards.last else { return }
    for placeholder in above { placeholder.next = first }
    notifyObservers()
  }

  /// Keeps the placeholders before cards that leave their places before the next card that stays.
  func detachPlaceholders(in list: ListID, from gone: Set<CardID>) {
    guard placeholders.contains(where: { $0.list == list && $0.next.map(gone.contains) == true })
    else { return }
    let order = cards(in: list)
    // Those that get the same next card keep their order.
    let shown = entries(in: list)
    let here = shown.compactMap { id in placeholders.first { $0.id == id } }
    placeholders = placeholders.filter { $0.list != list } + here
    for placeholder in here {
      guard let next = placeholder.next, gone.contains(next) else { continue }
      placeholder.next = order.drop { $0 != next }.first { !gone.contains($0) }
    }
  }
}

extension [CardID] {
  /// A list without some cards, and with others at the places where they are now.
  fileprivate func replacing(_ gone: Set<CardID>, by runs: [CardRun]?) -> Self {
    let old = gone.isEmpty ? self : filter { !gone.contains($0) }
    guard var left = runs?[...] else { return old }
    var new: [CardID] = []
    new.reserveCapacity(old.count + left.reduce(0) { $0 + $1.cards.count })
    for card in old {
      while left.first?.next == card { new += left.removeFirst().cards.map(\.id) }
      new.append(card)
    }
    // What follows those is not known here yet: another process has just added it.
    for run in left { new += run.cards.map(\.id) }
    return new
  }
}
