/// The attributes of the originals that files and folders keep.
package struct TreeAttributes: Hashable, Sendable {
  package var keepsModes: Bool
  /// The right to run files. Folders have it always: it is the right to enter them.
  package var keepsExecutable: Bool
  package var keepsTimes: Bool
  /// The bits that this process denies to new files (umask(2)).
  package var denied: UInt32

  package init(keepsModes: Bool, keepsExecutable: Bool, keepsTimes: Bool, denied: UInt32) {
    self.keepsModes = keepsModes
    self.keepsExecutable = keepsExecutable
    self.keepsTimes = keepsTimes
    self.denied = denied
  }

  func mode(ofFile mode: UInt32) -> UInt32 {
    guard keepsModes else { return 0o666 & ~denied }
    return (keepsExecutable ? mode : mode & ~0o111) & 0o777 & ~denied
  }

  /// The owner always has all rights, so that the user can remove a folder from another program.
  func mode(ofFolder mode: UInt32) -> UInt32 {
    (keepsModes ? mode & 0o777 : 0o777) & ~denied | 0o700
  }

  func modified(_ moment: UInt64?) -> UInt64? { keepsTimes ? moment : nil }
}
