internal import GtkKit

/// A dialog over a board's window with a list that scrolls, or a page that says that there is nothing.
final class ListDialog {
  let window = Window()
  /// It may show messages over the list.
  let toasts: ToastOverlay
  private let pages = Pages()

  init(_ title: String, _ content: Widget, orElse nothing: StatusPage, over parent: Window) {
    toasts = ToastOverlay(pages.expanding(vertically: true))
    window.title = title
    window.setDefaultSize(width: parent.dialogWidth, height: 480)
    window.setMinimumSize(width: 340, height: 294)
    window.setModal(for: parent)
    content.margins(18)
    let list = ScrolledWindow(content, horizontally: false, vertically: true)
    pages.add(list.expanding(vertically: true), as: "list")
    pages.add(nothing.expanding(vertically: true), as: "nothing")
    window.setContent(Box(.vertical, [HeaderBar(), toasts.expanding(vertically: true)]))
    window.closeOnEscape()
  }

  var isEmpty = false {
    didSet { pages.shown = isEmpty ? "nothing" : "list" }
  }
}
