internal import BoardModel
internal import GtkKit
internal import Translations

/// Commands for what is planned with cards, and for lists as a whole.
extension BoardCommands {
  /// Changes the board, and offers to undo this change.
  @discardableResult
  func perform(_ change: BoardChange, saying text: String) -> ChangeOutcome? {
    perform(change) { _ in text }
  }

  /// Marks the selected cards as done, or as not done if all of them are done.
  func toggleDone() {
    let cards = selectedCards
    guard !cards.isEmpty else { return }
    let isDone = !cards.allSatisfy { board.card($0)?.details.isDone == true }
    perform(
      .setDone(cards, isDone, then: board.store.preferences.whenDone),
      saying: isDone
        ? translated(count: cards.count, one: "Card done", other: "{count} cards done")
        : translated(count: cards.count, one: "Card not done", other: "{count} cards not done"))
  }

  /// Sets the due day of the selected cards: “today”, “tomorrow” or “none”.
  func setDue(_ day: String) {
    let due: DueDate? =
      switch day {
      case "today": DueDate.now.wholeDay
      case "tomorrow": DueDate.now.tomorrow
      default: nil
      }
    perform(.setDue(selectedCards, due))
  }

  /// The colours that the board's labels have, by name.
  var labelColors: [String: LabelColor] { board.labels.colors }

  /// The labels of the board, and whether all selected cards have them.
  var labelsOfSelected: [(label: CardLabel, isSet: Bool)] {
    let cards = selectedCards.compactMap { board.card($0) }
    return board.labels.map { label in
      (label, cards.allSatisfy { card in card.details.labels.contains { $0.name == label.name } })
    }
  }

  /// Gives the selected cards a label of the board, or takes it from them if all of them have it.
  func toggleLabel(_ name: String) {
    guard let (label, isSet) = labelsOfSelected.first(where: { $0.label.name == name }) else {
      return
    }
    perform(.setLabel(selectedCards, label, !isSet))
  }

  func archiveSelected() { take(selectedCards, from: activeList, archive) }

  func archive(_ cards: [CardID]) {
    let name = cards.first.flatMap { board.card($0)?.shownTitle } ?? ""
    perform(.archiveCards(cards, true)) { room in
      cards.count == 1
        ? translated("“{name}” archived", ["name": Self.short(name, room)])
        : translated(
          count: cards.count, one: "{count} card archived", other: "{count} cards archived")
    }
  }

  // MARK: Lists

  func archiveDone(in list: ListID?) {
    guard let list else { return }
    let done = board.cards(in: list).filter { board.card($0)?.details.isDone == true }
    guard !done.isEmpty else { return say(translated("No card of this list is done")) }
    archive(done)
  }

  func sortList(_ list: ListID?, by order: CardOrder) {
    guard let list, let title = board.list(list)?.title else { return }
    perform(
      .sortList(list, by: order),
      saying: { translated("List “{title}” sorted", ["title": Self.short(title, $0)]) })
    guard let first = board.cards(in: list).first else { return }
    window.boardView.column(list)?.scroll(to: first)
  }

  func archiveList(_ list: ListID?) {
    guard let list, window.boardView.column(list)?.saveFields() != false,
      let title = board.list(list)?.title
    else { return }
    focusListBeside(list) {
      perform(
        .archiveList(list, true),
        saying: { translated("List “{title}” archived", ["title": Self.short(title, $0)]) })
        != nil
    }
  }

  /// Asks how many cards a list should have at most.
  ///
  /// - Parameters:
  ///   - problem: what is wrong with what was typed before.
  ///   - typed: that; nil at first.
  func limitList(_ id: ListID?, problem: String = "", typed: String? = nil) {
    guard let id, let list = board.list(id) else { return }
    Prompt.present(
      over: window.window, translated("Limit of “{title}”", ["title": list.title]),
      problem.isEmpty
        ? translated("The heading warns of more cards than this. An empty field means no limit.")
        : problem,
      field: translated("Cards at Most"), text: typed ?? list.limit.map { "\($0)" } ?? "",
      cancel: translated("_Cancel"), answer: translated("_Set")
    ) { [weak self] typed in
      guard let self else { return }
      let typed = typed.trimmed
      guard let limit = typed.isEmpty ? 0 : Int(typed), typed.isEmpty || limit > 0 else {
        return limitList(
          id, problem: translated("“{typed}” is not a number of cards such as 5", ["typed": typed]),
          typed: typed)
      }
      perform(.limitList(id, typed.isEmpty ? nil : limit))
    }
  }
}
