internal import BoardModel
internal import GtkKit
internal import Translations

/// The column of a list: a header and its cards.
final class ListColumn {
  let id: ListID
  let widget = Box(.vertical)
  /// What is below the header.
  let body = Box(.vertical)
  /// The column in its row. Long titles give no column more room than the others have.
  private(set) lazy var holder = LeastWidthBin(widget).expanding(
    horizontally: true, vertically: true)
  let view: ListView<BoardRow>
  let header: ColumnHeader
  let board: Board
  private let commands: BoardCommands
  let scroller: ScrolledWindow
  private let overlay: Overlay
  let hint: Label
  let line = Box(.horizontal)
  /// The card to which what hovers would be attached.
  var attaching: CardID?
  /// Says over a card what a drop on that card does.
  let attachHint = Label(translated("Attach"), style: "attach-hint")
  /// Measured before the hint has a margin.
  private(set) lazy var attachHintHeight = attachHint.leastHeight(forWidth: Self.width)
  private(set) lazy var dropTarget = CardDropTarget(self, board, commands)
  private(set) var scrolling: EdgeScrolling?
  /// Made when it is first opened.
  private var quickAdd: QuickAddRow?
  private(set) var hintText = ""
  private var framesToPlace = 0
  /// Whether the row for new cards stands right below the last card, above empty room.
  private var isShort = false
  /// The row that makes room for what hovers.
  var parted: (id: String, side: BoardRow.Gap)?
  /// Where the insertion line goes on standing while rows slide.
  var linePlace: DropPlace?
  var framesOfLine = 0
  /// What the list shows, as soon as the view has it. The view makes an object for each entry and 200 rows, which takes
  /// as long as a dozen frames: it gets the first new entries at once, and some more at each frame.
  private var shown: [String] = []
  /// Whether the view gets more entries at the next frames.
  private var isGrowing = false
  /// How many entries it has got so, among rows.
  private var rowsMade = 0
  /// Whether it shows only what a search has found.
  private var isFound = false

  static let width = 300
  /// As in ``Stylesheet``.
  private static let paddingBelow = 8.0
  /// More rows than fit into a new window.
  private static let screenful = 12
  private static let rowsOfAView = 200
  private static let rowsInAFrame = 5
  private static let entriesInAFrame = 1_000

  init(_ list: BoardList, _ board: Board, _ commands: BoardCommands) {
    id = list.id
    self.board = board
    self.commands = commands
    view = ListView(
      make: { BoardRow() },
      bind: { row, id in
        guard let entry = board.entry(id) else { return }
        row.show(entry, board.pictures)
        row.part(nil, isSliding: false)
        row.setDragged(row.cardID.map { board.isDragged($0) } ?? false)
        row.setCut(row.cardID.map { commands.application.isCut($0) } ?? false)
        row.setMarked(row.cardID.map { commands.isMarked($0) } ?? false)
      }, unbind: { $0.hide() })
    header = ColumnHeader(list.id, commands)
    scroller = ScrolledWindow(view, horizontally: false, vertically: true)
    scroller.accessibleLabel = list.title
    overlay = Overlay(scroller.expanding(vertically: true))
    hint = Label(translated("No cards"), style: "dim-label", "drop-hint").wrapping(centered: true)
    build()
  }

  private func build() {
    widget.add(style: "board-column")
    widget.minimum(width: Self.width)
    widget.expanding(vertically: true)
    line.add(style: "insertion-line")
    line.aligned(vertically: .start).margins(start: 10, end: 10)
    line.isVisible = false
    line.isTarget = false
    line.accessibleLabel = translated("Insertion")
    attachHint.aligned(horizontally: .center, vertically: .start)
    attachHint.isVisible = false
    attachHint.isTarget = false
    hint.aligned(vertically: .start)
    hint.isTarget = false
    overlay.add(hint)
    overlay.add(line)
    overlay.add(attachHint)
    widget.append(LeastWidthBin(header.widget))
    header.install(in: widget)
    body.append(overlay)
    widget.append(body.expanding(vertically: true))
    let scrolling = EdgeScrolling(scroller.vertical, in: scroller)
    scrolling.onStep { [commands] in commands.openWindow?.boardView.scrolledDuringDrag() }
    self.scrolling = scrolling
    scroller.vertical.onChange { [commands] in
      commands.openWindow?.boardView.clearance.sizesChanged()
    }
    view.onActivate { [weak self] id in self?.open(id) }
    view.onKey(first: true) { [weak self] key in
      guard let self else { return false }
      addAllEntries()
      commands.openWindow?.boardView.selection.isAdding = key.modifiers.contains(.control)
      return commands.pressed(key, in: self.id)
    }
    view.onPress(button: 3) { [weak self] _, x, y in self?.openMenu(x, y) }
    view.selection.onChange { [weak self] in self?.selectionChanged() }
    view.onClickModifiers { [commands] modifiers in
      commands.openWindow?.boardView.selection.isAdding = modifiers.contains(.control)
    }
    view.onClick { [weak self] _, y in self?.clicked(at: y) }
    widget.onPress(button: 1, first: true) { [weak self] _, _, _ in self?.activate() }
    let source = CardDragSource(self, board, commands)
    ListOrdering.makeHandle(header.widget, of: self)
    widget.keep(source)
  }

  /// Has the view show the entries that it has and some new ones, and the others at the next frames.
  private func addEntries() {
    view.list.set(shown, adding: Self.screenful)
    guard view.list.strings.count < shown.count, !isGrowing else { return }
    isGrowing = true
    rowsMade = 0
    var frames = 0
    view.onTick { [weak self] in
      frames += 1
      guard frames > 1 else { return true }
      return self?.addMoreEntries() ?? false
    }
  }

  /// Adds some entries to the view; false when it has all.
  private func addMoreEntries() -> Bool {
    guard isGrowing else { return false }
    // All lists share the time of a frame.
    let growing = board.lists.count { board.cards(in: $0.id).count > Self.screenful }
    let start = view.list.countOfCommonFirst(with: shown)
    let beside = view.list.strings[max(start - 1, 0)..<min(start + 1, view.list.strings.count)]
    // Rows are made for those that come between rows, up to as many as a view has.
    let makesRows = rowsMade < Self.rowsOfAView && beside.allSatisfy { view.row(of: $0) != nil }
    let most = max(1, (makesRows ? Self.rowsInAFrame : Self.entriesInAFrame) / max(1, growing))
    if makesRows { rowsMade += most }
    view.list.set(shown, adding: most)
    isGrowing = view.list.strings.count < shown.count
    return isGrowing
  }

  func addAllEntries() {
    guard isGrowing else { return }
    isGrowing = false
    view.list.set(shown)
  }

  /// Shows the list as it is now.
  func update(_ list: BoardList) {
    let entries = commands.openWindow?.boardView.shown(board.entries(in: id)) ?? []
    shown = entries
    let hidden = commands.openWindow?.boardView.isSearching == true
    let count = board.cards(in: id).count
    header.show(list, count: count, found: hidden && count > 0 ? shownCards.count : nil)
    let hadFocus = view.hasFocusInside
    // What a search had hidden was there before, and stands where it stood at once.
    if hidden || isFound {
      isGrowing = false
      view.list.set(shown)
    } else {
      addEntries()
    }
    isFound = hidden
    // When the focused row is the last one to go, GTK gives the keyboard to the next list.
    if hadFocus, shown.isEmpty { view.focus() }
    for (id, row) in view.rowsByID {
      if let entry = board.entry(id) { row.show(entry, board.pictures) }
    }
    placeRowLater()
    showHint()
    view.accessibleLabel = list.title
    // It has the keyboard focus where the list has no cards.
    scroller.accessibleLabel = list.title
  }

  /// Shows a placeholder as it is now.
  func update(_ placeholder: Placeholder) {
    view.row(of: placeholder.id)?.show(.placeholder(placeholder), board.pictures)
  }

  /// Shows the hint where the list has neither cards nor the row for new ones.
  private func showHint() {
    hint.isVisible = shown.isEmpty && quickAdd?.widget.isVisible != true
  }

  /// Sets the hint of an empty list.
  func setHint(_ text: String) {
    hintText = text
    hint.text = text
  }

  /// The cards that the list shows, in their order: all of them without a search.
  var shownCards: [CardID] {
    shown.map { CardID(rawValue: $0) }.filter { board.hasCard($0) }
  }

  var firstCard: CardID? {
    shown.lazy.map { CardID(rawValue: $0) }.first { [board] in board.hasCard($0) }
  }

  /// The selected cards, in the list's order.
  var selectedCards: [CardID] {
    view.selection.ids.map { CardID(rawValue: $0) }.filter { board.hasCard($0) }
  }

  /// Selects those of the cards that are in this list, and no others.
  func select(_ ids: Set<String>) {
    // Without a change GTK keeps the row from which Shift extends the selection.
    guard Set(view.selection.ids) != ids.intersection(shown) else { return }
    addAllEntries()
    let selected = shown.filter { ids.contains($0) }
    if let first = selected.first { view.selectFirst(first) }
    view.selection.ids = selected
  }

  private func selectionChanged() {
    commands.openWindow?.boardView.selection.changed(in: self)
  }

  private func activate() { commands.openWindow?.boardView.selection.activate(id) }

  /// A click on the only selected card of a list changes nothing in that list, but clears the selection of the others.
  /// A click below the cards selects none, and gives the list the keyboard.
  private func clicked(at y: Double) {
    if row(at: y) == nil {
      if commands.openWindow?.boardView.selection.isAdding != true { view.selection.clear() }
      view.focus()
    }
    selectionChanged()
  }

  // MARK: Opening

  private func open(_ id: String) {
    guard case .card(let card)? = board.entry(id) else { return }
    commands.open(card.id)
  }

  private func openMenu(_ x: Double, _ y: Double) {
    guard let boardView = commands.openWindow?.boardView else { return }
    guard let found = row(at: y), found.row.cardID != nil else {
      boardView.selection.set([])
      activate()
      return header.openMenu(over: view, at: x, y)
    }
    let card = CardID(rawValue: found.id)
    if !boardView.selection.cards.contains(card) { boardView.focus([card]) } else { activate() }
    commands.openMenu(in: id, over: view, at: x, y)
  }
}

/// New cards.
extension ListColumn {
  /// Opens the row for new cards, below the list's cards.
  func addCards() {
    let row = quickAdd ?? makeQuickAdd()
    quickAdd = row
    row.open()
    addAllEntries()
    placeRow()
    placeRowLater()
    if let last = shown.last { scroll(to: last) }
    commands.openWindow?.boardView.clearance.update()
  }

  /// Whether its cards, or the row for new ones, reach below a height of the board.
  func hasContent(below top: Double, in board: Widget) -> Bool {
    if scroller.vertical.end > 0 { return true }
    let row = quickAdd.flatMap { $0.widget.isVisible ? $0.widget : nil }
    let last = row ?? shown.last.flatMap { view.row(of: $0)?.widget }
    return last?.bounds(in: board).map { $0.y + $0.height > top } ?? false
  }

  private func makeQuickAdd() -> QuickAddRow {
    let row = QuickAddRow(id, commands)
    row.onClose = { [weak self] in self?.placeRow() }
    body.append(row.widget)
    scroller.vertical.onChange { [weak self] in self?.placeRowLater() }
    return row
  }

  /// Places the row below the last card, or at the end of the window below a long list. GTK measures a list as if no
  /// title wrapped (GTK 4.8 to 4.18), so this adds up the heights of the rows.
  private func placeRow() {
    let isOpen = quickAdd?.widget.isVisible == true
    let rows = rows()
    // A new list has no width, and a new card no height, before the next frame, or a later one.
    guard widget.width > 0, !isOpen || rows.count >= shown.count || rows.count > Self.screenful
    else { return }
    let room = body.height - (quickAdd?.widget.leastHeight(forWidth: widget.width) ?? 0)
    let height = rows.reduce(Self.paddingBelow) { $0 + $1.height }
    let isShort = isOpen && rows.count == shown.count && Int(height) <= room
    showHint()
    setHeight(isShort ? Int(height) : nil)
  }

  /// - Parameter height: of the cards above the row; nil for all the room that there is.
  private func setHeight(_ height: Int?) {
    isShort = height != nil
    scroller.setVerticalBar(!isShort)
    scroller.minimum(height: height ?? -1)
    for part: Widget in [scroller, overlay] { part.expanding(vertically: !isShort) }
  }

  private func placeRowLater() {
    guard quickAdd?.widget.isVisible == true else { return }
    let isPlacing = framesToPlace > 0
    framesToPlace = 5
    if isPlacing { return }
    widget.onTick { [weak self] in
      guard let self else { return false }
      framesToPlace -= 1
      placeRow()
      // Several new cards may not fit in the height of the earlier ones: GTK lays out only those that do.
      if framesToPlace == 0, isShort, rows().count < shown.count {
        setHeight(nil)
        framesToPlace = 5
      }
      return framesToPlace > 0
    }
  }

  /// Whether a person types a title here.
  var isTyping: Bool { quickAdd?.isFocused == true || header.isRenaming }

  /// The card that a person is typing here.
  var unsaved: NewCard? { quickAdd?.unsaved }

  /// Saves what is typed in the list's fields.
  ///
  /// - Returns: false where something cannot be saved; a message says why.
  func saveFields() -> Bool {
    [header.endRenaming(saving: true), quickAdd?.save() ?? true].allSatisfy { $0 }
  }
}

extension ListColumn {
  /// Moves the keyboard focus to a card.
  ///
  /// - Parameter group: cards of which those before and after are visible too, as far as there is room.
  func focus(_ card: CardID, between group: [CardID] = []) {
    if group.isEmpty { add(card.rawValue) } else { addAllEntries() }
    scroller.releaseTop()
    let moved = Set(group.map(\.rawValue))
    let around = [
      shown.firstIndex(where: moved.contains).map { $0 - 1 },
      shown.lastIndex(where: moved.contains).map { $0 + 1 },
    ].compactMap(\.self)
    view.focus(
      card.rawValue, besides: around.filter(shown.indices.contains).map { shown[$0] })
  }

  /// Scrolls until a card is visible.
  func scroll(to card: CardID) { scroll(to: card.rawValue) }

  /// Scrolls until a card or a placeholder is visible.
  func scroll(to entry: String) {
    add(entry)
    scroller.releaseTop()
    view.scroll(to: entry)
  }

  /// Has the view show an entry now.
  private func add(_ entry: String) {
    if !view.list.strings.contains(entry) { addAllEntries() }
  }
}
