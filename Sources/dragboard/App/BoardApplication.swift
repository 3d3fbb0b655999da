internal import BoardModel
internal import DragClient
internal import Foundation
internal import GtkKit
internal import Translations

/// The application with its windows.
final class BoardApplication {
  nonisolated static let id = "org.dragd.Board"

  /// Milliseconds for which it stays after a drop without a window.
  private static let idleTime: UInt32 = 30_000

  let application: Application
  /// Distinguishes the windows of the demo from those of the person's own board.
  let title: String
  let boards: Boards
  /// The default board.
  var board: Board { boards.main }
  /// The board that a new window shows.
  var firstBoard: Board {
    guard let id = boards.store.preferences.firstBoard, boards.name(of: id) != nil else {
      return board
    }
    return boards.board(id)
  }
  let bus: BoardBus
  /// Its windows. The last one is the one that was used last.
  private(set) var windows: [BoardWindow] = []
  /// The clipboard that cards were copied or cut to.
  private var clipboard: Clipboard?
  /// The cut cards, which stay on the board until they are pasted.
  private var cut: [CardID] = [] {
    didSet {
      for window in windows {
        window.boardView.setCut(oldValue, false)
        window.boardView.setCut(cut, true)
      }
    }
  }
  /// Cards that have what was being written when an earlier process was killed, until a window says so.
  private var rescued: [CardID] = []
  private let frames = FrameLog()
  /// Says why the board cannot be read.
  private var failure: FailureWindow?
  /// Only one process reminds, and nobody is reminded of examples.
  private let reminders: Reminders?
  private let shelves = OwnProcesses(ShelfVerb.verb.name)
  private let editors = OwnProcesses("--editor")

  /// How many windows and editors there may be: any program that may call this one over the bus can open them.
  private static let mostWindows = 8

  static func application(_ options: Options) -> Application {
    Application(
      id: options.isDemo ? id + ".Demo" : id, isUnique: !options.isApart,
      isService: options.isService)
  }

  init(_ store: BoardStore, _ options: Options) {
    application = Self.application(options)
    title = options.isDemo ? translated("Board (Demo)") : translated("Board")
    boards = Boards(store)
    bus = BoardBus(boards, targets: options.isDemo ? "board-demo" : BoardBus.targetPrefix)
    reminders =
      options.isDemo || options.isApart
      ? nil
      : Reminders(application, boards) { [title, boards] reminder in
        let name = BoardApplication.name(of: reminder.board, in: boards, title: title)
        return "\(reminder.list) · \(name)"
      }
    application.onStartup { [weak self] in self?.start() }
    application.onActivate { [weak self] in self?.activate() }
    application.onShutdown { [weak self] in self?.bus.close() }
  }

  /// The name of a board; the default board has that of the program until it gets another.
  func name(of id: BoardID) -> String { Self.name(of: id, in: boards, title: title) }

  private static func name(of id: BoardID, in boards: Boards, title: String) -> String {
    guard let board = boards.name(of: id), id != .main || board.name != "Board" else {
      return title
    }
    return board.name
  }

  func run() -> Int32 {
    let status = application.run()
    return failure == nil ? status : 1
  }

  private func start() {
    do throws(BoardError) {
      try boards.waitForReading()
    } catch {
      Main.report(error.message)
      failure = FailureWindow(error.description, folder: boards.store.folder)
      return
    }
    rescued = boards.store.saveDraftsOfTheDead()
    if !rescued.isEmpty { boards.reload() }
    Style.add(css: Stylesheet.css)
    application.add("new-window", isOnBus: true) { [weak self] in self?.openWindow() }
    application.add("editor", isOnBus: true) { [weak self] in self?.openEditor() }
    // Its window is in the first; a second shows that, and ends.
    application.add("shelf", isOnBus: true) { [weak self] in self?.shelves.start(atMost: 2) }
    application.add("remind", isOnBus: true) { [weak self] in self?.reminders?.remind() }
    application.addOnBus("show-card") { [weak self] in self?.show(CardID(rawValue: $0)) }
    application.add("quit") { [weak self] in self?.quit() }
    CardDialog.quit = { [weak self] in self?.quit() }
    application.add("preferences") { [weak self] in
      guard let window = self?.windows.last else { return }
      PreferencesDialog.present(over: window)
    }
    application.add("about") { [weak self] in self?.showAbout() }
    application.add("shortcuts") { [weak self] in
      guard let window = self?.windows.last else { return }
      ShortcutsWindow.present(
        over: window.window, translated("Keyboard Shortcuts"), KeyHelp.groups)
    }
    application.setKeys(["<Control>question"], for: "app.shortcuts")
    application.setKeys(["<Control>comma"], for: "app.preferences")
    application.setKeys(["<Control>q"], for: "app.quit")
    boards.onChange = { [weak self] in
      guard let self else { return }
      for window in windows { window.boardsChanged() }
      bus.registerBoards()
    }
    bus.onStart = { [weak self] board, placeholder in
      for window in self?.windows ?? [] where window.board.id == board {
        window.showStart(placeholder)
      }
    }
    bus.onArrival = { [weak self] board, cards in
      for window in self?.windows ?? [] where window.board.id == board { window.showArrival(cards) }
    }
    bus.isReceiving = { [weak self] in
      if $0 { self?.application.hold() } else { self?.application.release() }
    }
    DueClock.shared.onChange = { [weak self] in
      for window in self?.windows ?? [] { window.boardView.update() }
    }
    let unrecorded = UnrecordedMoves(boards.store, bus) { [weak self] in
      self?.windows.last?.window
    }
    bus.onUnrecorded = { unrecorded.ask($0) }
    TerminationSignals.onFirst { [weak self] in self?.end() }
    bus.onConnect = { [weak self] in
      for window in self?.windows ?? [] { window.follow() }
    }
    // The bus may have started it for a drop on a list, and another one follows soon.
    application.stay(for: Self.idleTime)
    reminders?.start()
    Task { await bus.connect() }
  }

  /// Shows a card in the window that was used last.
  private func show(_ id: CardID) {
    activate()
    guard let window = windows.last, let card = (try? boards.store.card(id)) ?? nil,
      let list = (try? boards.store.list(card.list)) ?? nil
    else { return }
    window.endSearch()
    if window.show(list.board) { window.commands.revealSelecting([id]) }
  }

  private func activate() {
    if let failure { return failure.present(of: application) }
    if let window = windows.last { window.window.present() } else { openWindow() }
  }

  private func openEditor() {
    guard editors.start(atMost: Self.mostWindows) else {
      windows.last?.say(
        translated(
          "{count} geocache editors are open already", ["count": Self.mostWindows]))
      return
    }
  }

  private func openWindow() {
    if windows.count >= Self.mostWindows, let last = windows.last {
      last.window.present()
      return last.say(
        translated("{count} windows are open already", ["count": Self.mostWindows]))
    }
    application.stay(for: 0)
    let window = BoardWindow(self)
    windows.append(window)
    window.window.onCloseRequest { [weak self, weak window] in
      guard let self, let window else { return true }
      guard window.mayClose() else { return false }
      windows.removeAll { $0 === window }
      return true
    }
    window.window.onActiveChange { [weak self, weak window] in
      guard let self, let window, window.window.isActive,
        let index = windows.firstIndex(where: { $0 === window })
      else { return }
      windows.append(windows.remove(at: index))
      Task { await self.bus.settleMovesOfTheDead() }
    }
    window.present()
    frames?.follow(window.window)
    sayWhatWasRescued(in: window)
  }

  private func sayWhatWasRescued(in window: BoardWindow) {
    let cards = rescued.compactMap { (try? boards.store.card($0)) ?? nil }
    guard let first = cards.first else { return }
    rescued = []
    window.say(
      cards.count == 1
        ? translated(
          "What you were writing is on “{name}” now",
          ["name": BoardCommands.short(first.shownTitle)])
        : translated("What you were writing is on {count} cards now", ["count": cards.count]))
    window.boardView.reveal(cards.map(\.id))
  }

  /// Closes every window, which saves what was typed. A window that cannot save it stays open.
  private func quit() {
    guard CardDialog.closeAll(orLater: { [weak self] in self?.quit() }) else { return }
    for window in windows { window.window.close() }
    if windows.isEmpty { application.quit() }
  }

  /// Saves what was typed wherever that is possible, and quits: at the end of a session nobody answers a question.
  private func end() {
    CardDialog.saveAll()
    for window in windows { window.saveTyped() }
    application.quit()
  }

  private func showAbout() {
    guard let window = windows.last else { return }
    About(
      name: translated("Board"), icon: Self.id, version: DragClient.version,
      comments: translated("A Kanban board that takes and gives anything by drag and drop."),
      developer: translated("The authors of dragd"),
      copyright: translated("© The authors of dragd"),
      credits: [
        (
          translated("Made with"),
          [
            "GTK", "libadwaita", "SQLite", "libdbus", "libxml2", "libical", "cmark", "expat",
            "zlib",
            "Swift",
          ]
        )
      ]
    ).present(over: window.window)
  }

  /// Marks cards as dragged in every window, or no longer.
  func showDrag(of cards: [CardID], _ isDragged: Bool) {
    for window in windows {
      window.boardView.setDragged(cards, isDragged)
      if isDragged { continue }
      // An earlier drag may end during a later one.
      for other in window.board.drags.values { window.boardView.setDragged(other.cards, true) }
    }
  }

  func setCut(_ cards: [CardID], on clipboard: Clipboard) {
    cut = cards
    guard self.clipboard == nil else { return }
    self.clipboard = clipboard
    clipboard.onChange { [weak self] in
      // Something else was copied since, perhaps from an entry of this program.
      if self?.clipboard?.hasCut == false { self?.cut = [] }
    }
  }

  func isCut(_ card: CardID) -> Bool { cut.contains(card) }

  /// Removes and returns the cards that the next paste reorders.
  func removeCut() -> [CardID] {
    defer { cut = [] }
    // Where the cards were cut, a message says that they will move.
    if !cut.isEmpty { for window in windows { window.dismissMessage() } }
    return cut.filter { (try? boards.store.card($0)) != nil }
  }
}

/// Writes the start and end of each frame into a file, for measurements: dragboard(1), DRAGBOARD_FRAMES.
final class FrameLog {
  private let file: FileHandle

  /// Nil where the environment does not request it.
  init?() {
    guard let path = ProcessInfo.processInfo.environment["DRAGBOARD_FRAMES"],
      let file = FileHandle(forWritingAtPath: path)
    else { return nil }
    self.file = file
  }

  func follow(_ window: Window) {
    window.onFrame { [file] frame in
      try? file.write(contentsOf: Data("\(frame.begin) \(frame.end)\n".utf8))
    }
  }
}

/// Other windows of this program, each in a process of its own.
private final class OwnProcesses {
  private let argument: String
  private var running = 0

  init(_ argument: String) { self.argument = argument }

  /// Starts one more; false if so many run that this has started.
  @discardableResult
  func start(atMost most: Int) -> Bool {
    guard running < most else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [argument]
    process.terminationHandler = { [weak self] _ in
      Task { @MainActor in self?.running -= 1 }
    }
    guard (try? process.run()) != nil else { return true }
    running += 1
    return true
  }
}
