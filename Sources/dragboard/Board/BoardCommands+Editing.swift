internal import BoardModel
internal import GtkKit
internal import Translations

/// Opens cards, and saves what a person writes on them.
extension BoardCommands {
  /// Opens the dialog for a new card's title and text.
  ///
  /// - Parameters:
  ///   - typed: what is typed already.
  ///   - added: called when the card is on the board.
  func writeCard(to list: ListID, typed: NewCard?, added: @escaping @MainActor () -> Void) {
    CardDialog.present(
      over: window.window, title: translated("New Card"), in: place(of: list), typed: typed,
      known: board.labels,
      draft: DialogDraft(of: nil, in: list, board.store)
    ) {
      // The window may show another board by then, because this one is deleted.
      [self] title, text, details throws(BoardError) in
      var new = NewCard(title: title, text: text)
      new.details = details
      guard board.list(list) != nil else {
        try keep(new, from: list)
        return added()
      }
      let outcome = try board.perform(.addCards([new], to: list, at: .end))
      added()
      revealSelecting(outcome.cards)
    }
  }

  /// The title of a list, and the name of its board.
  private func place(of list: ListID) -> String {
    [board.list(list)?.title ?? "", application.name(of: board.id)].joined(separator: " · ")
  }

  /// Where words go whose list is gone, or whose board is: another list of the board, or one of the default board,
  /// which gets one if it has none.
  private func listForRescue(
    preferring list: ListID
  ) throws(BoardError) -> (board: Board, list: BoardList) {
    let main = application.boards.main
    for board in [board, main] {
      if let list = board.list(list) ?? board.lists.first { return (board, list) }
    }
    let added = try main.perform(.addList(title: translated("New List"), at: nil, on: .main))
    guard let list = added.lists.first.flatMap({ main.list($0) }) else {
      throw .noSuchList(list.rawValue)
    }
    return (main, list)
  }

  /// Keeps cards that were being typed in a list that another process has deleted or archived.
  func rescue(_ card: NewCard, from list: ListID) {
    _ = attempt { () throws(BoardError) in try keep(card, from: list) }
  }

  private func keep(_ card: NewCard, from list: ListID) throws(BoardError) {
    let (board, list) = try listForRescue(preferring: list)
    try board.perform(.addCards([card], to: list.id, at: .end))
    say(
      translated(
        "What you were typing is in “{list}” now: its own list is gone", ["list": list.title]))
  }

  /// Opens a card: a geocache in the editor, any other card in a dialog for its words.
  func open(_ id: CardID) {
    guard let card = board.card(id) else { return }
    switch card.kind {
    case .geocache: window.edit(geocache: id)
    case .text, .file, .image, .other: edit(card)
    }
  }

  private func edit(_ card: Card) {
    // What the person has seen of the card.
    var seen = CardWords(card)
    let attachments = AttachmentsForm(card.id, self)
    CardDialog.present(
      over: window.window, title: translated("Edit Card"), in: place(of: card.list), card: card,
      known: board.labels, attachments: attachments, actions: actions(attachments),
      draft: DialogDraft(of: card, in: card.list, board.store)
    ) {
      [weak self] title, text, details throws(BoardError) in
      let words = CardWords(title: title, text: text, details: details)
      try self?.save(words, of: card, &seen, attachments)
    }
  }

  /// - Parameter attachments: those of the dialog, which know the card that a deleted one became.
  private func actions(_ attachments: AttachmentsForm) -> CardActions {
    let menu = BoardMenus.dialog(destinations(of: [attachments.card]), otherBoards: otherBoards)
    return CardActions(
      menu: menu, activity: activity(of: attachments.card),
      move: { [weak self] in self?.put([attachments.card], into: $0) },
      archive: { [weak self] in self?.take(attachments.card) { self?.archive($0) } },
      delete: { [weak self] in self?.take(attachments.card) { self?.delete($0) } })
  }

  /// The last changes of a card, as undo keeps them.
  private func activity(of card: CardID) -> [String] {
    let changes = (try? board.store.activity(of: card)) ?? []
    return changes.prefix(Self.mostActivity).map { name, time in
      [name, time.map { DueText.typed($0) }].compactMap(\.self).joined(separator: " · ")
    }
  }

  private static let mostActivity = 10

  private func take(_ card: CardID, _ act: ([CardID]) -> Void) {
    take([card], from: board.card(card)?.list, act)
  }

  /// Saves what was written on a card. What was changed elsewhere while the dialog was open stays; if the card was
  /// deleted, the words become a new one in its list, or in the first one, which gets its files too.
  ///
  /// - Parameters:
  ///   - seen: what the person has seen of the card.
  ///   - attachments: the card's files in the dialog.
  /// - Throws: `invalid` where the person and another change have changed the same part; `seen` has the other change
  ///   then.
  private func save(
    _ words: CardWords, of card: Card, _ seen: inout CardWords, _ attachments: AttachmentsForm
  ) throws(BoardError) {
    do throws(BoardError) {
      try board.edit(card.id) { (current) throws(BoardError) in
        let (old, current) = (seen, CardWords(current))
        let conflicts = words.conflicts(from: old, with: current)
        guard conflicts.isEmpty else {
          seen.set(conflicts, of: current)
          throw .invalid(
            field: conflicts.map(\.text).joined(separator: ", "),
            reason: current.words(of: conflicts))
        }
        return words.merged(from: old, into: current)
      }
    } catch {
      guard case .noSuchCard = error else { throw error }
      let (board, list) = try listForRescue(preferring: card.list)
      var new = NewCard(title: words.title, text: words.text)
      new.details = words.details
      // The files have new numbers.
      new.details.cover = nil
      new.attachments = attachments.files
      let outcome = try board.perform(.addCards([new], to: list.id, at: .end))
      attachments.follow(outcome.cards[0])
      revealSelecting(outcome.cards)
      say(
        translated(
          "“{name}” had been deleted; what you have written is on a new card",
          ["name": Self.short(card.title)]))
    }
  }

  func editSelected() {
    if let card = focusedCard { open(card) }
  }
}

extension CardWords {
  /// Says how another change has changed parts that the person has changed too.
  fileprivate func words(of conflicts: [Part]) -> String {
    let words: String? =
      switch conflicts {
      case [.title]: title
      case [.text]: text
      case [.due]: DueText.typed(details.due)
      default: nil
      }
    guard let words, !words.isEmpty else {
      return translated("changed elsewhere meanwhile; save again to replace that")
    }
    return translated(
      "changed elsewhere meanwhile, to “{words}”; save again to replace that",
      ["words": String(words.prefix(120))])
  }
}

extension CardWords.Part {
  /// For people.
  fileprivate var text: String {
    switch self {
    case .title: translated("title")
    case .text: translated("text")
    case .due: translated("due date")
    case .labels: translated("labels")
    case .checklist: translated("checklist")
    }
  }
}
