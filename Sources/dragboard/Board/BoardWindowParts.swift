internal import BoardModel
internal import GtkKit
internal import Translations

/// The parts of a board's window.
final class BoardWindowParts {
  let content: Box
  let toasts: ToastOverlay
  let boardView: BoardView
  let commands: BoardCommands
  private let board: Board
  private let bus: BoardBus
  /// Both are made when they are first shown: the window opens sooner.
  private lazy var offers = makeOffers()
  private lazy var editor = makeEditor()
  private let flap: Flap
  private let pages = Pages()
  private let offersButton = ToggleButton(
    icon: "folder-download-symbolic", tooltip: translated("From Other Programs (F9)"))
  private let searchButton = ToggleButton(
    icon: "edit-find-symbolic", tooltip: translated("Search (Ctrl+F)"))
  private let header = HeaderBar()
  private let menuButton = MenuButton(
    icon: "open-menu-symbolic", tooltip: translated("Main Menu"), BoardMenus.main(isNarrow: false))
  let switcher: BoardSwitcher
  /// For a drag to another board.
  private let otherBoards: BoardDropRow
  /// The header with the search bar below it, once there is one.
  private let top: Box
  /// Made when it is first shown, as the panels are.
  private var search: SearchPanel?
  /// The side panel that is shown.
  private var panel: Panel?
  /// The card that the editor shows.
  private var edited: CardID?
  /// Whether the editor exists.
  private var isEditing = false
  private unowned let window: BoardWindow

  init(_ window: BoardWindow) {
    self.window = window
    switcher = BoardSwitcher(window)
    otherBoards = BoardDropRow(window, switcher.widget)
    board = window.board
    commands = BoardCommands(window.board, window)
    boardView = BoardView(window.board, commands)
    bus = window.bus
    pages.add(style: "side-panel")
    pages.minimum(width: 320)
    // Its headings expand, but the panel must not expand with them.
    pages.expanding(horizontally: false)
    flap = Flap(
      content: boardView.widget.expanding(horizontally: true), panel: pages,
      separator: Separator(.vertical))
    toasts = ToastOverlay(flap.expanding(vertically: true))
    menuButton.setPrimary()
    // The switcher shows the board's name. What is dragged hangs below the pointer, and hides nothing here.
    header.setTitle(otherBoards.widget)
    header.add(style: "board-header")
    header.packStart(switcher.widget)
    header.packEnd(menuButton)
    header.packEnd(offersButton)
    header.packEnd(searchButton)
    top = Box(.vertical, [header])
    content = Box(.vertical, [top, toasts])
    connect()
    content.prepend(WidthObserver { [weak self] in self?.isNarrow = $0 < Self.wide })
  }

  /// The least width of a window with all buttons beside the board's name, in pixels.
  private static let wide = 480

  /// Whether the main menu stands for some of the buttons, so that the board's name can be read.
  private var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      for button in [searchButton, offersButton] { button.isVisible = !isNarrow }
      boardView.isNarrow = isNarrow
      menuButton.menu = BoardMenus.main(isNarrow: isNarrow)
    }
  }

  private func connect() {
    boardView.onDragChange = { [weak self] in
      guard let self else { return }
      toasts.isSuspended = boardView.hasDrag
    }
    boardView.clearance.messageBounds = { [weak self] in self?.toasts.messageBounds(in: $0) }
    toasts.onMessageChange = { [weak self] in self?.boardView.clearance.update() }
    boardView.onHidden = { [weak self] in self?.search?.close() }
    boardView.selection.onActiveChange = { [weak self] in self?.showActiveList() }
    boardView.onUpdate = { [weak self] in
      self?.showActiveList()
      self?.search?.showCount()
      self?.toasts.dismissOutdated()
    }
    offersButton.onToggle { [weak self] in
      guard let self, offersButton.isActive != (panel == .offers) else { return }
      show(offersButton.isActive ? .offers : nil)
    }
    searchButton.onToggle { [weak self] in
      guard let self else { return }
      if searchButton.isActive { openSearch() } else { closeSearch() }
    }
    flap.onRevealChange { [weak self] in
      guard let self, !flap.isRevealing else { return }
      show(nil)
    }
  }

  // MARK: Search

  /// - Parameter typed: replaces what was typed before.
  func openSearch(for typed: String? = nil) {
    if search == nil {
      let new = SearchPanel(boardView, in: window) { [weak self] in
        self?.searchButton.isActive = false
      }
      top.append(new.widget)
      search = new
    }
    search?.open(for: typed)
    searchButton.isActive = true
  }

  /// What a person searches for.
  var searched: String { search?.typed ?? "" }

  /// - Returns: whether there was a search.
  @discardableResult
  func closeSearch() -> Bool {
    guard let search, search.isSearching else { return false }
    search.close()
    return true
  }

  /// Whether a side panel, the search or a title field of the board has the keyboard focus.
  var isTyping: Bool { isPanelFocused || search?.isFocused == true || boardView.isTyping }

  /// Follows the offers on the bus once it is connected.
  func follow() {
    if isFollowing { offers.follow() }
  }

  // MARK: Panels

  private var isFollowing = false

  /// Shows in the side panels to which list they add something.
  func showActiveList() {
    guard isFollowing || isEditing else { return }
    let title = commands.activeList.flatMap { board.list($0)?.title }
    if isFollowing { offers.listTitle = title }
    if isEditing { editor.listTitle = title }
  }

  private func makeOffers() -> OffersPanel {
    let offers = OffersPanel(board, bus, commands)
    isFollowing = true
    addPage(translated("From Other Programs"), offers.widget, as: .offers)
    return offers
  }

  private func makeEditor() -> GeocacheEditor {
    let editor = GeocacheEditor { [bus] in bus.client }
    editor.onMessage = { [weak self] in self?.toasts.show($0) }
    editor.onSave = { [weak self] geocache throws(BoardError) in try self?.save(geocache) }
    editor.mayReplace = { [weak self] retry in self?.mayLeaveEditor(orLater: retry) ?? false }
    editor.onNew = { [weak self] in self?.edited = nil }
    isEditing = true
    addPage(translated("Geocache"), editor.widget, as: .editor)
    return editor
  }

  /// Adds a side panel, below its title with a button that closes it.
  private func addPage(_ title: String, _ content: Widget, as panel: Panel) {
    let close = Button(
      icon: "window-close-symbolic", tooltip: translated("Close Panel"), style: "flat", "circular")
    close.onClick { [weak self] in self?.closePanel() }
    let label = Label(title, style: "title-4").asHeading().expanding(horizontally: true)
    let heading = Box(.horizontal, [label, close])
    heading.margins(top: 8, bottom: 2, start: 14, end: 8)
    let page = Box(.vertical, [heading, content.expanding(vertically: true)])
    pages.add(page.expanding(vertically: true), as: panel.rawValue)
  }

  /// Whether a side panel has the keyboard focus.
  var isPanelFocused: Bool { pages.hasFocusInside }

  func toggleOffers() { show(panel == .offers ? nil : .offers) }

  /// Shows the editor, and gives it the keyboard, or hides it, and gives the keyboard back to the cards.
  func toggleEditor() {
    if panel == .editor {
      if !leavePanel() { show(nil) }
    } else {
      show(.editor)
      editor.focus()
    }
  }

  /// Hides the side panel if the person is in it. What was typed there stays.
  ///
  /// - Returns: whether the person was.
  func leavePanel() -> Bool {
    guard isPanelFocused else { return false }
    closePanel()
    return true
  }

  /// Hides the side panel, and gives the keyboard back to the cards.
  func closePanel() {
    show(nil)
    if let list = commands.activeList { commands.focusList(list) }
  }

  /// Opens the editor for a geocache that is not on the board yet.
  func newGeocache() {
    show(.editor)
    editor.showNew()
  }

  private enum Panel: String { case offers, editor }

  /// Shows a side panel; none for nil.
  private func show(_ new: Panel?) {
    guard new != panel else { return }
    panel = new
    offersButton.isActive = new == .offers
    switch new {
    // The panel is made before it is shown.
    case .offers: _ = offers
    case .editor: _ = editor
    case nil: break
    }
    showActiveList()
    if let new { pages.shown = new.rawValue }
    flap.isRevealing = new != nil
  }

  /// Opens the geocache of a card.
  func edit(_ id: CardID) {
    guard
      let geocache = commands.attempt({ () throws(BoardError) in
        try board.store.geocache(of: id)
      })
    else { return }
    show(.editor)
    if id != edited || !editor.hasChanges {
      guard mayLeaveEditor(orLater: { [weak self] in self?.edit(id) }) else { return }
      edited = id
      editor.show(geocache)
    }
    editor.focus()
  }

  /// Saves what was typed in the editor before it shows another geocache. Where that fails it asks the person whether
  /// to discard the changes.
  ///
  /// - Parameter retry: called when the person discards them.
  /// - Returns: whether the editor may show another geocache now.
  func mayLeaveEditor(orLater retry: @escaping @MainActor () -> Void) -> Bool {
    guard let problem = saveChanges() else { return true }
    Question.present(
      over: window.window, translated("Discard Changes?"), problem,
      cancel: translated("_Keep Editing"),
      answer: translated("_Discard")
    ) {
      [weak self] in
      self?.editor.forgetChanges()
      retry()
    }
    return false
  }

  /// What was typed in the editor, as a new card: a geocache if the fields are valid, otherwise a card with the typed
  /// name. Nil without changes or without a name.
  var unsavedGeocache: NewCard? {
    guard isEditing, editor.hasChanges else { return nil }
    if let geocache = try? editor.checked(), let card = try? NewCard(geocache) { return card }
    let name = editor.name
    return name.isBlank ? nil : NewCard(title: name)
  }

  /// Saves what was typed in the editor.
  ///
  /// - Returns: what could not be saved, as a new card.
  func saveOrReturnGeocache() -> NewCard? { saveChanges() == nil ? nil : unsavedGeocache }

  /// Saves what was typed for a card of the board.
  ///
  /// - Returns: why it cannot be saved; nil on success.
  private func saveChanges() -> String? {
    guard isEditing, editor.hasChanges else { return nil }
    guard let edited, board.card(edited) != nil else {
      return translated("The geocache is not on the board.")
    }
    do throws(BoardError) {
      try board.perform(.editGeocache(edited, try editor.checked()))
      editor.forgetChanges()
      return nil
    } catch {
      return FailureText.of(error)
    }
  }

  private func save(_ geocache: Geocache) throws(BoardError) {
    if let edited, board.card(edited) != nil {
      try board.perform(.editGeocache(edited, geocache))
      toasts.show(translated("Geocache saved"))
      return
    }
    guard let list = commands.activeList else {
      throw .invalid(
        field: translated("list"), reason: translated("the board has no list for the card"))
    }
    let outcome = try board.perform(.addCards([try NewCard(geocache)], to: list, at: .end))
    edited = outcome.cards.first
    commands.reveal(outcome.cards)
  }
}
