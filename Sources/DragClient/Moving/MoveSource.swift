internal import DragSystem

/// What a source of moves keeps across restarts, and how it deletes items that have moved away.
///
/// A move happens exactly once, whichever process is killed at whatever time. So before its first offer of moves, and
/// whenever dragd has restarted, this library asks dragd which items have moved away meanwhile, deletes them, and
/// acknowledges that.
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
  ///   - check: throws when the item of a key is not there any more or has changed: then its move does not happen. It has
  ///     10 s.
  ///   - delete: deletes the item of a key, durably; one that is deleted already is success. It may be called again for
  ///     the same key.
  ///   - release: the move of a key that `check` has let pass did not happen. What is called for one key is called one
  ///     after the other.
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
