internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// `dragboard complete`: prints words for the completion scripts.
enum CompleteVerb {
  static let verb = Verb(
    "complete", summary: "print what a shell may complete",
    operands: .init("boards|lists|cards|types|attachments", least: 1, most: 2)
  ) { invocation in
    let words = invocation.words
    let board = try VerbBoard(invocation)
    switch words[0] {
    case "boards":
      let names = try board.store.boards().map { Printable.line($0.name) }
      try Console.print(names.map { "\($0)\n" }.joined())
    case "lists":
      let titles = try board.store.lists(on: board.id).map { Printable.line($0.title) }
      try Console.print(titles.map { "\($0)\n" }.joined())
    case "cards":
      for (_, cards) in try board.store.board(board.id) {
        let rows = cards.map { "\($0.id)\t\(Printable.line($0.title))\n" }
        try Console.print(rows.joined())
      }
    case "types":
      guard words.count > 1 else { return }
      let card = try board.card(words[1])
      let types = try board.store.representations(of: card.id).map { MIMEType.essence(of: $0.type) }
      try Console.print(types.map { "\(Printable.line($0))\n" }.joined())
    case "attachments":
      guard words.count > 1 else { return }
      let names = try board.card(words[1]).attachments.map { Printable.line($0.name) }
      try Console.print(names.map { "\($0)\n" }.joined())
    case let word:
      throw CommandFailure.usage(
        translated("“{word}” is not boards, lists, cards, types or attachments", ["word": word]))
    }
  }
}
