internal import BoardModel
internal import GtkKit
internal import Translations

/// The text of a card, which is Markdown: as it is written, or as it reads.
final class NotesField {
  let widget = Box(.vertical, spacing: 6)
  private let view = TextView()
  private let preview = Label().wrapping(centered: false)
  private let pages = Pages()
  private let scrollers: [ScrolledWindow]
  private let button = ToggleButton(
    icon: "view-reveal-symbolic", tooltip: translated("Preview (Ctrl+Shift+P)"))

  init(_ text: String) {
    view.text = text
    view.accessibleLabel = translated("Notes")
    view.add(style: "notes")
    preview.makeSelectable()
    preview.aligned(vertically: .start).margins(12)
    preview.accessibleLabel = translated("Preview")
    let hinted = view.withPlaceholder(translated("Notes, in Markdown if you like"))
    let scroller = ScrolledWindow(hinted, horizontally: false, vertically: true)
    scroller.expanding(vertically: true).minimum(height: 140)
    scroller.add(style: "card")
    let read = ScrolledWindow(preview, horizontally: false, vertically: true)
    read.expanding(vertically: true).minimum(height: 140)
    read.add(style: "card")
    scrollers = [scroller, read]
    pages.add(scroller, as: "text")
    pages.add(read, as: "preview")
    pages.shown = "text"
    button.add(style: "flat")
    let heading = Label(translated("Notes"), style: "heading").asHeading()
    widget.append(Box(.horizontal, [heading.expanding(horizontally: true), button]))
    widget.append(pages.expanding(vertically: true))
    button.onToggle { [weak self] in self?.update() }
  }

  var text: String { view.text }

  /// Lets a wheel over the notes scroll the page around them once the notes are at their end.
  func passSteps(to page: ScrolledWindow) {
    for scroller in scrollers { scroller.passesSteps(to: page) }
  }

  func togglePreview() { button.isActive.toggle() }

  private func update() {
    let isPreview = button.isActive
    if isPreview {
      let markup = MarkdownMarkup(text).markup
      preview.setMarkup(markup.isEmpty ? " " : markup)
    }
    pages.shown = isPreview ? "preview" : "text"
    if !isPreview { view.focus() }
  }
}
