internal import DragSystem

/// The files that dragclip keeps below XDG_RUNTIME_DIR for its successor.
///
/// They belong to one dragclip: that of another bus in the same session, such as that of dbus-run-session(1), reads and
/// writes none. The lock ends with the process.
final class SessionFiles {
  private let lock: FileLock

  /// Nil while another dragclip has them, and where they cannot be.
  ///
  /// - Parameter timeout: how many milliseconds to wait for the end of the other dragclip.
  init?(within timeout: Int = 0) {
    guard let path = try? RuntimeFolder.path("dragclip-lock"), let lock = try? FileLock(path: path)
    else { return nil }
    self.lock = lock
    // Only the end of a process gives up its lock, and the kernel wakes nobody who does not wait for ever.
    for _ in 0...timeout / Self.pause {
      if (try? lock.live(as: 0)) != nil { return }
      if timeout > 0 { Sleep.milliseconds(Self.pause) }
    }
    return nil
  }

  private static let pause = 10

  func read(_ name: [UInt8], limit: Int) -> [UInt8]? {
    try? RuntimeFolder.read(name, limit: limit)
  }

  /// Creates the file anew.
  func create(_ name: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let folder = try RuntimeFolder.ready()
    folder.remove(name)
    return try folder.create(name, mode: 0o600)
  }

  func replace(_ name: [UInt8], by new: [UInt8]) throws(SystemError) {
    try RuntimeFolder.ready().replace(name, by: new)
  }

  func remove(_ name: [UInt8]) {
    if let folder = try? RuntimeFolder.ready() { folder.remove(name) }
  }
}
