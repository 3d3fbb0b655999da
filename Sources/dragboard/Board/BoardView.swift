internal import BoardModel
internal import GtkKit
internal import Translations

/// The lists side by side, and the drop area that deletes cards.
final class BoardView {
  let widget: Box
  private let board: Board
  private let commands: BoardCommands
  private let row = Box(.horizontal, spacing: 12)
  private let scroller: ScrolledWindow
  private var columns: [ListColumn] = []
  private let deleteArea: DeleteArea
  private let ordering: ListOrdering
  private let add = Button(label: addList, style: "flat", "add-list")
  private static let addList = translated("Add List")
  /// What to do on a board without lists.
  private let empty = StatusPage(
    icon: "view-dual-symbolic", title: translated("An Empty Board"),
    text: translated("The board has no list yet. Ctrl+N adds one with your first card."))
  private let addFirst = Button(label: addList, style: "pill", "suggested-action")
  /// Called when ``hasDrag`` may have changed.
  var onDragChange: @MainActor () -> Void = {}
  /// Called when the view has to show a card that the search hides.
  var onHidden: @MainActor () -> Void = {}
  /// Called after the board is shown anew.
  var onUpdate: @MainActor () -> Void = {}
  private let target: BoardDropTarget
  private let search: BoardSearch
  /// What was selected when the search began: it is selected again where the person has selected nothing else.
  private var selectedBeforeSearch: [CardID] = []
  /// Where the lists were scrolled to then.
  private var placesBeforeSearch: [ListID: Double] = [:]
  private(set) lazy var selection = BoardSelection { [weak self] in self?.columns ?? [] }
  /// The cards that have just come to their places.
  private(set) var marked: Set<CardID> = []
  private var marking: Timer?
  /// The list that was scrolled to last.
  private var shownLast: ListID?
  private(set) lazy var clearance = MessageClearance(
    widget, columns: { [weak self] in self?.columns ?? [] },
    marked: { [weak self] in self?.marked ?? [] })

  init(_ board: Board, _ commands: BoardCommands) {
    self.board = board
    self.commands = commands
    search = BoardSearch(board)
    row.margins(Int(Self.margin))
    scroller = ScrolledWindow(row, horizontally: true, vertically: false)
    let lists = Overlay(scroller)
    widget = Box(.vertical, [lists.expanding(vertically: true)])
    widget.add(style: "board")
    target = BoardDropTarget(widget, scroller)
    deleteArea = DeleteArea(board, commands)
    ordering = ListOrdering(scroller, row, commands)
    lists.add(ordering.line)
    widget.append(deleteArea.widget)
    ordering.columns = { [weak self] in self?.columns ?? [] }
    scroller.horizontal.onChange { [weak self] in self?.clearance.sizesChanged() }
    target.onHoverChange = { [weak self] in self?.onDragChange() }
    target.find = { [weak self] in self?.destination(of: $0, $1, $2) }
    add.aligned(vertically: .start).margins(top: 4)
    add.tooltip = Self.addList
    add.onClick { [weak commands] in commands?.addList() }
    row.append(add)
    addFirst.onClick { [weak commands] in commands?.addList() }
    empty.append(addFirst)
    empty.isVisible = false
    lists.add(empty)
    // Otherwise a list keeps a wheel's sideways steps, though it scrolls only up and down.
    scroller.scrollsSidewaysOverAll()
    board.observe(self) { [weak self] placeholder in
      if let placeholder {
        self?.column(placeholder.list)?.update(placeholder)
      } else {
        self?.update()
      }
    }
    commands.install(in: widget)
  }

  /// Whether only one list has room: the button beside the last one is small then.
  var isNarrow = false {
    didSet { if isNarrow { add.setIcon("list-add-symbolic") } else { add.setLabel(Self.addList) } }
  }

  /// Shows the board as it is now.
  func update() {
    for column in columns where board.list(column.id) == nil {
      if let card = column.unsaved {
        MainQueue.whenIdle { [commands] in commands.rescue(card, from: column.id) }
      }
      row.remove(column.holder)
    }
    columns.removeAll { board.list($0.id) == nil }
    var before: Widget?
    var ordered: [ListColumn] = []
    for list in board.lists {
      let column: ListColumn
      if let known = columns.first(where: { $0.id == list.id }) {
        column = known
      } else {
        column = ListColumn(list, board, commands)
        row.prepend(column.holder)
      }
      row.reorder(column.holder, after: before)
      before = column.holder
      column.update(list)
      ordered.append(column)
    }
    columns = ordered
    // One or two lists that filled a wide window would show their pictures as bands.
    row.aligned(horizontally: columns.count > 2 ? .fill : .start)
    empty.isVisible = columns.isEmpty
    add.isVisible = !columns.isEmpty
    for column in columns {
      let isEmpty = board.cards(in: column.id).isEmpty
      column.setHint(
        isSearching && !isEmpty ? translated("Nothing found here") : translated("No cards"))
    }
    if board.isEmpty, !isSearching, let first = columns.first {
      first.setHint(
        translated(
          "Press + to write a card, or drop anything here: text, files, pictures, geocaches."))
    }
    onUpdate()
  }

  func column(_ list: ListID) -> ListColumn? { columns.first { $0.id == list } }

  /// Whether cards of this process are being dragged, or other content hovers.
  var hasDrag: Bool { deleteArea.isShown || target.isHovering }

  /// Marks cards as dragged, or no longer.
  func setDragged(_ cards: [CardID], _ isDragged: Bool) {
    for column in columns { column.setDragged(cards, isDragged) }
    deleteArea.isShown = isDragged
    onDragChange()
  }

  /// Marks cards as cut, or no longer.
  func setCut(_ cards: [CardID], _ isCut: Bool) {
    for column in columns { column.setCut(cards, isCut) }
  }

  /// Shows where a drop would go after a list has scrolled below the pointer.
  func scrolledDuringDrag() { target.hoverAgain() }

  /// The destination at a point of the board, and the point in it.
  private func destination(
    of drop: Drop, _ x: Double, _ y: Double
  ) -> (any DropDestination, x: Double, y: Double)? {
    if let list = ListOrdering.list(in: drop), board.list(list) != nil { return (ordering, x, y) }
    // A list stays on its board; one of another process has no meaning here.
    if drop.types.contains(ListOrdering.type) { return nil }
    if deleteArea.accepts(drop, x, y, of: widget) { return (deleteArea, x, y) }
    // A gap belongs to the nearest list, because scrolling may leave any gap below the pointer.
    var nearest: (column: ListColumn, x: Double, y: Double, distance: Double)?
    for column in columns {
      guard let place = column.widget.bounds(in: widget) else { continue }
      let distance = max(place.x - x, x - place.x - place.width, 0)
      if distance < nearest?.distance ?? Self.reach {
        nearest = (column, x - place.x, y - place.y, distance)
      }
    }
    return nearest.map { ($0.column.dropTarget, $0.x, $0.y) }
  }

  /// How far beside a list content can be dropped, in pixels.
  private static let reach = 72.0
  private static let margin = 12.0

  /// Saves the titles that are being typed.
  ///
  /// - Returns: false where one cannot be saved; a message says why.
  func saveTitles() -> Bool {
    columns.map { $0.saveFields() }.allSatisfy { $0 }
  }

  func stopObserving() {
    board.stopObserving(self)
  }
}

/// Searching.
extension BoardView {
  var isSearching: Bool { search.isActive }

  /// The entries of a list that the search shows.
  func shown(_ entries: [String]) -> [String] { search.shown(entries) }

  /// Shows only the cards that have the typed words, or all cards if there are no words.
  func search(for typed: String) {
    let (wasSearching, selected) = (isSearching, selection.cards)
    guard search.set(typed) else { return }
    if !wasSearching {
      selectedBeforeSearch = selected
      placesBeforeSearch = columns.reduce(into: [:]) { $0[$1.id] = $1.scroller.vertical.value }
    }
    // GTK forgets the selection of rows when other rows come between them.
    update()
    let found = selected.filter { board.card($0).map { search.finds($0) } ?? false }
    selection.set(found.isEmpty && !isSearching ? selectedBeforeSearch : found)
    if isSearching, let first = firstShown, let column = column(of: first) {
      column.scroll(to: first)
      show(column.id)
    }
  }

  /// Shows all cards. Unless the person has selected one of those that were found, the lists are where they were.
  func endSearch() {
    let isFound = !selection.cards.isEmpty
    search(for: "")
    focusSelection()
    guard !isFound else { return }
    for column in columns {
      if let place = placesBeforeSearch[column.id] { column.scroller.keepTop(at: place) }
    }
  }

  var shownCount: Int { columns.reduce(0) { $0 + $1.shownCards.count } }
  var firstShown: CardID? { columns.lazy.compactMap(\.firstCard).first }

  /// The card that has the keyboard, or else the first selected one.
  var currentCard: CardID? {
    columns.lazy.compactMap(\.view.focusedID).first.map { CardID(rawValue: $0) }
      ?? selection.cards.first
  }

  /// Gives the keyboard to a card. Where it is gone, it goes to the first card of the active list, or to the list; to
  /// the button for a new list where there is none.
  func focusStart(at card: CardID? = nil) {
    if let card, let column = column(of: card) {
      selection.activate(column.id)
      column.focus(card)
      return show(column.id)
    }
    guard let column = selection.activeColumn else {
      addFirst.focus()
      return
    }
    column.view.focus()
    if let first = column.firstCard { column.view.focus(first.rawValue) }
    // GTK scrolls to the left edge for a list that has no place yet, where the first list is not from right to left.
    show(column.id)
  }

  /// Gives the selected cards the keyboard, or else the list that had it last.
  func focusSelection() {
    let cards = selection.cards
    if cards.isEmpty { selection.activeColumn?.view.focus() } else { focus(cards) }
  }

  /// Whether a card has the keyboard itself, and not a menu over it.
  var isCardFocused: Bool { columns.contains { $0.view.focusedID != nil } }

  /// Whether a person types a title of a list or of a new card.
  var isTyping: Bool { columns.contains { $0.isTyping } }
}

extension BoardView {
  /// Selects cards and no others, and gives the first of them the keyboard.
  ///
  /// - Parameter showsAround: whether the cards before and after them are visible too.
  func focus(_ cards: [CardID], showingAround showsAround: Bool = false) {
    selection.set(cards)
    guard let first = selection.cards.first, let column = column(of: first) else { return }
    selection.activate(column.id)
    column.focus(first, between: showsAround ? cards : [])
    show(column.id)
  }

  /// Shows cards that have just come to their places: it scrolls to the first of them and marks all for a moment. The
  /// board stays as it is while something is dragged over it.
  ///
  /// - Parameter one: the card to scroll to, instead of the first.
  func reveal(_ cards: [CardID], scrollingTo one: CardID? = nil) {
    let cards = cards.filter(board.hasCard)
    // What a person has just made is never hidden.
    if isSearching, cards.contains(where: { board.card($0).map { !search.finds($0) } ?? false }) {
      onHidden()
    }
    mark(cards)
    guard !hasDrag, let card = one ?? cards.first, let column = column(of: card) else { return }
    column.scroll(to: card)
    show(column.id)
    clearance.update()
  }

  /// Scrolls to a placeholder, unless something is dragged over the board.
  func show(_ placeholder: Placeholder) {
    guard !hasDrag, let column = column(placeholder.list) else { return }
    column.scroll(to: placeholder.id)
    show(column.id)
  }

  private func column(of card: CardID) -> ListColumn? {
    board.card(card).flatMap { column($0.list) }
  }

  /// Scrolls until a list is visible, once it has its place and unless another is to be shown meanwhile.
  func show(_ list: ListID) {
    var frames = 0
    shownLast = list
    widget.onTick { [weak self] in
      frames += 1
      guard let self, shownLast == list else { return false }
      // A new list has no place before the next layout.
      guard frames > 1 else { return true }
      guard let place = column(list)?.widget.bounds(in: row) else { return false }
      // The row's margin is before its first list, and each list is shown with one on both sides.
      scroller.horizontal.show(from: place.x, to: place.x + place.width + 2 * Self.margin)
      return frames < 4
    }
  }

  /// Shows a list that has just come to its place, and marks it for a moment.
  func reveal(_ list: ListID) {
    unmark()
    column(list)?.setMarked(true)
    unmarkSoon()
    show(list)
  }

  /// Marks cards for a moment.
  func mark(_ cards: [CardID]) {
    unmark()
    marked = Set(cards)
    for column in columns { column.setMarked(marked, true) }
    unmarkSoon()
  }

  private func unmarkSoon() {
    marking = Timer(every: 1500) { [weak self] in self?.unmark() }
  }

  private func unmark() {
    marking = nil
    for column in columns {
      column.setMarked(marked, false)
      column.setMarked(false)
    }
    marked = []
  }
}
