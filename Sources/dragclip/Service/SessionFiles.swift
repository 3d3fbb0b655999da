internal import DragSystem

/// The files that dragclip keeps below XDG_RUNTIME_DIR for its successor.
///
/// They belong to one dragclip: that of another bus in the same session, such as that of dbus-run-session(1), reads and
/// writes none. The lock ends with the process.
final class SessionFiles {
  private let lock: FileLock

  /// Nil while another dragclip has them, and where they cannot be.
  init?() {
    do throws(SystemError) {
      lock = try FileLock(path: try RuntimeFolder.path("dragclip-lock"))
      try lock.live(as: 0)
    } catch {
      return nil
    }
  }

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
