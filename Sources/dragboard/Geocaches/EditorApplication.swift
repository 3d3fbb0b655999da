internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// The geocache editor as a separate application.
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
    // The closures keep only weak references to this object.
    return withExtendedLifetime(self) { application.run() }
  }

  private func open() {
    if let window { return window.present() }
    let editor = GeocacheEditor { [weak self] in self?.client }
    let toasts = ToastOverlay(editor.widget.expanding(vertically: true))
    editor.onMessage = { [weak toasts] in toasts?.show($0) }
    editor.mayReplace = { [weak self] retry in self?.mayLeave(orLater: retry) ?? true }
    let new = Window(of: application)
    new.title = translated("Geocache Editor")
    new.setDefaultSize(width: 380, height: 620)
    new.setMinimumSize(width: 340, height: 294)
    new.setContent(Box(.vertical, [HeaderBar(), toasts]))
    new.keep(toasts)
    new.onKey(first: false) { [weak new] key in
      guard key == Key("w", .control) || key == Key("q", .control) else { return false }
      new?.close()
      return true
    }
    new.onCloseRequest { [weak self] in
      self?.mayLeave { [weak self] in self?.window?.close() } ?? true
    }
    window = new
    self.editor = editor
    new.present()
  }

  /// Whether the editor may discard its geocache. It has no place to save changes, so it asks the person.
  ///
  /// - Parameter retry: called when the person discards them.
  private func mayLeave(orLater retry: @escaping @MainActor () -> Void) -> Bool {
    guard let editor, let window, editor.hasChanges else { return true }
    let name = editor.name
    Question.present(
      over: window, translated("Discard Changes?"),
      name.isBlank
        ? translated("The geocache was not dragged anywhere as it is now.")
        : translated(
          "“{name}” was not dragged anywhere as it is now.", ["name": BoardCommands.short(name)]),
      cancel: translated("_Keep Editing"),
      answer: translated("_Discard")
    ) { [weak self] in
      self?.editor?.forgetChanges()
      retry()
    }
    return false
  }
}
