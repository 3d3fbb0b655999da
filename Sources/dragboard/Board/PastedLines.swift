internal import BoardModel
internal import GtkKit
internal import Translations

/// Asks what several lines become that a person has pasted.
enum PastedLines {
  enum Answer {
    case oneCard, cards
  }

  /// - Parameters:
  ///   - cards: what the lines become, each for itself.
  ///   - act: gets nil where the person cancels.
  static func ask(
    about pasted: TypedLines, _ cards: [NewCard], over window: Window,
    _ act: @escaping @MainActor (Answer?) -> Void
  ) {
    let count = cards.count
    let isMany = count > TypedLines.most
    let isEach = count == pasted.lines.count
    Choice.present(
      over: window,
      translated(count: count, one: "Add {count} Card?", other: "Add {count} Cards?"),
      isMany
        ? translated(
          "At most {most} lines can become a card each. All of them can become one card.",
          ["most": TypedLines.most])
        : isEach
          ? translated("Each line can become a card, or all of them one card.")
          : translated(
            "Each item can become a card, with what is below it, or all lines one card."),
      cancel: translated("_Cancel"),
      answers: [translated("_One Card")]
        + (isMany ? [] : [translated(count: count, one: "_{count} Card", other: "_{count} Cards")])
    ) { answer in
      act(answer.map { $0 == 0 ? .oneCard : .cards })
    }
  }

  /// - Parameter act: called where the person wants that many cards.
  static func ask(
    aboutCount count: Int, over window: Window, _ act: @escaping @MainActor () -> Void
  ) {
    Choice.present(
      over: window,
      translated(count: count, one: "Add {count} Card?", other: "Add {count} Cards?"),
      translated("That is more than a person usually means."), cancel: translated("_Cancel"),
      answers: [translated(count: count, one: "_{count} Card", other: "_{count} Cards")]
    ) { answer in
      if answer != nil { act() }
    }
  }
}

extension BoardCommands {
  /// Asks whether a card with several short lines shall be a card for each of them, and adds what the person wants.
  ///
  /// - Returns: false where there is nothing to ask, or no window to ask in.
  func askAboutLines(of cards: [NewCard], for place: ListPlace) -> Bool {
    guard cards.count == 1, let pasted = cards[0].titles, let window = openWindow?.window else {
      return false
    }
    let each = pasted.cards(colors: labelColors)
    PastedLines.ask(about: pasted, each, over: window) { answer in
      guard let answer else { return }
      // The card after the place may be gone by now.
      let order = self.board.cards(in: place.list)
      let position = place.next.flatMap { order.contains($0) ? .before($0) : nil } ?? Position.end
      let added = self.perform(
        .addCards(answer == .oneCard ? cards : each, to: place.list, at: position))
      self.revealPasted(added?.cards ?? [])
    }
    return true
  }

  /// Asks before a drop or a paste becomes more cards than a person may have meant, and adds them piece by piece: the
  /// window goes on answering.
  ///
  /// - Returns: false where there is nothing to ask.
  /// - Throws: `invalid` where there is no window to ask in.
  func askAboutCount(of cards: [NewCard], for place: ListPlace) throws(BoardError) -> Bool {
    guard cards.count > NewCard.mostUnasked else { return false }
    guard let window = openWindow?.window else {
      try NewCard.check(count: cards.count, atMost: NewCard.mostUnasked)
      return false
    }
    PastedLines.ask(aboutCount: cards.count, over: window) {
      Task { await self.add(cards, at: place) }
    }
    return true
  }

  private func add(_ cards: [NewCard], at place: ListPlace) async {
    var step: ChangeStep?
    revealPasted(await add(cards, to: place.list, before: place.next, in: &step))
  }

  /// Adds the cards of lists piece by piece to a step that has begun.
  func add(_ cards: [[NewCard]], to lists: [ListID], in step: ChangeStep?) async {
    var step = step
    for (list, cards) in zip(lists, cards) {
      _ = await add(cards, to: list, before: nil, in: &step)
    }
  }

  private func add(
    _ cards: [NewCard], to list: ListID, before next: CardID?, in step: inout ChangeStep?
  ) async -> [CardID] {
    var added: [CardID] = []
    do {
      try await board.add(cards, to: list, in: &step, added: &added) { [board] in
        // The card after the place may be gone by now.
        next.flatMap { board.hasCard($0) ? .before($0) : nil } ?? .end
      }
    } catch {
      say(FailureText.of(error))
    }
    return added
  }

  /// Says what has come from another program, and offers to undo that. What there is to know of it goes before.
  ///
  /// - Parameter new: of which the last cards were made.
  func sayArrival(of cards: [CardID], _ new: [NewCard], in step: ChangeStep?) {
    guard let first = cards.first.flatMap({ board.card($0) }), let list = board.list(first.list)
    else { return sayNotes(of: new) }
    let (name, title, note) = (first.shownTitle, list.title, self.note(of: new))
    let words: @MainActor (Int) -> String = { room in
      let short = ShortNames.of(name, title, room: room)
      return note
        ?? (cards.count == 1
          ? translated("“{name}” added to “{list}”", ["name": short[0], "list": short[1]])
          : translated(
            count: cards.count, one: "{count} card added to “{list}”",
            other: "{count} cards added to “{list}”", ["list": Self.short(title, room)]))
    }
    guard let step else { return say(words(.max)) }
    offerUndo(of: step.change, saying: words)
  }

  /// Says which file is a plain one though its type says something else, and what of a list or file no card has.
  func sayNotes(of cards: [NewCard]) {
    if let note = note(of: cards) { say(note) }
  }

  private func note(of cards: [NewCard]) -> String? {
    if let note = cards.lazy.compactMap(\.note).first { return note }
    if let what = cards.lazy.flatMap(\.left).first {
      return translated("Not on the board: {what}", ["what": what])
    }
    return cards.first?.heading.map { heading in
      translated("The heading “{title}” is on none of the cards", ["title": Self.short(heading)])
    }
  }
}
