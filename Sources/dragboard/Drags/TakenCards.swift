internal import Synchronization

/// The cards of which a program has taken the description, as boards do: with it it has the whole card. Other programs
/// that move a card would lose its attachments and details.
nonisolated final class TakenCards: Sendable {
  private let keys = Mutex<Set<String>>([])

  /// A program has taken everything of the card with this move key.
  func add(_ key: String) { keys.withLock { _ = $0.insert(key) } }

  /// Whether one has since the last call.
  func remove(_ key: String) -> Bool { keys.withLock { $0.remove(key) != nil } }
}
