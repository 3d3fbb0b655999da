internal import CommandLineArguments
internal import DragClient
internal import DragModel
internal import GtkKit
internal import Translations

/// `dragboard shelf`: the shelf alone, without a board.
final class ShelfApplication {
  private let application = Application(id: BoardApplication.id, isUnique: false)
  private let service: ShelfService
  private let isService: Bool
  private var shelf: ShelfWindow?
  private var spool: ShelfSpool?
  private var polled: PolledDragClient?
  private var turning: DescriptorWatch?
  private var tiles: ShelfTiles?
  private var isShown = false

  /// How long a shelf that the bus has started waits for a call.
  private static let longestWait: Duration = .seconds(30)

  /// Shows the shelf of the session, of which there is one.
  ///
  /// - Parameter isService: whether the bus starts it: the window appears with the first call.
  /// - Returns: the exit status.
  static func run(isService: Bool) -> Int32 {
    switch ShelfService.start() {
    case .shownByOther: return 0
    case .failed(let reason):
      Main.fail(
        translated("the shelf needs the session bus: {reason}", ["reason": reason]),
        status: ExitStatus.unavailable.rawValue)
    case .owner(let service):
      let shelf = ShelfApplication(service, isService: isService)
      return shelf.run()
    }
  }

  private init(_ service: ShelfService, isService: Bool) {
    self.service = service
    self.isService = isService
  }

  private func run() -> Int32 {
    application.onStartup { [weak self] in self?.start() }
    application.onActivate { [weak self] in self?.open() }
    application.onShutdown { [weak self] in self?.end() }
    service.onShow = { [weak self] token in self?.show(token) }
    service.onAdd = { [weak self] in self?.add($0) }
    // The closures keep only weak references to this object.
    return withExtendedLifetime(self) { application.run() }
  }

  private func start() {
    Style.add(css: Stylesheet.css + ShelfStylesheet.css)
    application.add("paste") { [weak self] in self?.shelf?.paste() }
    application.add("empty") { [weak self] in self?.shelf?.removeAll() }
    application.add("quit") { [weak self] in self?.shelf?.window.close() }
    application.add("shortcuts") { [weak self] in
      if let window = self?.shelf?.window {
        ShortcutsWindow.present(over: window, translated("Keyboard Shortcuts"), Self.keys)
      }
    }
    application.setKeys(["<Control>question"], for: "app.shortcuts")
    application.setKeys(["<Control>q"], for: "app.quit")
    // At the end of a session nobody answers a question.
    TerminationSignals.onFirst { [weak self] in self?.application.quit() }
  }

  /// Makes the window, which keeps the application running even while it is not shown.
  private func open() {
    guard shelf == nil else { return }
    do {
      let spool = try ShelfSpool()
      // GLib's loop runs the client, so tasks that wait for it need no thread of their own.
      let polled = try PolledDragClient()
      turning = DescriptorWatch(readable: polled.descriptor) { polled.process() }
      self.polled = polled
      let context = ShelfContext(
        client: polled.client, spool: spool, portal: ShelfPortal(service.connection))
      self.spool = spool
      let tiles = ShelfTiles(context)
      let history = ClipboardHistory(service.connection)
      let shelf = ShelfWindow(of: application, tiles, history, context)
      self.shelf = shelf
      self.tiles = tiles
      shelf.window.onCloseRequest { [weak self] in self?.mayClose() ?? true }
      service.onLeave = { [weak tiles] in tiles?.remove(from: $0) }
      service.onBrokerEnd = { [weak tiles] in tiles?.refuseOfCallers() }
      service.run()
      history.start()
      service.askForSession { [weak tiles] session in
        let kept = (try? spool.takeOver(ofSession: session)) ?? []
        Task { await tiles?.restore(kept) }
      }
    } catch {
      Main.fail("\(error)")
    }
    guard isService else { return show(nil) }
    Task {
      try? await Task.sleep(for: Self.longestWait)
      guard !isShown else { return }
      // What a killed shelf had is shown, and not thrown away.
      if tiles?.sources.isEmpty ?? true { application.quit() } else { show(nil) }
    }
  }

  private func show(_ token: String?) {
    guard let window = shelf?.window else { return }
    isShown = true
    if let token { window.setActivationToken(token) }
    window.present()
  }

  private func add(_ request: ShelfRequest) {
    show(request.activationToken)
    Task { await tiles?.add(request) }
  }

  /// Whether the window closes now. If the shelf has the only copy of something, it asks first.
  private func mayClose() -> Bool {
    guard let tiles, let shelf, tiles.hasOnlyCopies else { return true }
    Question.present(
      over: shelf.window, translated("Empty the Shelf?"),
      translated("Something on it is not a file and was not dragged out yet."),
      cancel: translated("_Cancel"),
      answer: translated("_Empty")
    ) { [weak self] in
      self?.tiles?.endAll()
      self?.shelf?.window.close()
    }
    return false
  }

  private func end() {
    tiles?.endAll()
    service.close()
    polled?.client.close()
    polled?.process()
    turning = nil
    spool?.removeAll()
  }

  private static let keys = [
    ShortcutsWindow.Group(
      translated("Shelf"),
      [
        ("<Control>v", translated("Paste")), ("<Control>c Return", translated("Copy")),
        ("Delete", translated("Remove or forget")),
        ("<Control>z", translated("Bring back what was removed")),
        ("<Control>f", translated("Search")), ("Escape", translated("End the search")),
        ("F10", translated("Main menu")),
        ("<Control>w", translated("Close")),
      ])
  ]
}

enum ShelfStylesheet {
  static let css = """
    .shelf-hint { color: @accent_color; box-shadow: 0 1px 5px alpha(black, 0.3),
      inset 0 0 0 1px alpha(@accent_color, 0.5); }
    window:drop(active) { box-shadow: none; }
    """
}
