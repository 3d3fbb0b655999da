internal import DragClient
internal import GtkKit

/// The geocache editor alone, as a process of its own.
final class EditorApplication {
  private let application = Application(id: "org.dragd.Board.Editor", isUnique: false)
  private var client: DragClient?
  private var editor: GeocacheEditor?
  private var window: Window?

  func run() -> Int32 {
    application.onStartup { [weak self] in
      Style.add(css: Stylesheet.css)
      Task { self?.client = try? await DragClient.connect() }
    }
    application.onActivate { [weak self] in self?.open() }
    application.onShutdown { [weak self] in self?.client?.close() }
    return application.run()
  }

  private func open() {
    if let window { return window.present() }
    let editor = GeocacheEditor { [weak self] in self?.client }
    let toasts = ToastOverlay(editor.widget.expanding(vertically: true))
    editor.onMessage = { [weak toasts] in toasts?.show($0) }
    let new = Window(of: application)
    new.title = "Geocache Editor"
    new.setDefaultSize(width: 380, height: 620)
    new.setMinimumSize(width: 340, height: 294)
    new.setContent(Box(.vertical, [HeaderBar(), toasts]))
    new.keep(toasts)
    new.onKey(first: false) { [weak new] key in
      guard key == Key("w", .control) || key == Key("q", .control) else { return false }
      new?.close()
      return true
    }
    window = new
    self.editor = editor
    new.present()
  }
}
