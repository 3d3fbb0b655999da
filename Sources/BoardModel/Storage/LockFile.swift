/// A file that is locked as long as this lives: so others see whether its owner does.
final class LockFile: Sendable {
  private let file: OpenFile
  var path: String { file.path }

  /// Locks a file.
  ///
  /// - Parameter waiting: whether to wait for whoever has it; else nil is what comes of that.
  init?(_ path: String, waiting: Bool) throws(BoardError) {
    while true {
      let file = try OpenFile(locking: path)
      guard try file.lock(waiting: waiting) else { return nil }
      // Whoever had it may have removed it meanwhile: then this is the lock of nothing.
      if file.isInPlace() {
        self.file = file
        return
      }
    }
  }

  /// Removes the file while it is locked.
  func remove() { Folder.remove(file.path) }
}
