internal import BoardModel
internal import DragModel
internal import DragProtocol
internal import GtkKit
internal import Translations

/// The window of the shelf.
final class ShelfWindow {
  let window: Window
  private let tiles: ShelfTiles
  private let history: ClipboardHistory
  private let context: ShelfContext
  private let tileList = ListBox(style: "boxed-list")
  private let historyList = ListBox(style: "boxed-list")
  private let entry = SearchEntry(placeholder: translated("Search the Shelf"))
  private let search: SearchBar
  private let searchButton = ToggleButton(icon: "edit-find-symbolic", tooltip: translated("Search"))
  private let empty = ShelfWindow.makeEmpty()
  private let nothingFound = Label(translated("Nothing found"), style: "dim-label")
  private let forgetAllButton = Button(label: translated("Forget _All"), style: "flat")
  private let mainMenu: MenuButton
  private let historySection: Box
  private lazy var tileScroller = Self.scroller(tileList, top: 12)
  private let progress = ProgressBar()
  private let hint = Label(translated("Drop here"), style: "drop-area", "shelf-hint")
  private let toasts: ToastOverlay
  private var tileRows: [String: ShelfTileRow] = [:]
  private var historyRows: [Identifier: HistoryRow] = [:]
  private var shownTiles: [any ShelfRow] = []
  private var shownHistory: [any ShelfRow] = []
  private var reading = 0
  private var ageTimer: Timer?

  init(
    of application: Application, _ tiles: ShelfTiles, _ history: ClipboardHistory,
    _ context: ShelfContext
  ) {
    self.tiles = tiles
    self.history = history
    self.context = context
    window = Window(of: application)
    search = SearchBar(entry)
    historySection = Box(.vertical, spacing: 6)
    mainMenu = Self.makeMainMenu()
    let content = Box(.vertical)
    let overlay = Overlay(content.expanding(vertically: true))
    toasts = ToastOverlay(overlay)
    lay(content, overlay)
    window.title = translated("Shelf")
    window.setDefaultSize(width: 360, height: 480)
    window.setMinimumSize(width: 300, height: 280)
    window.setContent(Box(.vertical, [header(), search, progress, toasts]))
    window.keepAbove()
    addDropSite()
    addKeys()
    tiles.onChange = { [weak self] in self?.showTiles() }
    history.onChange = { [weak self] in self?.showHistory() }
    history.onFailure = { [weak self] in self?.say($0) }
    context.missing.say = { [weak self] in self?.say($0) }
    // Updates the ages.
    ageTimer = Timer(every: 30_000) { [weak self] in self?.showHistory() }
    window.onActiveChange { [weak self] in
      guard let self, window.isActive else { return }
      history.refresh()
    }
    showTiles()
    showHistory()
  }

  func say(_ text: String) { toasts.show(text) }

  // MARK: Layout

  private func header() -> HeaderBar {
    let header = HeaderBar()
    header.setTitle(WindowTitle(translated("Shelf")))
    header.packStart(searchButton)
    header.packEnd(mainMenu)
    return header
  }

  private static func makeMainMenu() -> MenuButton {
    let menu = Menu()
    menu.item(translated("_Paste"), "app.paste").item(translated("_Empty the Shelf"), "app.empty")
    menu.section(Menu().item(translated("_Keyboard Shortcuts"), "app.shortcuts"))
    let button = MenuButton(icon: "open-menu-symbolic", tooltip: translated("Main Menu"), menu)
    button.setPrimary()
    return button
  }

  private func lay(_ content: Box, _ overlay: Overlay) {
    tileList.accessibleLabel = translated("Shelf")
    historyList.accessibleLabel = translated("Clipboard")
    let heading = Label(translated("Clipboard"), style: "heading").asHeading()
    heading.expanding(horizontally: true)
    forgetAllButton.onClick { [weak self] in self?.forgetAll() }
    let top = Box(.horizontal, [heading, forgetAllButton])
    top.margins(top: 6, start: 12, end: 12)
    historySection.append(top)
    historySection.append(Self.scroller(historyList, top: 0))
    nothingFound.margins(top: 24)
    content.append(empty)
    content.append(tileScroller)
    content.append(nothingFound)
    content.append(historySection)
    toasts.expanding(vertically: true)
    progress.accessibleLabel = translated("Reading")
    progress.isVisible = false
    hint.isVisible = false
    hint.isTarget = false
    hint.aligned(horizontally: .center, vertically: .end)
    overlay.add(hint)
  }

  /// What is shown without tiles. A StatusPage scrolls, so that a long history would squeeze it to a few pixels.
  private static func makeEmpty() -> Box {
    let title = Label(translated("Nothing Here Yet"), style: "title-2").wrapping(centered: true)
    let text = Label(
      translated("Drop anything here, and drag it out again wherever you need it.")
    ).wrapping(centered: true)
    let icon = Icon("folder-download-symbolic", size: 64)
    icon.add(style: "dim-label")
    let page = Box(.vertical, spacing: 12, [icon, title, text])
    page.margins(top: 24, bottom: 24, start: 18, end: 18)
    return page
  }

  /// Tiles and history scroll separately, so that a long list of the one never hides the other.
  private static func scroller(_ list: ListBox, top: Int) -> FittingScroller {
    // The box leaves room for the list's shadow in the scroller.
    let box = Box(.vertical, [list.margins(top: top, bottom: 12, start: 12, end: 12)])
    return FittingScroller(box).minimum(height: 84)
  }

  // MARK: Content

  private func showTiles() {
    var shown: [String: ShelfTileRow] = [:]
    var rows: [ShelfTileRow] = []
    for source in tiles.sources {
      let items = tiles.items(of: source)
      var tiles: [(id: String, items: [ShelfItem])] = items.map {
        ("\(source.id)/\($0.index)", [$0])
      }
      if items.count > 1 { tiles.insert((source.id, items), at: 0) }
      for (id, items) in tiles {
        let row = tileRows[id] ?? ShelfTileRow(items, source, context, actions)
        if items.count > 1 { row.update(items) }
        shown[id] = row
        rows.append(row)
      }
    }
    tileRows = shown
    let query = query
    let found = rows.filter { query.isEmpty || $0.searchText.contains(query) }
    Self.show(found, in: tileList, instead: &shownTiles)
    tileScroller.isVisible = !found.isEmpty
    empty.isVisible = rows.isEmpty && query.isEmpty
    showWhetherFound()
  }

  private func showHistory() {
    var shown: [Identifier: HistoryRow] = [:]
    var rows: [HistoryRow] = []
    let entries = history.entries
    for entry in entries.filter(\.isPinned) + entries.filter({ !$0.isPinned }) {
      let row =
        historyRows[entry.offer]
        ?? HistoryRow(entry, history, context) { [weak self] in
          self?.say(translated("Copied"))
        } loaded: { [weak self] in
          self?.showLoaded()
        }
      row.update(entry)
      shown[entry.offer] = row
      rows.append(row)
    }
    historyRows = shown
    let query = query
    let found = rows.filter { query.isEmpty || $0.searchText.contains(query) }
    Self.show(found, in: historyList, instead: &shownHistory)
    historySection.isVisible = !found.isEmpty
    // It forgets what the search does not show too.
    forgetAllButton.isVisible = query.isEmpty
    showWhetherFound()
  }

  /// Replaces the rows. If the focused row is removed, the row in its place gets the focus.
  private static func show(
    _ new: [any ShelfRow], in list: ListBox, instead old: inout [any ShelfRow]
  ) {
    let focused = old.firstIndex(where: \.hasFocus)
    let isKept = focused.map { index in new.contains { $0 === old[index] } } ?? true
    list.set(new.map(\.face.row))
    old = new
    guard let focused, !isKept, !new.isEmpty else { return }
    new[min(focused, new.count - 1)].face.row.focus()
  }

  private func showWhetherFound() {
    nothingFound.isVisible = !query.isEmpty && !tileScroller.isVisible && !historySection.isVisible
  }

  private var query: String {
    search.isSearching ? entry.text.lowercased().trimmed : ""
  }

  private var actions: ShelfTileRow.Actions {
    ShelfTileRow.Actions { [weak self] items, source, title in
      guard let self, tiles.remove(items, of: source) else { return }
      offerUndo { translated("“{name}” removed", ["name": BoardCommands.short(title, $0)]) }
    } copy: { [weak self] provider in
      guard let self else { return }
      Clipboard(of: window).set(provider)
      say(translated("Copied"))
    } dragged: { [weak self] source in
      self?.tiles.noteDrag(of: source)
    } loaded: { [weak self] in
      self?.showLoaded()
    }
  }

  private func forgetAll() {
    let heading = translated("Forget the Clipboard?")
    guard history.entries.contains(where: \.isPinned) else {
      return Question.present(
        over: window, heading, translated("This empties the history of the clipboard."),
        cancel: translated("_Cancel"), answer: translated("_Forget All")
      ) { [weak self] in
        self?.history.forgetAll()
      }
    }
    Choice.present(
      over: window, heading,
      translated("This empties the history of the clipboard. Pinned entries can stay."),
      cancel: translated("_Cancel"),
      answers: [translated("Forget _Pinned Too"), translated("_Keep Pinned")], destroying: true
    ) { [weak self] answer in
      switch answer {
      case 0: self?.history.forgetAll()
      case 1: self?.history.forgetUnpinned()
      default: break
      }
    }
  }

  // MARK: Dropping

  private func addDropSite() {
    let site = DropSite(actions: [.copy, .move])
    site.onAccept { drop in drop.drag == nil && !drop.types.isEmpty }
    site.onHover { [weak self] drop, _, _ in
      self?.hint.isVisible = true
      return drop.actions.contains(.copy) ? .copy : drop.actions.contains(.move) ? .move : []
    }
    site.onLeave { [weak self] in self?.hint.isVisible = false }
    site.onDrop { [weak self] drop, _, _ in
      guard let self else { return false }
      hint.isVisible = false
      // A source that allows only moves deletes its original, of which the shelf has only a copy.
      guard drop.actions.contains(.copy) else {
        say(translated("Its program only allows a move: hold Ctrl to copy it"))
        return false
      }
      Task { await self.keep(drop) { drop.finish($0 ? .copy : []) } }
      return true
    }
    window.add(site)
  }

  /// Reads and keeps a drop or a paste.
  private func keep(
    _ content: any IncomingContent, finish: @escaping @MainActor (_ isKept: Bool) -> Void
  ) async {
    reading += 1
    progress.isVisible = true
    let pulse = Timer(every: 100) { [progress] in progress.pulse() }
    do {
      try await tiles.add(content)
      finish(true)
    } catch {
      finish(false)
      say(FailureText.of(error))
    }
    pulse.cancel()
    reading -= 1
    progress.isVisible = reading > 0
  }

  func paste() {
    let clipboard = Clipboard(of: window)
    guard !clipboard.isLocal else { return }
    Task {
      guard await clipboard.hasContent() else {
        return say(translated("There is nothing to paste"))
      }
      await keep(clipboard) { _ in }
    }
  }

  func removeAll() {
    if tiles.removeAll() { offerUndo { _ in translated("The shelf is empty now") } }
  }

  private func offerUndo(_ words: @escaping @MainActor (_ room: Int) -> String) {
    let undo: @MainActor () -> Void = { [weak self] in self?.tiles.undoRemoval() }
    let isOutdated: @MainActor () -> Bool = { [weak self] in self?.tiles.canUndo != true }
    let line: @MainActor (Int) -> String = { Printable.line(words($0)) }
    toasts.show(line, .undo, isOutdated: isOutdated, undo)
  }

  private func undo() {
    toasts.dismiss()
    tiles.undoRemoval()
  }

  // MARK: Keys

  private func addKeys() {
    entry.onSearch { [weak self] in self?.searchChanged() }
    entry.onActivate { [weak self] in
      guard let self, !query.isEmpty else { return }
      // Return may come before the entry says that its text has changed.
      searchChanged()
      firstShown?.copy()
    }
    search.onChange { [weak self] in
      guard let self else { return }
      searchButton.isActive = search.isSearching
      searchChanged()
    }
    searchButton.onToggle { [weak self] in
      guard let self, searchButton.isActive != search.isSearching else { return }
      search.isSearching = searchButton.isActive
    }
    window.onKey(first: false) { [weak self] key in
      guard let self else { return false }
      switch key {
      case Key("f", .control): search.isSearching = true
      case Key("v", .control): paste()
      case Key("z", .control): undo()
      case Key("w", .control): window.close()
      case Key("Escape") where search.isSearching: search.isSearching = false
      default: return false
      }
      return true
    }
    window.onKey(first: true) { [weak self] key in
      switch key {
      case Key("Down"): self?.goDown() ?? false
      case Key("Up"): self?.goUp() ?? false
      default: false
      }
    }
    search.captureKeys(of: window)
  }

  /// The arrows go from list to list, past the button between them that forgets everything. From elsewhere GTK would
  /// focus the list itself, which shows no focus and copies nothing.
  private func goDown() -> Bool {
    if entry.hasFocusInside {
      searchChanged()
      return focus(firstShown)
    }
    if searchButton.hasFocusInside || mainMenu.hasFocusInside && !mainMenu.isOpen {
      return search.isSearching ? entry.focus() : focus(firstShown)
    }
    if forgetAllButton.hasFocusInside || shownTiles.last?.hasFocus == true {
      return focus(shownHistory.first)
    }
    return shownHistory.last?.hasFocus == true
  }

  private func goUp() -> Bool {
    guard shownHistory.first?.hasFocus == true, let last = shownTiles.last else { return false }
    return focus(last)
  }

  /// Focuses a row, if there is one.
  ///
  /// - Returns: true, as the key has no other use.
  private func focus(_ row: (any ShelfRow)?) -> Bool {
    row?.face.row.focus()
    return true
  }

  /// The first hit during a search.
  private var firstShown: (any ShelfRow)? { shownTiles.first ?? shownHistory.first }

  /// A search may find a row by what was read after it was made.
  private func showLoaded() {
    if !query.isEmpty { searchChanged() }
  }

  private func searchChanged() {
    showTiles()
    showHistory()
  }
}
