internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// Receives items through dragd: completely or not at all, and moved items exactly once.
enum ItemReceiver {
  /// Shows a placeholder for each item, scrolls to the first, and starts receiving them.
  ///
  /// - Parameters:
  ///   - isPaste: whether to ask what several lines become.
  ///   - reveal: shows the cards of an item.
  static func start(
    _ items: [OfferedItem], _ operation: DragOperation, at place: ListPlace,
    _ commands: BoardCommands, isPaste: Bool = false,
    reveal: @escaping @MainActor ([CardID]) -> Void
  ) {
    let (board, bus) = (commands.board, commands.bus)
    var previous: Placeholder?
    let step = ReceivedStep()
    for item in items {
      let before = previous
      let placeholder = placeholder(for: item, at: place)
      let mayAsk = isPaste && items.count == 1 && !isOfBoard(item)
      placeholder.work = { placeholder in
        // The cards keep the order of the items.
        try? await before?.waitForEnd()
        do {
          var copied: [NewCard] = []
          let cards = try await receive(
            item, operation, for: placeholder, in: step, board, bus
          ) { cards in
            copied = cards
            return try commands.askAboutCount(of: cards, for: placeholder.place)
              || mayAsk && commands.askAboutLines(of: cards, for: placeholder.place)
          }
          reveal(cards)
          step.cards += cards
          if isPaste || cards.isEmpty {
            commands.sayNotes(of: copied)
          } else {
            // Cards that have moved here exist nowhere else.
            commands.sayArrival(of: step.cards, copied, in: operation == .move ? nil : step.done)
          }
        } catch {
          commands.openWindow?.boardView.show(placeholder)
          throw error
        }
      }
      board.add(placeholder, before: place.placeholder)
      // What a person adds from the side panel goes to a list that may be out of sight.
      if previous == nil { commands.openWindow?.boardView.show(placeholder) }
      previous = placeholder
    }
  }

  /// Shows a placeholder for one item and receives it; throws where that fails.
  ///
  /// - Parameter step: what has arrived of the same drop.
  static func receiveAndWait(
    _ item: OfferedItem, _ operation: DragOperation, at place: ListPlace, in step: ReceivedStep,
    _ board: Board, _ bus: BoardBus
  ) async throws {
    let placeholder = placeholder(for: item, at: place)
    placeholder.work = { placeholder in
      do {
        let cards = try await receive(
          item, operation, for: placeholder, in: step, board, bus, isByPerson: false)
        bus.onArrival(board.id, cards)
      } catch {
        // An offer for this drop alone ends when its source learns of the failure.
        placeholder.canBeRetried = await isListed(item.offered, bus)
        throw error
      }
    }
    board.add(placeholder, before: place.placeholder)
    bus.onStart(board.id, placeholder)
    try await placeholder.waitForEnd()
  }

  /// Whether an offer is listed for all programs: it outlives the drop.
  private static func isListed(_ offered: Offered, _ bus: BoardBus) async -> Bool {
    guard let client = bus.client else { return false }
    for await offers in client.offers { return offers.contains { $0.id == offered.id } }
    return false
  }

  private static func placeholder(for item: OfferedItem, at place: ListPlace) -> Placeholder {
    let placeholder = Placeholder(name: name(of: item), at: place)
    placeholder.total = item.representations.first?.size
    return placeholder
  }

  private static func name(of item: OfferedItem) -> String {
    if let name = item.suggestedName { return name }
    if !item.offered.label.isEmpty { return item.offered.label }
    let kinds = item.representations.lazy.map { OfferSummary.description(of: $0.type) }
    return kinds.first { !$0.isEmpty } ?? translated("Data")
  }

  /// Receives one item; returns its cards when they are on the board.
  ///
  /// - Parameters:
  ///   - isByPerson: whether a person has dropped or pasted it here.
  ///   - ask: returns whether it has asked the person what copied cards become, and adds them itself.
  private static func receive(
    _ item: OfferedItem, _ operation: DragOperation, for placeholder: Placeholder,
    in step: ReceivedStep, _ board: Board, _ bus: BoardBus, isByPerson: Bool = true,
    asking ask: @MainActor ([NewCard]) throws -> Bool = { cards in
      try NewCard.check(count: cards.count, atMost: NewCard.mostUnasked)
      return false
    }
  ) async throws -> [CardID] {
    let transfer = OfferTransfer(of: item.offered.path) { placeholder.report($0, of: $1) }
    defer { transfer.end() }
    switch operation {
    case .copy, .link:
      let cards = try await copies(of: item, board, transfer, isByPerson: isByPerson) {
        placeholder.name = $0
      }
      try Task.checkCancellation()
      return try ask(cards) ? [] : try await board.add(cards, for: placeholder, in: step)
    case .move:
      guard let journal = bus.journal else {
        throw DragError(.disconnected, "the session bus has ended")
      }
      let parts = try await parts(of: item, isMove: true, board) { placeholder.name = $0 }
      let loading = item.loading([parts.best.offered])
      let watching = watch(loading) { transfer.report($0) }
      defer { watching.cancel() }
      let (staging, name) = (board.store.staging, item.suggestedName)
      let reader = item.cardReader(isByPerson: isByPerson)
      let moved = MovedCards()
      try await loading.move(journal: journal) { @Sendable content, transfer in
        let first = (type: parts.best.type, content: try await stage(content, staging))
        let cards = try await CardImport.cards(
          name: name, [first] + parts.others, staging, describedBy: parts.description, by: reader)
        try NewCard.check(count: cards.count, atMost: NewCard.mostUnasked)
        try await board.insertPending(transfer, cards, at: placeholder.place)
        await journal.note(transfer, in: step)
        await moved.note(transfer)
      }
      let cards = moved.transfer.map { journal.removeLanded($0) } ?? []
      board.placePlaceholders(above: cards, at: placeholder.place)
      return cards
    }
  }

  /// Copies one item, and makes cards of it.
  ///
  /// - Parameters:
  ///   - isByPerson: whether a person has dropped or pasted it here.
  ///   - onTitle: called with what is known of its title before its content is there.
  static func copies(
    of item: OfferedItem, _ board: Board, _ transfer: OfferTransfer, isByPerson: Bool = true,
    onTitle: @MainActor (String) -> Void = { _ in }
  ) async throws -> [NewCard] {
    let parts = try await parts(of: item, isMove: false, board, onTitle: onTitle)
    let content = try await load(item.loading([parts.best.offered]), board) { transfer.report($0) }
    let first = (type: parts.best.type, content: content)
    return try await CardImport.cards(
      name: item.suggestedName, [first] + parts.others, board.store.staging,
      describedBy: parts.description, by: item.cardReader(isByPerson: isByPerson),
      progress: { transfer.report($0) })
  }

  /// Chooses the best representation of an item, and copies the others: a move transfers only one.
  private static func parts(
    of item: OfferedItem, isMove: Bool, _ board: Board, onTitle: @MainActor (String) -> Void
  ) async throws -> ItemParts {
    let description = try await description(of: item, board)
    if let title = description?.name ?? description?.title { onTitle(title) }
    let wanted = try WantedTypes.sources(
      of: item.representations.map(\.type), describedBy: description, isWhole: true,
      isMove: isMove)
    guard let best = wanted.first else {
      throw DragError(.notAcceptable, "nothing in it can be read")
    }
    var others: [(type: String, content: Content)] = []
    for one in wanted.dropFirst() {
      let content = try await one.content {
        try await load(item.loading([$0]), board, progress: { _ in })
      }
      if let content { others.append((one.type, content)) }
    }
    return ItemParts(description: description, best: best, others: others)
  }

  /// The description of another board's card; nil for other items.
  private static func description(
    of item: OfferedItem, _ board: Board
  ) async throws -> CardDescription? {
    guard isOfBoard(item) else { return nil }
    let content = try await load(
      item.loading([CardDescription.type]), board, progress: { _ in })
    return try await CardImport.description(content)
  }

  /// Whether an item is a card of a board, with its description.
  private static func isOfBoard(_ item: OfferedItem) -> Bool {
    item.representations.contains { $0.type == CardDescription.type }
  }

  private static func load(
    _ loading: Loading, _ board: Board, progress: @escaping @MainActor (TransferProgress) -> Void
  ) async throws -> Content {
    let watching = watch(loading, progress)
    defer { watching.cancel() }
    return try await stage(try await loading.load(), board.store.staging)
  }

  private static func watch(
    _ loading: Loading, _ progress: @escaping @MainActor (TransferProgress) -> Void
  ) -> Task<Void, Never> {
    let updates = loading.progress
    return Task { for await update in updates { progress(update) } }
  }

  /// Stores large content in a file: it is never in memory as a whole.
  nonisolated private static func stage(
    _ loaded: LoadedRepresentation, _ staging: Staging
  ) async throws -> Content {
    guard loaded.size > UInt64(Staging.threshold) else {
      return .bytes(try await loaded.bytes())
    }
    let file = staging.place()
    try await loaded.save(to: file.path)
    return .staged(try file.sealed())
  }
}

extension OfferedItem {
  /// Makes its cards. Files whose addresses it has are opened only for a person who has dropped or pasted it, and for a
  /// source that may open them too.
  ///
  /// - Parameter isByPerson: whether a person has dropped or pasted it here.
  func cardReader(isByPerson: Bool) -> CardReader {
    CardReader(openingFiles: isByPerson && !offered.isFromSandbox)
  }
}

/// What has arrived of a drop, which is one step for undo.
final class ReceivedStep {
  private(set) var done: ChangeStep?
  /// The cards that a person has dropped.
  var cards: [CardID] = []

  func note(_ step: ChangeStep?) { done = step ?? done }
}

/// What an item is received by.
private struct ItemParts: Sendable {
  /// The description of another board's card; nil for other items.
  let description: CardDescription?
  let best: WantedType
  /// The representations beside the best one.
  let others: [(type: String, content: Content)]
}

/// The transfer of a move that is under way.
private final class MovedCards {
  private(set) var transfer: TransferID?

  func note(_ transfer: TransferID) { self.transfer = transfer }
}

extension Board {
  /// How many cards are added at once at first: a list makes a row for each.
  static let firstPiece = 20
  /// How many are added at least: what they cost together should not be less than what a piece costs.
  private static let leastPiece = 60
  /// How long it may take to add some, so that with what is drawn then the window answers within 100 ms.
  private static let pieceTime = Duration.milliseconds(30)

  /// Adds cards piece by piece, and lets the window answer between two.
  ///
  /// - Parameters:
  ///   - step: what they become a part of, and then the one that they are in.
  ///   - added: gets the cards that are there, also where this throws.
  ///   - position: of the next piece; what is around it may change meanwhile.
  /// - Throws: `BoardError`; `CancellationError`.
  func add(
    _ cards: [NewCard], to list: ListID, in step: inout ChangeStep?, added: inout [CardID],
    at position: @MainActor () -> Position
  ) async throws {
    var left = cards[...]
    try await inPieces { count in
      let outcome = try perform(
        .addCards(Array(left.prefix(count)), to: list, at: position(), in: step))
      (step, left) = (outcome.step ?? step, left.dropFirst(count))
      added += outcome.cards
      return !left.isEmpty
    }
  }

  /// Lets the window answer between two pieces of what takes long.
  ///
  /// - Parameter piece: gets how many cards it may take; returns whether there are more.
  private func inPieces(_ piece: (_ count: Int) throws -> Bool) async throws {
    var (count, start) = (Self.firstPiece, ContinuousClock.now)
    while try piece(count) {
      let time = start.duration(to: .now)
      count = time < Self.pieceTime ? count + 10 : max(count / 2, Self.leastPiece)
      await MainQueue.idle()
      try Task.checkCancellation()
      start = .now
    }
  }

  /// Adds the cards for which a placeholder stands: all of them, or none as far as that can be.
  func add(
    _ cards: [NewCard], for placeholder: Placeholder, in step: ReceivedStep = ReceivedStep()
  ) async throws -> [CardID] {
    var (done, added) = (step.done, [CardID]())
    do {
      try await add(cards, to: placeholder.list, in: &done, added: &added) {
        placeholder.place.position
      }
    } catch {
      // Whoever learns of the failure may send all of it again.
      if !added.isEmpty { _ = try? perform(.deleteCards(added)) }
      throw error
    }
    step.note(done)
    placePlaceholders(above: added, at: placeholder.place)
    return added
  }

  /// Stores the cards of a move as pending.
  func insertPending(
    _ transfer: TransferID, _ cards: [NewCard], at place: ListPlace
  ) async throws {
    var left = try store.startPending(
      transfer.rawValue, cards, to: place.list, at: place.position)
    try await inPieces { count in
      try store.insert(count, of: &left)
      return left.count > 0
    }
  }
}
