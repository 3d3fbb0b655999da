internal import Foundation
internal import Synchronization

/// A whole board as it was at one moment.
package struct BoardSnapshot: Sendable {
  package let lists: [BoardList]
  /// In their order.
  package let cards: [ListID: [CardID]]
  package let cardsByID: [CardID: Card]

  package init(_ board: [(list: BoardList, cards: [Card])]) {
    lists = board.map(\.list)
    cards = Dictionary(uniqueKeysWithValues: board.map { ($0.list.id, $0.cards.map(\.id)) })
    var cardsByID: [CardID: Card] = [:]
    cardsByID.reserveCapacity(board.reduce(0) { $0 + $1.cards.count })
    for (_, cards) in board { for card in cards { cardsByID[card.id] = card } }
    self.cardsByID = cardsByID
  }
}

/// Reads a whole board on another thread, over its own connection: while the program starts, or while it answers.
package final class BoardReading: Sendable {
  private let outcome = Mutex<Result<BoardSnapshot, BoardError>?>(nil)
  /// Signalled when the outcome is set.
  private let condition = NSCondition()
  /// Those that wait without a thread.
  private let tasks = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(_ path: String, _ board: BoardID = .main) {
    Thread.detachNewThread { [self] in
      let read = Result { () throws(BoardError) in
        BoardSnapshot(try Database(path, isReader: true).board(board))
      }
      condition.withLock {
        outcome.withLock { $0 = read }
        condition.broadcast()
      }
      for task in tasks.withLock({ $0 }) { task.resume() }
    }
  }

  /// As `wait()`, for a caller whose thread goes on meanwhile.
  package var value: BoardSnapshot {
    get async throws(BoardError) {
      await withCheckedContinuation { task in
        let isRead = tasks.withLock { tasks in
          if outcome.withLock({ $0 }) != nil { return true }
          tasks.append(task)
          return false
        }
        if isRead { task.resume() }
      }
      return try wait()
    }
  }

  /// Waits for the board as it was at one moment after the reading started. `BoardStore.refresh()` tells whether
  /// another process has changed it since.
  package func wait() throws(BoardError) -> BoardSnapshot {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
      condition.wait()
    }
  }
}
