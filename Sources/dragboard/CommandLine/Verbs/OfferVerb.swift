internal import BoardModel
internal import CommandLineArguments
internal import DragClient
internal import DragModel
internal import DragSystem
internal import Foundation
internal import Translations

/// `dragboard offer`
enum OfferVerb {
  static let verb = Verb(
    "offer", summary: "put cards on offer on dragd", operands: .init("CARD…", least: 1, most: nil),
    description: """
      Publishes the cards with all their representations, prints the id of the offer, and waits until the offer is \
      over: nothing is made before a program accepts it. With --hold dragd gets everything at once and keeps it on \
      offer when this command has ended. With --on they are dropped onto a drop target, such as a list of another \
      board, and no other program is offered them.
      """,
    flags: [
      Flag("hold", help: "let dragd hold the content, and end"),
      Flag("move", help: "let others move the cards, which then leave the board"),
      Flag(
        "on", value: .required("TARGET"), help: "drop the cards onto a target of dragd, and end"),
      Flag("label", value: .required("TEXT"), help: "what people see; by default the card's title"),
    ],
    examples: [
      .init("dragboard offer 4fb16d08", "then, elsewhere: dragctl accept"),
      .init("dragboard offer --hold 4fb16d08", "on offer for a day, or until it is withdrawn"),
      .init("dragboard offer --move 4fb16d08 --on board/Done", "to a list of another board"),
    ]
  ) { invocation in
    guard !invocation.has("hold") || !invocation.has("move") else {
      throw CommandFailure.usage(
        translated("--hold and --move do not go together"),
        hint: translated("A move needs its source until it is done."))
    }
    guard !invocation.has("hold") || !invocation.has("on") else {
      throw CommandFailure.usage(
        translated("--hold and --on do not go together"),
        hint: translated("What is dropped is not on offer afterwards."))
    }
    let board = try await VerbBoard(settling: invocation)
    let cards = try board.cards(invocation.words)
    VerbInterruption.prepare()
    let client = try await DragClient.connect()
    let taken = TakenCards()
    var options = OfferingOptions()
    options.label = try invocation.text(of: "label") ?? label(of: cards)
    if invocation.has("move") {
      options.operations = [.copy, .move]
      options.moves = try await source(board, client, taken)
    }
    let isHeld = invocation.has("hold")
    var items: [ItemProvider] = []
    for card in cards {
      items.append(
        isHeld
          ? try await OfferedCards.heldItem(of: card, in: board.store)
          : try OfferedCards.lazyItem(of: card, in: board.store, taken))
    }
    if let target = try invocation.text(of: "on") {
      return try await TargetDrop(client, options).drop(items, on: target)
    }
    let offering = try await client.offer(items, options: options)
    try Console.print("\(id(of: offering))\n")
    // A held offer stays when this process leaves the bus.
    if !isHeld { try await wait(offering, client, board) }
  }

  private static func label(of cards: [Card]) -> String {
    let title = Printable.line(cards[0].title)
    guard cards.count > 1 else { return title }
    return translated(
      "{names} and {count} more", ["names": title, "count": cards.count - 1])
  }

  private static func id(of offering: Offering) -> Substring {
    offering.path.split(separator: "/").last ?? ""
  }

  /// The source of moves that deletes cards which have moved away.
  private static func source(
    _ board: VerbBoard, _ client: DragClient, _ taken: TakenCards
  ) async throws -> MoveSource {
    let cookie = try board.store.cookie { MoveSource.newCookie() }
    try await board.recoverDeadSources(client)
    return MoveSource(cookie: cookie) { key in
      // Another process may have died while it moved the same card.
      try await board.recoverDeadSources(client)
      try await board.prepareMove(key, isWhole: taken.remove(key))
    } delete: { key in
      try await board.deleteMoved(key)
    } release: { key in
      await board.releaseMove(key)
    }
  }

  /// Waits until the offer is over, or the person interrupts.
  private static func wait(
    _ offering: Offering, _ client: DragClient, _ board: VerbBoard
  ) async throws {
    let interruption = VerbInterruption.follow { _ in
      try? await offering.withdraw()
    }
    if isatty(STDERR_FILENO) != 0 {
      Console.note(
        translated(
          "On offer; Ctrl+C withdraws it. Take it with: dragctl accept {id}",
          ["id": id(of: offering)]))
    }
    for await event in offering.events {
      switch event {
      case .published: try Console.print("\(id(of: offering))\n")
      case .asked, .progress: break
      case .ended(let transfer):
        if case .failure(let error) = transfer.result {
          Console.note(translated("A transfer failed: {reason}", ["reason": error.message]))
        }
      case .released(let end):
        client.close()
        if case .failed(let error) = end { throw CommandFailure(error) }
        if let signal = interruption.signal { ProgramExit.by(signal) }
        return
      }
    }
  }
}
