internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// The attributes of the original that a saved file keeps.
enum Preservation: Hashable {
  /// None, as for a new file.
  case nothing
  /// Its permissions without the right to run it, and its time.
  case usual
  /// The right to run it too, as with cp(1): the file is the user's own.
  case own
  /// The same, and its permissions instead of those of a file that it replaces, because the person has asked for that.
  case all

  /// What is kept of an item whose source is followed like that: of the user's own programs the right to run it too.
  func following(_ names: FileName.Rule) -> Preservation {
    switch (self, names) {
    case (.usual, .exact): .own
    case (.nothing, _), (.usual, .safe), (.own, _), (.all, _): self
    }
  }

  /// The attributes for a file that is saved here. A moved file keeps all of them by default.
  func attributes(_ file: FileAttributes, _ operation: Operation) -> FileAttributes {
    switch (self, operation) {
    case (.nothing, _): return FileAttributes()
    case (.own, _), (.all, _), (.usual, .move):
      return file.saved(isExecutable: true, denied: Self.denied)
    case (.usual, .copy), (.usual, .link):
      return file.saved(isExecutable: false, denied: Self.denied)
    }
  }
}

extension Preservation {
  /// Whether a saved file loses the right to be run that it had.
  func removesExecutable(_ file: FileAttributes, _ operation: Operation) -> Bool {
    guard let kept = attributes(file, operation).mode else { return false }
    return kept & 0o111 == 0 && file.mode.map { $0 & 0o111 & ~Self.denied != 0 } ?? false
  }

  /// The bits that this process denies to new files, read once for all of them.
  static let denied = FileMode.denied

  /// What `--preserve` and `--no-preserve` say.
  ///
  /// - Parameter keepsFiles: whether there is a file that can keep something.
  init(_ invocation: Invocation, keepsFiles: Bool) throws(Failure) {
    switch (invocation.has(AcceptVerb.preserve), invocation.has(AcceptVerb.noPreserve)) {
    case (true, true):
      throw .usage(translated("--preserve and --no-preserve contradict each other"))
    case (true, false):
      guard keepsFiles else {
        throw .usage(translated("--preserve needs --output with a file or folder"))
      }
      self = .all
    case (false, true): self = .nothing
    case (false, false): self = .usual
    }
  }
}
