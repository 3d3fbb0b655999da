internal import BoardModel
internal import GtkKit

/// The board as this process shows it: what is in the store, and what is on its way into it.
final class Board {
  let store: BoardStore
  let pictures: CardPictures
  private(set) var lists: [BoardList] = []
  private(set) var placeholders: [Placeholder] = []
  private var cards: [ListID: [Card]] = [:]
  private var byID: [CardID: Card] = [:]
  private var reading: BoardReading?
  private var monitor: FileMonitor?
  private var observers: [ObjectIdentifier: @MainActor (Placeholder?) -> Void] = [:]
  /// The cards that are being dragged out of this process. There may be several drags: a destination may take its time
  /// with what was dropped.
  var drags: [Drag: CardDrag] = [:]
  /// A card cannot be changed because it is being moved away, perhaps by a process that has died since.
  var onMovingAway: @MainActor () -> Void = {}

  /// Starts to read the store.
  init(_ store: BoardStore) {
    self.store = store
    pictures = CardPictures(store)
    reading = store.startReading()
  }

  /// Waits until the store is read, and follows it from then on.
  func waitForReading() throws(BoardError) {
    guard let reading else { return }
    self.reading = nil
    show(try reading.wait())
    monitor = try? FileMonitor(store.changesPath) { [weak self] in self?.refresh() }
    // Nobody tells of what was written before the monitor was there.
    refresh()
  }

  /// The cards of this process that a drop brings; nil for anything else.
  func drag(of drop: Drop) -> CardDrag? { drop.drag.flatMap { drags[$0] } }

  func isDragged(_ card: CardID) -> Bool { drags.values.contains { $0.cards.contains(card) } }

  /// Calls the body whenever something has changed, until the observer stops it.
  ///
  /// - Parameter body: gets the placeholder if only that has changed, as it does many times a second.
  func observe(_ observer: AnyObject, _ body: @escaping @MainActor (Placeholder?) -> Void) {
    observers[ObjectIdentifier(observer)] = body
  }

  func stopObserving(_ observer: AnyObject) {
    observers[ObjectIdentifier(observer)] = nil
  }

  private func tell(of placeholder: Placeholder? = nil) {
    for body in observers.values { body(placeholder) }
  }

  // MARK: Reading

  func cards(in list: ListID) -> [Card] { cards[list] ?? [] }
  func card(_ id: CardID) -> Card? { byID[id] }
  func list(_ id: ListID) -> BoardList? { lists.first { $0.id == id } }
  var isEmpty: Bool { cards.values.allSatisfy { $0.isEmpty } && placeholders.isEmpty }

  /// The ids of what a list shows: its cards, and the placeholders where they fell.
  func entries(in list: ListID) -> [String] {
    let waiting = placeholders.filter { $0.list == list }
    let cards = cards(in: list).map(\.id)
    guard !waiting.isEmpty else { return cards.map(\.rawValue) }
    var entries: [String] = []
    for card in cards {
      entries += waiting.filter { $0.next == card }.map(\.id)
      entries.append(card.rawValue)
    }
    let there = Set(cards)
    return entries + waiting.filter { $0.next.map { !there.contains($0) } ?? true }.map(\.id)
  }

  /// What an id of a list stands for; nil when it is gone.
  func entry(_ id: String) -> BoardEntry? {
    if let card = byID[CardID(rawValue: id)] { return .card(card) }
    return placeholders.first { $0.id == id }.map { .placeholder($0) }
  }

  private func show(_ board: [(list: BoardList, cards: [Card])]) {
    lists = board.map(\.list)
    cards = Dictionary(uniqueKeysWithValues: board.map { ($0.list.id, $0.cards) })
    byID = [:]
    byID.reserveCapacity(board.reduce(0) { $0 + $1.cards.count })
    for (_, cards) in board { for card in cards { byID[card.id] = card } }
  }

  /// Another process has written to the store, or a move has come to its end.
  func refresh() {
    guard (try? store.refresh()) == true else { return }
    reload()
  }

  /// Reads everything anew.
  func reload() {
    if let board = try? store.board() { show(board) }
    pictures.forget(Array(byID.keys))
    tell()
  }

  // MARK: Changing

  /// Changes the board.
  @discardableResult
  func perform(_ change: BoardChange) throws(BoardError) -> ChangeOutcome {
    let outcome = try attempt { () throws(BoardError) in try store.perform(change) }
    changed(outcome)
    return outcome
  }

  /// Undoes the last change, or just this one if it is the last.
  @discardableResult
  func undo(only change: ChangeID? = nil) throws(BoardError) -> ChangeOutcome? {
    let outcome = try attempt { () throws(BoardError) in try store.undo(only: change) }
    if let outcome { changed(outcome) }
    return outcome
  }

  @discardableResult
  func redo() throws(BoardError) -> ChangeOutcome? {
    let outcome = try attempt { () throws(BoardError) in try store.redo() }
    if let outcome { changed(outcome) }
    return outcome
  }

  private func attempt<Value>(_ body: () throws(BoardError) -> Value) throws(BoardError) -> Value {
    do throws(BoardError) {
      return try body()
    } catch {
      if case .movingAway = error { onMovingAway() }
      throw error
    }
  }

  /// Shows what has changed. It is durable by now: who is told that it has failed does it a second time.
  private func changed(_ outcome: ChangeOutcome) {
    pictures.forget(outcome.cards)
    do throws(BoardError) { try readBack(outcome) } catch { return reload() }
    tell()
  }

  private func readBack(_ outcome: ChangeOutcome) throws(BoardError) {
    for id in outcome.cards { byID[id] = try store.card(id) }
    let lists = try store.lists()
    // A list may have thousands of cards that are what they were.
    var cards: [ListID: [Card]] = [:]
    for list in lists {
      var found: [Card] = []
      for id in try store.cardIDs(in: list.id) {
        if byID[id] == nil { byID[id] = try store.card(id) }
        if let card = byID[id] { found.append(card) }
      }
      cards[list.id] = found
    }
    // All or nothing: else a board that cannot be read would look empty.
    self.lists = lists
    self.cards = cards
  }

  // MARK: Placeholders

  /// Shows a placeholder, and starts what fills it.
  func add(_ placeholder: Placeholder) {
    placeholder.onChange = { [weak self] in self?.tell(of: $0) }
    placeholder.onRemoval = { [weak self] placeholder in
      self?.placeholders.removeAll { $0 === placeholder }
      self?.tell()
    }
    placeholders.append(placeholder)
    placeholder.start()
    tell()
  }
}
