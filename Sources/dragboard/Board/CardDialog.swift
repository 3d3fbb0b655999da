internal import BoardModel
internal import GtkKit
internal import Translations

/// Asks for a card's title and text, until they are saved or the person cancels.
enum CardDialog {
  /// - Parameters:
  ///   - known: the labels of the board, for their colours.
  ///   - typed: the title of a new card, as far as it is typed already.
  ///   - body: saves the words; where it fails, the dialog stays open and shows the error.
  static func present(
    over parent: Window, title heading: String, card: Card? = nil, typed: String = "",
    known: [CardLabel] = [],
    _ body:
      @escaping @MainActor (_ title: String, _ text: String, _ details: CardDetails)
      throws(BoardError) -> Void
  ) {
    let window = Window()
    window.title = heading
    window.setModal(for: parent)
    window.setDefaultSize(width: 420, height: 520)
    let title = EntryRow(translated("Title"))
    title.text = card?.title ?? typed
    let text = TextView()
    text.text = card?.text ?? ""
    text.accessibleLabel = translated("Text")
    text.add(style: "card")
    let save = Button(
      label: card == nil ? translated("_Add") : translated("_Save"), style: "suggested-action")
    let cancel = Button(label: translated("_Cancel"))
    let header = HeaderBar()
    header.hideWindowButtons()
    header.packStart(cancel)
    header.packEnd(save)
    header.add(style: "flat")
    let group = PreferencesGroup()
    let form = DetailsForm(card?.details ?? CardDetails(), known: known)
    for row in [title, form.due, form.labels] { group.append(row) }
    let hinted = text.withPlaceholder(translated("Notes, in as many lines as you like"))
    let scroller = ScrolledWindow(hinted, horizontally: false, vertically: true)
    scroller.expanding(vertically: true).minimum(height: 140)
    let problem = Label(style: "error", "caption").wrapping(lines: 3)
    problem.isVisible = false
    let content = Box(.vertical, spacing: 12, [group, scroller, form.checklist.widget, problem])
    content.margins(top: 6, bottom: 18, start: 18, end: 18)
    let page = ScrolledWindow(content, horizontally: false, vertically: true)
    window.setContent(Box(.vertical, [header, page.expanding(vertically: true)]))

    title.onChange { [weak save, weak title] in
      save?.isSensitive = !(title?.text.allSatisfy(\.isWhitespace) ?? true)
    }
    save.isSensitive = !title.text.allSatisfy(\.isWhitespace)
    let (oldTitle, oldText) = (title.text, text.text)
    /// Whether what is written is saved, or the person discards it.
    var isDone = false
    let submit: @MainActor () -> Void = { [weak window, weak title, weak text, weak problem] in
      guard let window, let title, let text, !title.text.allSatisfy(\.isWhitespace) else { return }
      do throws(BoardError) {
        try body(title.text, text.text, try form.details())
        isDone = true
        window.close()
      } catch {
        problem?.text = FailureText.of(error)
        problem?.isVisible = true
      }
    }
    save.onClick(submit)
    for row in [title, form.due, form.labels] { row.onActivate(submit) }
    cancel.onClick { [weak window] in
      isDone = true
      window?.close()
    }
    window.onKey(first: true) { [weak window] key in
      if key == Key("Escape") {
        window?.close()
        return true
      }
      guard key == Key("Return", .control) else { return false }
      submit()
      return true
    }
    let parts = DialogParts([window, title, text, problem, save, cancel])
    window.onCloseRequest { [weak window, weak title, weak text] in
      if let window, let title, let text, !isDone,
        title.text != oldTitle || text.text != oldText || form.hasChanges
      {
        Question.present(
          over: window, translated("Discard Changes?"),
          translated("What you have written is not on the board yet."),
          answer: translated("_Discard")
        ) { [weak window] in
          isDone = true
          window?.close()
        }
        return false
      }
      parts.release()
      return true
    }
    window.present()
    title.focus()
  }
}

/// Retains the parts of a dialog until it is closed.
final class DialogParts {
  private var parts: [Object]

  init(_ parts: [Object]) {
    self.parts = parts
  }

  func release() {
    parts = []
  }
}
