internal import BoardModel
internal import GtkKit
internal import Translations

/// The row below the cards of a list in which a person types the titles of new cards, one after another.
final class QuickAddRow {
  let widget = Box(.horizontal, spacing: 0)
  /// Called when the row is closed.
  var onClose: @MainActor () -> Void = {}
  private let list: ListID
  private let commands: BoardCommands
  private let entry = Entry()
  /// Whether something was typed since the row was opened or a card was added.
  private var hasTyped = false
  /// The card that the person added last.
  private var last: CardID?
  private var keeping: Timer?
  /// Whether a question about pasted lines is open.
  private var isAsking = false

  init(_ list: ListID, _ commands: BoardCommands) {
    self.list = list
    self.commands = commands
    widget.add(style: "quick-add", "linked")
    entry.placeholder = translated("Title of the new card")
    entry.accessibleLabel = translated("New Card")
    let more = Button(
      icon: "document-edit-symbolic", tooltip: translated("Write More (Ctrl+Enter)"))
    let done = Button(icon: "window-close-symbolic", tooltip: translated("Done (Escape)"))
    widget.append(entry.expanding(horizontally: true))
    widget.append(more)
    widget.append(done)
    more.onClick { [weak self] in self?.writeMore() }
    done.onClick { [weak self] in self?.close() }
    entry.onActivate { [weak self] in self?.enter() }
    entry.onChange { [weak self] in self?.changed() }
    entry.onKey(first: true) { [weak self] key in
      switch key {
      case Key("Escape"): self?.close(keepingWords: true)
      case Key("Return", .control), Key("KP_Enter", .control): self?.writeMore()
      // An entry handles this key even if there is nothing to undo in it.
      case Key("z", .control) where self?.hasTyped == false: self?.undo()
      default: return false
      }
      return true
    }
    widget.onFocusChange { [weak self] isInside in
      guard let self, !isInside, !isAsking, typed.isEmpty else { return }
      close(focusing: false)
    }
  }

  var isFocused: Bool { widget.hasFocusInside }
  private var typed: String { entry.text.trimmed }
  /// The text before the person pasted several lines.
  private var textBeforePaste = ""

  func open() {
    last = nil
    widget.isVisible = true
    if typed.isEmpty { entry.text = commands.board.draft(for: list) ?? "" }
    hasTyped = !typed.isEmpty
    entry.focus()
    if !typed.isEmpty { entry.selectAll() }
  }

  /// Adds the card and stays for the next. Where nothing is typed it stays too: the next Return of a quick finger would
  /// open the card that has the keyboard then, and what is typed after it would replace the title.
  private func enter() {
    guard let typedCard else { return }
    add([typedCard])
  }

  /// Adds what is typed, so that it is not lost.
  ///
  /// - Returns: false where that fails; a message says why.
  func save() -> Bool {
    unsaved.map { add([$0]) } ?? true
  }

  /// What is typed, for a list that is gone.
  var unsaved: NewCard? { widget.isVisible ? typedCard : nil }

  /// The card that the typed words say; nil without words.
  private var typedCard: NewCard? {
    typed.isEmpty ? nil : NewCard(typed: typed, colors: commands.labelColors)
  }

  @discardableResult
  private func add(_ cards: [NewCard]) -> Bool {
    guard let outcome = commands.perform(.addCards(cards, to: list, at: .end)) else { return false }
    entry.clear()
    hasTyped = false
    commands.board.keep(draft: nil, for: list)
    last = outcome.cards.last
    commands.reveal(outcome.cards, scrollingTo: last)
    if let note = outcome.notes.first { commands.say(note) }
    if let word = cards.lazy.compactMap({ NewCard.unknownDate(inTitle: $0.title) }).first {
      commands.say(
        translated(
          "“{word}” is not a date, and stays in the title", ["word": String(word.prefix(40))])
      )
    }
    return true
  }

  /// - Parameter keepingWords: whether what was typed is there again when the row is opened; the next word that is
  ///   typed replaces it.
  private func close(focusing: Bool = true, keepingWords: Bool = false) {
    guard widget.isVisible else { return }
    if !keepingWords { entry.text = "" }
    keepDraft()
    let hadFocus = isFocused
    widget.isVisible = false
    onClose()
    guard focusing || hadFocus else { return }
    if let last { commands.revealSelecting([last]) } else { commands.focusList(list) }
  }

  private func undo() {
    commands.undo()
    // The card that it takes back had been revealed, and the row stays open for the next.
    if widget.isVisible { entry.focus() }
  }

  /// Opens the dialog for a title and a text.
  private func writeMore() {
    commands.writeCard(to: list, typed: typedCard) { [weak self] in self?.close(focusing: false) }
  }

  // MARK: Pasting

  /// Keeps what is typed where it survives the end of the program.
  private func keepSoon() {
    keeping = Timer(every: 500) { [weak self] in
      guard let self else { return }
      keeping = nil
      if widget.isVisible { keepDraft() }
    }
  }

  private func keepDraft() {
    commands.board.keep(draft: typed.isEmpty ? nil : typed, for: list)
  }

  /// An entry keeps the line ends of a pasted text.
  private func changed() {
    keepSoon()
    guard !isAsking else { return }
    if !entry.text.isEmpty { hasTyped = true }
    guard entry.text.contains(where: \.isNewline) else {
      textBeforePaste = entry.text
      return
    }
    let pasted = TypedLines(entry.text)
    guard pasted.lines.count > 1 else {
      entry.text = pasted.lines.first ?? ""
      return entry.goToEnd()
    }
    isAsking = true
    // The entry is still handling its change.
    Task { ask(pasted) }
  }

  private func ask(_ pasted: TypedLines) {
    guard let window = commands.openWindow?.window else { return }
    let cards = pasted.cards(colors: commands.labelColors)
    guard cards.count > 1 else { return act(.cards, pasted, cards) }
    PastedLines.ask(about: pasted, cards, over: window) { [weak self] answer in
      self?.act(answer, pasted, cards)
    }
  }

  private func act(_ answer: PastedLines.Answer?, _ pasted: TypedLines, _ cards: [NewCard]) {
    isAsking = false
    switch answer {
    case .oneCard: add([pasted.card])
    case .cards:
      add(cards)
      commands.sayNotes(of: cards)
    case nil: entry.text = textBeforePaste
    }
    entry.focus()
    entry.goToEnd()
  }
}
