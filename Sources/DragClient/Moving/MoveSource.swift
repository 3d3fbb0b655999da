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
  let check: @Sendable (String) async throws -> Void
  let delete: @Sendable (String) async throws -> Void
  let release: @Sendable (String) async -> Void

  /// A source of moves.
  ///
  /// - Parameters:
  ///   - cookie: as ``newCookie()`` gave it once.
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
