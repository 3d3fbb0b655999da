internal import BoardModel
internal import GtkKit
internal import Translations

/// The parts of a board's window.
final class BoardWindowParts {
  let content: Widget
  let toasts: ToastOverlay
  let boardView: BoardView
  let commands: BoardCommands
  private let board: Board
  private let bus: BoardBus
  /// Both are made when they are first shown: the window opens sooner.
  private lazy var shelf = makeShelf()
  private lazy var editor = makeEditor()
  private let flap: Flap
  private let pages = Pages()
  private let shelfButton = ToggleButton(
    icon: "view-grid-symbolic", tooltip: translated("Shelf (F9)"))
  private let editorButton = ToggleButton(
    icon: "mark-location-symbolic", tooltip: translated("Geocache Editor (Shift+F9)"))
  private let header = HeaderBar()
  /// The card that the editor shows.
  private var edited: CardID?
  /// Whether the editor exists.
  private var isEditing = false
  private unowned let window: BoardWindow

  init(_ window: BoardWindow) {
    self.window = window
    board = window.board
    commands = BoardCommands(window.board, window)
    boardView = BoardView(window.board, commands)
    bus = window.bus
    pages.add(style: "side-panel")
    pages.minimum(width: 320)
    flap = Flap(
      content: boardView.widget.expanding(horizontally: true), panel: pages,
      separator: Separator(.vertical))
    toasts = ToastOverlay(flap.expanding(vertically: true))
    let menu = Menu()
      .section(Menu().item(translated("New _Window"), "app.new-window"))
      .section(
        Menu().item(translated("_Undo"), "board.undo").item(translated("_Redo"), "board.redo")
      )
      .section(Menu().item(translated("_Add List"), "board.add-list"))
      .section(
        Menu().item(translated("_Keyboard Shortcuts"), "app.shortcuts").item(
          translated("_About Board"), "app.about"))
    let menuButton = MenuButton(icon: "open-menu-symbolic", tooltip: translated("Main Menu"), menu)
    menuButton.setPrimary()
    header.packEnd(menuButton)
    header.packEnd(shelfButton)
    header.packEnd(editorButton)
    content = Box(.vertical, [header, toasts])
    connect()
  }

  private func connect() {
    boardView.onDragChange = { [weak self] in
      guard let self else { return }
      toasts.isSuspended = boardView.hasDrag
    }
    shelfButton.onToggle { [weak self] in self?.toggled("shelf") }
    editorButton.onToggle { [weak self] in self?.toggled("editor") }
    flap.onRevealChange { [weak self] in
      guard let self, !flap.isRevealing else { return }
      shelfButton.isActive = false
      editorButton.isActive = false
    }
  }

  /// Follows the offers on the bus once it is connected.
  func follow() {
    if isFollowing { shelf.follow() }
  }

  // MARK: Panels

  private var isFollowing = false

  private func makeShelf() -> ShelfPanel {
    let shelf = ShelfPanel(board, bus, commands)
    isFollowing = true
    pages.add(shelf.widget.expanding(vertically: true), as: "shelf")
    return shelf
  }

  private func makeEditor() -> GeocacheEditor {
    let editor = GeocacheEditor { [bus] in bus.client }
    editor.onMessage = { [weak self] in self?.toasts.show($0) }
    editor.onSave = { [weak self] geocache throws(BoardError) in try self?.save(geocache) }
    editor.mayReplace = { [weak self] retry in self?.mayLeaveEditor(orLater: retry) ?? false }
    editor.onNew = { [weak self] in self?.edited = nil }
    isEditing = true
    let page = Box(
      .vertical,
      [PanelTitle.make(translated("Geocache")), editor.widget.expanding(vertically: true)])
    pages.add(page.expanding(vertically: true), as: "editor")
    return editor
  }

  /// Whether a side panel has the keyboard focus.
  var isPanelFocused: Bool { pages.hasFocusInside }

  func toggleShelf() { shelfButton.isActive.toggle() }
  func toggleEditor() { editorButton.isActive.toggle() }

  private func toggled(_ page: String) {
    let (button, other) =
      page == "shelf" ? (shelfButton, editorButton) : (editorButton, shelfButton)
    if button.isActive {
      // Makes the panel before it is shown.
      if page == "shelf" { _ = shelf } else { _ = editor }
      pages.shown = page
      other.isActive = false
      flap.isRevealing = true
    } else if !other.isActive {
      flap.isRevealing = false
    }
  }

  /// Opens the geocache of a card.
  func edit(_ id: CardID) {
    guard
      let geocache = commands.attempt({ () throws(BoardError) in
        try board.store.geocache(of: id)
      })
    else { return }
    editorButton.isActive = true
    if id == edited, editor.hasChanges { return }
    guard mayLeaveEditor(orLater: { [weak self] in self?.edit(id) }) else { return }
    edited = id
    editor.show(geocache)
  }

  /// Saves what was typed in the editor before it shows another geocache. Where that fails it asks the person whether
  /// to discard the changes.
  ///
  /// - Parameter retry: called when the person discards them.
  /// - Returns: whether the editor may show another geocache now.
  func mayLeaveEditor(orLater retry: @escaping @MainActor () -> Void) -> Bool {
    guard let problem = saveChanges() else { return true }
    Question.present(
      over: window.window, translated("Discard Changes?"), problem, answer: translated("_Discard")
    ) {
      [weak self] in
      self?.editor.forgetChanges()
      retry()
    }
    return false
  }

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
      throw .invalid(field: "list", reason: translated("there is none to add it to"))
    }
    let outcome = try board.perform(.addCards([try NewCard(geocache)], to: list, at: .end))
    edited = outcome.cards.first
    commands.reveal(outcome.cards)
  }
}
