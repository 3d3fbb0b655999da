internal import BoardModel
internal import DragClient
internal import GtkKit

/// What a board adds to a drop or the clipboard for other boards.
extension IncomingContent {
  /// The ids of cards of the same board; nil where there are none, or they cannot be read.
  ///
  /// - Throws: `CancellationError`.
  func cards(of board: Board) async throws -> [CardID]? {
    let text = try await text(CardContent.type(of: board.store))
    return text?.split(separator: "\n").map { CardID(rawValue: String($0)) }
  }

  /// The offer on dragd with the same content; nil without one.
  ///
  /// - Throws: `CancellationError`.
  func offer(at bus: BoardBus) async throws -> (offered: Offered, items: [OfferedItem])? {
    guard let client = bus.client, let path = try await text(CardContent.offerType) else {
      return nil
    }
    let offered = try? await client.offered(at: path)
    let items = try? await offered?.items()
    try Task.checkCancellation()
    guard let offered, let items else { return nil }
    return (offered, items)
  }

  private func text(_ type: String) async throws -> String? {
    guard types.contains(type) else { return nil }
    // The path of an offer, or a list of ids.
    let bytes = try? await bytes(type, atMost: 1 << 20, within: InputStream.silenceLimit)
    try Task.checkCancellation()
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Drop {
  /// Finishes a drop of cards of this board, which their source must keep, and passes them on; nothing where they
  /// cannot be read. They come from this process, from another one, or from a drag that GTK has lost: on Wayland it
  /// loses a drag when an earlier one of this process ends.
  func acceptCards(of board: Board, _ body: @escaping @MainActor ([CardID]) -> Void) {
    if let drag = board.drag(of: self) {
      drag.needsNoDeletion = true
      finish(actions.contains(.move) ? .move : .copy)
      return body(drag.cards)
    }
    Task {
      let cards = try? await cards(of: board)
      // The source must not delete the cards: the store does.
      finish(cards == nil ? [] : .copy)
      board.refresh()
      if let cards { body(cards) }
    }
  }
}
