internal import DragModel
internal import DragSystem

/// The attributes of the original that a saved file keeps.
enum Preservation: Hashable {
  /// It is a new file.
  case nothing
  /// Its permissions without the right to run it, and its time.
  case usual
  /// The right to run it too, for the person has asked for that.
  case all

  /// The attributes for a file that is saved here: of a moved file all, of a copy, which any program can offer, fewer.
  func attributes(_ file: FileAttributes, _ operation: Operation) -> FileAttributes {
    let executable: UInt32 = 0o111
    switch (self, operation) {
    case (.nothing, _): return FileAttributes()
    case (.all, _), (.usual, .move):
      return FileAttributes(mode: file.mode.map(Self.allowed), modified: file.modified)
    case (.usual, .copy), (.usual, .link):
      return FileAttributes(
        mode: file.mode.map { Self.allowed($0) & ~executable }, modified: file.modified)
    }
  }

  private static func allowed(_ mode: UInt32) -> UInt32 { mode & 0o777 & ~FileMode.denied }
}

extension FileAttributes {
  /// Of a file of this machine.
  init(_ status: FileStatus) {
    let modified = status.identity.modified
    self.init(mode: status.mode, modified: modified < 0 ? nil : UInt64(modified) / 1_000)
  }

  /// Gives them to a file. A file system that has no such attributes refuses them: the content matters more.
  func set(on file: borrowing OwnedFileDescriptor) {
    if let mode { try? file.setMode(mode) }
    if let modified { try? file.setModified(modified) }
  }
}
