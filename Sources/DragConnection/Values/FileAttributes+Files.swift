package import DragModel
package import DragSystem

extension FileAttributes {
  /// Of a file of this machine.
  package init(_ status: FileStatus) {
    let modified = status.identity.modified
    self.init(mode: status.mode, modified: modified < 0 ? nil : UInt64(modified) / 1_000)
  }

  /// For a file that is saved here.
  ///
  /// - Parameters:
  ///   - isExecutable: whether the right to run the file is kept: where the person asks for it or moves an own file.
  ///     Any program can offer a copy.
  ///   - denied: the bits that this process denies to every new file.
  package func saved(isExecutable: Bool, denied: UInt32) -> FileAttributes {
    let allowed: UInt32 = isExecutable ? 0o777 : 0o666
    return FileAttributes(mode: mode.map { $0 & allowed & ~denied }, modified: modified)
  }

  /// Gives them to a file. A file system that has no such attributes refuses them: the content matters more.
  package func set(on file: borrowing OwnedFileDescriptor) {
    if let mode { try? file.setMode(mode) }
    if let modified { try? file.setModified(modified) }
  }
}
