internal import CSQLite
internal import Foundation
internal import Synchronization

/// Copies what is in the write-ahead log into the database, on a thread and over a connection of its own: that waits
/// for the disk twice, which the thread of a window must not.
///
/// A change is durable in the log before it is copied, and stays there until it is.
final class Checkpoints: Sendable {
  private let path: String
  private let isRunning = Mutex(false)

  /// As many pages in the log as after which SQLite would do it at a commit.
  private static let pages: CInt = 1000
  /// How often it copies what has come while it copied: only a log that is copied whole begins anew.
  private static let passes = 4

  init(_ path: String) { self.path = path }

  /// Has a connection call this object after its commits. The connection must keep it.
  func follow(_ connection: OpaquePointer) {
    sqlite3_wal_hook(
      connection,
      { checkpoints, _, _, pages in
        if let checkpoints {
          Unmanaged<Checkpoints>.fromOpaque(checkpoints).takeUnretainedValue().committed(pages)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// - Parameter pages: in the log.
  private func committed(_ pages: CInt) {
    guard pages >= Self.pages else { return }
    let isFree = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isFree else { return }
    Thread.detachNewThread { [self] in
      copy()
      isRunning.withLock { $0 = false }
    }
  }

  /// What it cannot copy now is copied after a later commit.
  private func copy() {
    guard let database = try? Database(path) else { return }
    for _ in 0..<Self.passes {
      let found = try? database.first("PRAGMA wal_checkpoint(PASSIVE)") {
        (log: $0.integer(1), copied: $0.integer(2))
      }
      guard let pages = found ?? nil, pages.copied < pages.log else { return }
    }
  }
}
