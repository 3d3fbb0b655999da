internal import BoardModel
internal import GtkKit
internal import Translations

/// Lists are added, reordered and deleted.
extension BoardCommands {
  func addList() {
    guard let outcome = makeList(), let list = outcome.lists.first else { return }
    window.boardView.selection.activate(list)
    window.boardView.column(list)?.header.rename(addedBy: outcome.change)
    window.boardView.show(list)
  }

  /// Adds an empty list at the end of the shown board.
  func makeList() -> ChangeOutcome? {
    let used = Set(board.lists.map { $0.title.lowercased() })
    let title = BoardList.freeTitle(translated("New List"), besides: used)
    return perform(.addList(title: title, at: nil, on: board.id))
  }

  /// Removes a list that a person has begun to add, unless something else has changed since.
  func removeList(_ list: ListID, addedBy change: ChangeID) {
    focusListBeside(list) {
      let undone =
        attempt { () throws(BoardError) in try board.undo(change, onlyLast: true) } ?? nil
      if undone == nil { focusList(list) }
      return undone != nil
    }
  }

  func reorderList(_ list: ListID, by distance: Int) {
    guard let index = board.lists.firstIndex(where: { $0.id == list }) else { return }
    let distance = window.window.isRightToLeft ? -distance : distance
    reorderList(list, to: min(max(index + distance, 0), board.lists.count - 1))
  }

  func reorderList(_ list: ListID, to index: Int) {
    guard let title = board.list(list)?.title else { return }
    let outcome = perform(
      .reorderList(list, to: index),
      saying: { translated("List “{title}” moved", ["title": Self.short(title, $0)]) })
    if outcome != nil { openWindow?.boardView.reveal(list) }
  }

  func deleteList(_ list: ListID) {
    // This saves what the person is typing as a card, which comes back with the list.
    guard window.boardView.column(list)?.saveFields() != false,
      let title = board.list(list)?.title
    else { return }
    let count = board.cards(in: list).count + archivedCount { $0 == list }
    let words: @MainActor (Int) -> String = { room in
      let title = Self.short(title, room)
      return count == 0
        ? translated("List “{title}” deleted", ["title": title])
        : translated(
          count: count, one: "List “{title}” deleted, with {count} card",
          other: "List “{title}” deleted, with {count} cards", ["title": title])
    }
    asking(translated("Delete the List “{title}”?", ["title": title])) { [weak self] in
      guard let self else { return }
      focusListBeside(list) { perform(.deleteList(list), saying: words) != nil }
    }
  }

  /// Gives the keyboard to the list beside one that goes, so that the board stays where it is.
  ///
  /// - Parameter change: returns whether it has gone.
  func focusListBeside(_ list: ListID, after change: () -> Bool) {
    let lists = board.lists.map(\.id)
    let index = lists.firstIndex(of: list) ?? 0
    guard change() else { return }
    let next = lists.dropFirst(index + 1).first ?? lists.prefix(index).last
    if let next { focusList(next) } else { openWindow?.boardView.focusStart() }
  }

  /// The number of archived cards in those lists of the board for which the condition is true.
  func archivedCount(where isMeant: (ListID) -> Bool) -> Int {
    let archive = (try? board.store.archive(of: board.id)) ?? []
    return archive.reduce(0) { sum, entry in
      sum + (isMeant(entry.list.id) ? entry.cards.count : 0)
    }
  }

  /// Deletes something, after a question where the person prefers one.
  func asking(_ question: String, _ delete: @escaping @MainActor () -> Void) {
    guard board.store.preferences.asksBeforeDeleting, let window = openWindow?.window else {
      return delete()
    }
    Question.present(
      over: window, question, translated("It can be undone."), cancel: translated("_Cancel"),
      answer: translated("_Delete"), delete)
  }
}
