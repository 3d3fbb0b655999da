internal import BoardModel
internal import GtkKit
internal import Translations

/// The application when its store cannot be opened: only a window with the reason.
final class FailedStart {
  private let application: Application
  private let message: String
  private let window: FailureWindow

  init(_ failure: BoardError, folder: String?, _ options: Options) {
    message = failure.description
    application = BoardApplication.application(options)
    window = FailureWindow(message, folder: folder)
    application.onActivate { [weak self] in
      guard let self else { return }
      window.present(of: application)
    }
  }

  func run() -> Int32 {
    Main.report(message)
    _ = application.run()
    return 1
  }
}

/// A window that says why the board cannot be opened: a person who started the program from a menu does not see
/// standard error.
final class FailureWindow {
  private let message: String
  /// Nil where it is not known.
  private let folder: String?
  private var window: Window?

  init(_ message: String, folder: String?) {
    (self.message, self.folder) = (message, folder)
  }

  func present(of application: Application) {
    if let window { return window.present() }
    let new = Window(of: application)
    new.title = translated("Board")
    new.setDefaultSize(width: 480, height: 480)
    new.setMinimumSize(width: 340, height: 294)
    let place = folder.map { "\n\n" + translated("Its folder is {path}.", ["path": $0]) }
    let page = StatusPage(
      icon: "dialog-error-symbolic", title: translated("The Board Cannot Be Opened"),
      text: message + (place ?? ""))
    new.setContent(Box(.vertical, [HeaderBar(), page.expanding(vertically: true)]))
    new.onKey(first: true) { [weak new] key in
      guard [Key("Escape"), Key("w", .control), Key("q", .control)].contains(key) else {
        return false
      }
      new?.close()
      return true
    }
    window = new
    new.present()
  }
}
