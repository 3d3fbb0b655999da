internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// `dragboard edit`
enum EditVerb {
  static let verb = Verb(
    "edit", summary: "change a card", operands: .init("CARD", least: 1, most: 1),
    description: """
      Changes what the flags name and leaves everything else, in one change that the window can undo. Prints the \
      card's id. An empty value takes the date, the labels or the text away. DATE is as in 2026-11-25, \
      25.11.2026, 24 Dec, 24.12., 2026-11-25T14:30, today, tomorrow, friday or next friday, and \
      “tomorrow 14:30” or “friday 9am” has a time. COLOR is blue, green, \
      yellow, orange, red, purple, brown or gray.
      """,
    flags: [
      Flag("title", value: .required("TITLE"), help: "its title, or a geocache's name"),
      Flag("text", value: .required("TEXT"), help: "the text below the title"),
      PlanFlags.due, PlanFlags.label("the labels instead of those it has; repeat it"),
      PlanFlags.item,
      Flag("comment", value: .required("TEXT"), help: "add a comment"),
      Flag("tick", value: .required("NUMBER"), help: "tick an item of the checklist, or untick it"),
      .json,
    ],
    examples: [
      .init("dragboard edit 4fb16d08 --due 2026-11-25", "when it is due"),
      .init("dragboard edit 4fb16d08 --label Home:green --item 'Buy paint'", "a label and an item"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let id = try board.card(invocation.words[0]).id
    guard invocation.entries.contains(where: isChange) else {
      throw CommandFailure.usage(
        translated("edit needs something to change"),
        hint: translated("Try “{command}”.", ["command": "dragboard edit --help"]))
    }
    let edit = try Edit(invocation)
    let outcome = try board.store.edit(id) { (card) throws(BoardError) in
      try edit.applied(to: CardWords(card))
    }
    for line in outcome.notes { Console.note(line) }
    try board.print([id], invocation)
  }

  private static func isChange(_ entry: Invocation.Entry) -> Bool {
    switch entry {
    case .operand: false
    case .flag(let name, _): name != Flag.json.name && name != Flag.board.name
    }
  }

  /// What the flags name.
  private struct Edit {
    let title: String?
    let text: String?
    let plan: PlanFlags
    let tick: Int?
    let comment: String?

    init(_ invocation: Invocation) throws {
      title = try invocation.text(of: "title")
      guard title?.isBlank != true else {
        throw CommandFailure.usage(translated("--title: a card needs a title"))
      }
      text = try invocation.text(of: "text")
      plan = try PlanFlags(invocation)
      comment = try invocation.text(of: "comment")
      tick = try invocation.number(of: "tick", from: 1, as: Int.self)
    }

    func applied(to words: CardWords) throws(BoardError) -> CardWords {
      var words = words
      if let title { words.title = title }
      if let text { words.text = text }
      plan.apply(to: &words.details)
      if let comment, !comment.isBlank {
        words.details.comments.append(CardComment(comment, time: DueDate.secondsNow))
      }
      if let tick {
        let count = words.details.checklist.count
        guard tick <= count else { throw .noSuchItem(tick, count: count) }
        words.details.checklist[tick - 1].isDone.toggle()
      }
      return words
    }
  }
}
