internal import DragSystem

/// The identity of a source of moves, which it keeps across restarts, and the functions that check and delete its
/// items.
///
/// A move happens exactly once, even if processes are killed at any moment. So before the first offer of moves, and
/// whenever dragd has restarted, this library asks dragd which items have moved away meanwhile, deletes them, and
/// acknowledges the deletions.
public struct MoveSource: Sendable {
  /// The secret that names this source across its restarts: at least 22 random characters, kept in its store, never
  /// used by two running processes.
  public let cookie: String
  /// Nil where the items are no files, or the program itself holds them.
  let files: MovedFiles?
  let check: @Sendable (String) async throws -> Void
  let delete: @Sendable (String) async throws -> Void
  let release: @Sendable (String) async -> Void

  /// A source of moves.
  ///
  /// - Parameters:
  ///   - cookie: a result of ``newCookie()`` that the source has stored.
  ///   - check: throws when the item of a key is gone or has changed: then its move does not happen. It must return
  ///     within 10 s.
  ///   - delete: deletes the item of a key durably; if it is deleted already, that is a success. It may be called again
  ///     for the same key.
  ///   - release: called when the move of a key did not happen after `check` had succeeded. The calls for one key never
  ///     overlap.
  public init(
    cookie: String, check: @escaping @Sendable (String) async throws -> Void = { _ in },
    delete: @escaping @Sendable (String) async throws -> Void,
    release: @escaping @Sendable (String) async -> Void = { _ in }
  ) {
    self.cookie = cookie
    files = nil
    self.check = check
    self.delete = delete
    self.release = release
  }

  /// A source of files: each item is one, which was registered by its path
  /// (``ItemProvider/register(_:file:visibility:)``) or descriptor as the item's first file.
  ///
  /// The library checks that a file is still at its path and unchanged, holds it against every other program of the
  /// user that would move it, and deletes it when it has moved away; a file that has replaced it stays. `dragctl` and
  /// its `paste --move` hold files in the same way. A program in a sandbox holds them only against itself.
  ///
  /// - Parameters:
  ///   - cookie: a result of ``newCookie()`` that the source has stored.
  ///   - path: the absolute path of the file of a key; nil for a key whose file the source has no longer.
  ///   - moved: called when the file of a key has moved away and is deleted, perhaps again for the same key. Forget the
  ///     key, durably.
  public static func files(
    cookie: String, at path: @escaping @Sendable (String) async throws -> String?,
    moved: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> MoveSource {
    let files = MovedFiles(path: path)
    return MoveSource(
      cookie: cookie, files: files, check: { _ in },
      delete: { key in
        try await files.delete(key)
        try await moved(key)
      }, release: { key in files.release(key) })
  }

  private init(
    cookie: String, files: MovedFiles, check: @escaping @Sendable (String) async throws -> Void,
    delete: @escaping @Sendable (String) async throws -> Void,
    release: @escaping @Sendable (String) async -> Void
  ) {
    self.cookie = cookie
    self.files = files
    self.check = check
    self.delete = delete
    self.release = release
  }

  /// A new cookie, of 130 random bits.
  public static func newCookie() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String(Random.bytes(26).map { letters[Int($0 & 31)] })
  }
}

/// A destination's record of received items whose moves are not committed yet.
///
/// The content that `storing` of ``Loading/move(journal:storing:)`` stored is pending under the transfer's id; the
/// program does not show it yet. The content becomes permanent when dragd has committed the move, and is discarded when
/// the item stays with its source. Each method must be durable when it returns, and may be called again.
public protocol MoveJournal: Sendable {
  /// The transfers that are neither forgotten nor discarded.
  func pendingMoves() async throws -> [TransferID]

  /// Makes the item permanent and shows it: it belongs to this program now. Keeps the id.
  func makePermanent(_ transfer: TransferID) async throws

  /// Discards the pending content and the id: the item stays with its source.
  func discard(_ transfer: TransferID) async throws

  /// Removes the id: the item is permanent, and dragd knows that.
  func forget(_ transfer: TransferID) async throws
}
