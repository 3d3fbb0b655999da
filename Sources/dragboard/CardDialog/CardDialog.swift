internal import BoardModel
internal import GtkKit
internal import Translations

/// Asks for a card's title, text and details, until they are saved or the person cancels. Attachments are on the board
/// at once.
final class CardDialog {
  typealias Save =
    @MainActor (_ title: String, _ text: String, _ details: CardDetails) throws(BoardError) -> Void

  private let window = Window()
  private let title = EntryRow(translated("Title"))
  private let notes: NotesField
  private let form: DetailsForm
  private let attachments: AttachmentsForm?
  private let draft: DialogDraft
  private let button: Button
  private let problem = Label(style: "error", "caption").wrapping(lines: 3)
  private let words: (title: String, text: String)
  private let save: Save
  private let actions: CardActions?
  /// Whether what is written is saved, or the person discards it.
  private var isDone = false
  private var isSaved = false
  private var isClosed = false
  /// Quits the application, once its dialogs are closed.
  static var quit: @MainActor () -> Void = {}
  /// The dialogs that were presented; each is kept by its window.
  private static var presented: [() -> CardDialog?] = []

  /// - Parameters:
  ///   - place: the list and the board of the card.
  ///   - known: the labels of the board, for their colours.
  ///   - typed: a new card, as far as it is typed already.
  ///   - attachments: those of a card that is on the board.
  ///   - actions: what else a person can do with a card that is on the board.
  ///   - draft: keeps what is written.
  ///   - save: saves the words; where it fails, the dialog stays open and shows the error.
  static func present(
    over parent: Window, title heading: String, in place: String, card: Card? = nil,
    typed: NewCard? = nil,
    known: [CardLabel] = [], attachments: AttachmentsForm? = nil, actions: CardActions? = nil,
    draft: DialogDraft,
    _ save: @escaping Save
  ) {
    let dialog = CardDialog(card, typed, known, attachments, actions, draft, save)
    dialog.build(heading, place, over: parent)
    presented = presented.filter { $0() != nil } + [{ [weak dialog] in dialog }]
    dialog.window.setModal(for: parent)
    // The question and the dialog close together, and a window manager may then choose another program's window.
    dialog.onDiscard = { [weak parent] in parent?.present() }
    dialog.window.present()
    dialog.title.focus()
  }

  private var onDiscard: @MainActor () -> Void = {}

  private init(
    _ card: Card?, _ typed: NewCard?, _ known: [CardLabel], _ attachments: AttachmentsForm?,
    _ actions: CardActions?, _ draft: DialogDraft, _ save: @escaping Save
  ) {
    title.text = card?.title ?? typed?.title ?? ""
    notes = NotesField(card?.text ?? "")
    form = DetailsForm(card?.details ?? typed?.details ?? CardDetails(), known: known)
    self.attachments = attachments
    self.actions = actions
    self.draft = draft
    button = Button(
      label: card == nil ? translated("_Add") : translated("_Save"), style: "suggested-action")
    words = (title.text, notes.text)
    self.save = save
  }

  /// It is no wider than the window below, which may fill a narrow screen.
  private func build(_ heading: String, _ place: String, over parent: Window) {
    window.title = heading
    let size = draft.size
    window.setDefaultSize(
      width: size.map { min($0.width, parent.width) } ?? parent.dialogWidth,
      height: size?.height ?? 600)
    window.setMinimumSize(width: 340, height: 294)
    let cancel = Button(label: translated("_Cancel"))
    let header = HeaderBar()
    header.hideWindowButtons()
    header.setTitle(WindowTitle(heading, subtitle: place))
    header.packStart(cancel)
    header.packEnd(button)
    if let actions {
      title.addPrefix(form.done)
      header.packEnd(
        MenuButton(icon: "view-more-symbolic", tooltip: translated("Card Menu"), actions.menu))
      header.insert(group(of: actions), as: "card")
    }
    header.add(style: "flat")
    let group = PreferencesGroup()
    for row in [title, form.due, form.labels] { group.append(row) }
    problem.isVisible = false
    let content = Box(.vertical, spacing: 12, [group, form.problem])
    content.append(notes.widget.expanding(vertically: true))
    content.append(form.checklists.widget)
    if let attachments { content.append(attachments.widget) }
    if let actions {
      content.append(form.comments.widget)
      if !actions.activity.isEmpty { content.append(Self.list(of: actions.activity)) }
    }
    content.margins(top: 6, bottom: 18, start: 18, end: 18)
    let page = ScrolledWindow(content, horizontally: false, vertically: true)
    notes.passSteps(to: page)
    let show: @MainActor (Widget) -> Void = { [weak self] in
      self?.keepInSight($0, of: content, in: page)
    }
    form.checklists.onGrow = show
    form.comments.onGrow = show
    attachments?.onGrow = { [weak self] in
      guard let self, let attachments else { return }
      keepInSight(attachments.widget, of: content, in: page)
    }
    problem.margins(top: 6, start: 18, end: 18)
    window.setContent(Box(.vertical, [header, problem, page.expanding(vertically: true)]))
    attachments?.show(in: window)
    connect(cancel)
  }

  /// What was done to the card.
  private static func list(of activity: [String]) -> Widget {
    let heading = Label(translated("Activity"), style: "heading").asHeading()
    let lines = activity.map {
      Label($0, style: "dim-label", "caption").wrapping(lines: 2)
    }
    return Box(.vertical, spacing: 3, [heading] + lines)
  }

  private func group(of actions: CardActions) -> ActionGroup {
    let group = ActionGroup()
    group.add(
      "move-to",
      taking: { [weak self] list in self?.leave { actions.move(ListID(rawValue: list)) } })
    group.add("archive") { [weak self] in self?.leave { actions.archive() } }
    group.add("delete") { [weak self] in self?.leave(saving: false) { actions.delete() } }
    return group
  }

  /// Closes the dialog, and then acts on the card. What is written is saved first, because undo brings the card back.
  ///
  /// - Parameter isAll: whether the dialog stays open, and shows why, where something cannot be saved.
  private func leave(saving isAll: Bool = true, _ act: @escaping @MainActor () -> Void) {
    // The menu is still closing.
    MainQueue.whenIdle { [self] in
      if isAll {
        guard submit() else { return }
      } else {
        saveUnasked()
        // What is still being copied has no card to go to.
        (isDone, isSaved) = (true, false)
        window.close()
      }
      act()
    }
  }

  /// Scrolls until a field is in sight, once it has its place.
  private func keepInSight(_ field: Widget, of content: Widget, in page: ScrolledWindow) {
    var frames = 0
    page.onTick {
      frames += 1
      guard frames < 4 else { return false }
      if frames > 1, let place = field.bounds(in: content) {
        page.vertical.show(from: place.y, to: place.y + place.height + 12)
      }
      return true
    }
  }

  private func connect(_ cancel: Button) {
    title.onChange { [weak self] in self?.titleChanged() }
    titleChanged()
    button.onClick { [weak self] in self?.submit() }
    for row in [title, form.due, form.labels] { row.onActivate { [weak self] in self?.submit() } }
    cancel.onClick { [weak self] in self?.window.close() }
    for row in [form.due, form.labels] {
      row.onChange { [weak self] in self?.problem.isVisible = false }
    }
    window.onPress(button: 1, first: true) { [weak self] _, _, _ in self?.keepSoon() }
    window.onKey(first: true) { [weak self] key in
      guard let self else { return false }
      keepSoon()
      switch key {
      case Key("Escape"): window.close()
      case Key("Return", .control), Key("KP_Enter", .control): submit()
      case Key("q", .control): Self.quit()
      case Key("p", [.control, .shift]): notes.togglePreview()
      case Key("d", .control) where actions != nil: form.done.isActive.toggle()
      case Key("e", .control):
        guard let actions else { return false }
        leave { actions.archive() }
      case Key("v", .control): return attachments?.paste() ?? false
      default: return false
      }
      return true
    }
    // The window keeps this object until it is closed: GTK frees its handlers then.
    window.onCloseRequest { [self] in mayClose() }
  }

  private func keepSoon() {
    draft.keepSoon { [weak self] in
      guard let self, hasWords else { return nil }
      let written = writtenWords
      return CardWords(title: written.title, text: written.text, details: form.validDetails)
    }
  }

  private var isTitled: Bool { !title.text.isBlank }

  private func titleChanged() {
    button.isSensitive = isTitled
    guard title.text.contains(where: \.isNewline) else { return }
    // A field keeps the line ends of a pasted text. It is still within its change.
    let line = CardText.line(title.text)
    MainQueue.whenIdle { [weak self] in self?.title.text = line }
  }

  /// - Returns: whether it is saved, and the dialog closed.
  @discardableResult
  private func submit() -> Bool {
    guard isTitled else {
      title.focus()
      return false
    }
    do throws(BoardError) {
      try save(title.text, notes.text, try form.details())
      (isDone, isSaved) = (true, true)
      window.close()
      return true
    } catch {
      // The form shows a problem beside its field.
      guard !form.focusProblem() else { return false }
      problem.text = FailureText.of(error)
      problem.isVisible = true
      return false
    }
  }

  /// Saves what is written in the open dialogs, wherever that is possible.
  static func saveAll() {
    for dialog in presented.compactMap({ $0() }) where dialog.hasChanges { dialog.saveUnasked() }
  }

  /// Saves all that can be saved: nobody is there to complete the rest.
  private func saveUnasked() {
    let written = writtenWords
    // The first attempt fails where another change has changed the same words. Undo still has those.
    for _ in 0..<2 where !isDone {
      guard (try? save(written.title, written.text, form.validDetails)) != nil else { continue }
      (isDone, isSaved) = (true, true)
      draft.forget()
    }
  }

  /// The title and the text. A card keeps the title that it has without a new one, and the first line of its notes
  /// becomes that of a new card.
  private var writtenWords: (title: String, text: String) {
    guard !isTitled else { return (title.text, notes.text) }
    guard words.title.isBlank else { return (words.title, notes.text) }
    let lines = notes.text.split(maxSplits: 1, whereSeparator: \.isNewline)
    return (
      lines.first.map { String($0) } ?? translated("New Card"),
      lines.dropFirst().first.map { String($0) } ?? ""
    )
  }

  /// Closes the open dialogs. Where something is written in one, it asks the person whether to discard it.
  ///
  /// - Parameter retry: called when the person discards it.
  /// - Returns: whether all are closed now.
  static func closeAll(orLater retry: @escaping @MainActor () -> Void) -> Bool {
    for dialog in presented.compactMap({ $0() }) where !dialog.isClosed {
      guard !dialog.hasChanges else {
        dialog.window.present()
        dialog.askToDiscard(then: retry)
        return false
      }
      dialog.window.close()
    }
    return true
  }

  private var hasChanges: Bool { hasWords || !isDone && attachments?.hasWaiting == true }

  private var hasWords: Bool {
    !isDone && (title.text != words.title || notes.text != words.text || form.hasChanges)
  }

  private func mayClose() -> Bool {
    guard hasChanges else {
      draft.remember(window.defaultSize)
      attachments?.close(cancelling: !isSaved)
      draft.forget()
      isClosed = true
      return true
    }
    askToDiscard(then: onDiscard)
    return false
  }

  private func askToDiscard(then: @escaping @MainActor () -> Void) {
    Question.present(
      over: window, translated("Discard Changes?"),
      translated("What you have written is not on the board yet."),
      cancel: translated("_Keep Editing"), answer: translated("_Discard")
    ) { [weak self] in
      self?.isDone = true
      self?.window.close()
      then()
    }
  }
}

/// What a person can do in the dialog of a card beside writing on it.
struct CardActions {
  let menu: Menu
  /// What was done to the card, a line for each change.
  let activity: [String]
  let move: @MainActor (ListID) -> Void
  let archive: @MainActor () -> Void
  let delete: @MainActor () -> Void
}
