internal import Foundation
internal import Synchronization

/// Reads a whole board on another thread, over its own connection, while the program starts.
package final class BoardReading: Sendable {
  private typealias Board = [(list: BoardList, cards: [Card])]

  private let outcome = Mutex<Result<Board, BoardError>?>(nil)
  /// Signalled when the outcome is set.
  private let condition = NSCondition()

  init(_ path: String, _ board: BoardID = .main) {
    Thread.detachNewThread { [self] in
      let read = Result { () throws(BoardError) in try Database(path, isReader: true).board(board) }
      condition.withLock {
        outcome.withLock { $0 = read }
        condition.broadcast()
      }
    }
  }

  /// Waits for the board as it was at one moment after the reading started. `BoardStore.refresh()` tells whether
  /// another process has changed it since.
  package func wait() throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
      condition.wait()
    }
  }
}
