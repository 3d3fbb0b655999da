internal import DragModel
internal import DragSystem

/// What stands behind a representation, as the state file says it. `name` is what the service manager keeps the
/// descriptor under.
enum StoredContent: Equatable, Sendable {
  /// Small content is in the state file itself.
  case bytes([UInt8])
  /// A sealed memfd.
  case memory(name: String, size: UInt64)
  /// An unlinked file of our own.
  case spool(name: String, size: UInt64)
  /// The source's file, and what it was when it was offered.
  case reference(name: String, FileIdentity)
  case lazy(size: UInt64?)

  /// Content that came in a message is written into the state file up to this size, in bytes; more goes into a memfd.
  static let mostBytes = 65_536
}
