internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// `dragboard rm`
enum RmVerb {
  static let verb = Verb(
    "rm", summary: "delete cards", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Deletes the cards, given by their ids or at least four characters from the beginning of them. \
      It is one change, which the window can undo.
      """,
    examples: [.init("dragboard rm 4fb16d08", "delete a card")]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let cards = try board.cards(invocation.words)
    try board.store.perform(.deleteCards(cards.map(\.id)))
  }
}

/// `dragboard done`
enum DoneVerb {
  static let verb = Verb(
    "done", summary: "mark cards as done", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Marks the cards as done, and prints their ids. It is one change, which the window can undo. They stay where \
      they are, unless the preferences of the window say otherwise.
      """,
    flags: [Flag("not", help: "mark them as not done"), .json],
    examples: [.init("dragboard done 4fb16d08", "it stays in its list")]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let cards = try board.cards(invocation.words).map(\.id)
    try board.store.perform(
      .setDone(cards, !invocation.has("not"), then: board.store.preferences.whenDone))
    try board.print(cards, invocation)
  }
}

/// `dragboard archive`
enum ArchiveVerb {
  static let verb = Verb(
    "archive", summary: "archive cards", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Puts the cards into the archive of their board, or with --restore back into their lists, and prints their ids. \
      It is one change, which the window can undo. “dragboard ls --archive” shows the archived cards. --restore takes \
      archived lists too.
      """,
    flags: [Flag("restore", help: "put them back into their lists"), .json],
    examples: [
      .init("dragboard archive 4fb16d08", "it is neither shown nor lost"),
      .init("dragboard archive --restore 4fb16d08", "back into its list"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let isRestoring = invocation.has("restore")
    var words = invocation.words
    let lists = isRestoring ? try board.removeArchivedLists(from: &words) : []
    let found = try board.cards(words)
    // Like a card that is done already, it changes nothing.
    for card in found where isRestoring {
      let isArchived = try card.isArchived || board.store.list(card.list)?.isArchived == true
      guard !isArchived else { continue }
      Console.note(translated("“{title}” is not in the archive", ["title": card.shownTitle]))
    }
    let cards = found.map(\.id)
    if isRestoring {
      try board.store.perform(.restore(lists.map(\.id), cards))
    } else {
      try board.store.perform(.archiveCards(cards, true))
    }
    let restored = try lists.flatMap { (list) throws(BoardError) in
      try board.store.cards(in: list.id).map(\.id)
    }
    try board.print(restored + cards, invocation)
  }
}
