internal import DragSystem

/// A file descriptor with one owner. It is closed when this value's lifetime ends.
public struct OwnedDescriptor: ~Copyable, Sendable {
  var owned: OwnedFileDescriptor

  /// Takes over a descriptor that nothing else will close.
  public init(adopting rawValue: Int32) {
    owned = OwnedFileDescriptor(adopting: rawValue)
  }

  init(_ owned: consuming OwnedFileDescriptor) {
    self.owned = owned
  }

  /// The number, for calls of the system. It stays this value's: do not close it.
  public var rawValue: Int32 { owned.rawValue }

  /// Gives the descriptor up: the caller closes it.
  public consuming func release() -> Int32 {
    owned.release()
  }
}
