internal import Foundation
internal import Synchronization

/// A whole board that is being read on another thread, by a connection of its own, while its program starts.
package final class BoardReading: Sendable {
  private typealias Board = [(list: BoardList, cards: [Card])]

  private let outcome = Mutex<Result<Board, BoardError>?>(nil)
  /// Signalled when there is an outcome.
  private let condition = NSCondition()

  init(_ path: String) {
    Thread.detachNewThread { [self] in
      let read = Result { () throws(BoardError) in try Database(path, isReader: true).board() }
      condition.withLock {
        outcome.withLock { $0 = read }
        condition.broadcast()
      }
    }
  }

  /// Waits for its end: the board as it was at one moment since the reading began.
  ///
  /// What was written after that moment is to be asked of the store: `BoardStore.refresh()`.
  package func finish() throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
      condition.wait()
    }
  }
}
