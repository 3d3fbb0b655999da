internal import DragConnection
internal import DragModel
internal import DragSystem

/// What a saved file keeps of the file that it was.
enum Preservation: Hashable {
  /// It is a new file.
  case nothing
  /// Its permissions without the right to run it, and its time.
  case usual
  /// The right to run it too, for the person has asked for that.
  case all

  /// The attributes for a file that is saved here. A person who moves a file has it as it was; anybody can offer a copy.
  func attributes(_ file: FileAttributes, _ operation: Operation) -> FileAttributes {
    switch (self, operation) {
    case (.nothing, _): return FileAttributes()
    case (.all, _), (.usual, .move):
      return file.saved(isExecutable: true, denied: FileMode.denied)
    case (.usual, .copy), (.usual, .link):
      return file.saved(isExecutable: false, denied: FileMode.denied)
    }
  }
}
