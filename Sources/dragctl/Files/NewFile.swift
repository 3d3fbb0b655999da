internal import DragConnection
internal import DragModel
internal import DragSystem

/// A file that appears under its name only when it is complete; until `commit` it has no name, or a hidden one.
struct NewFile: ~Copyable {
  private let folder: Folder
  private let file: OwnedFileDescriptor
  /// The hidden name; nil while the file has none.
  private var temporaryName: [UInt8]?

  /// The permissions that any program gives a new file, before the umask.
  private static let mode: UInt32 = 0o666

  init(in folder: consuming Folder) throws(SystemError) {
    self.folder = folder
    do throws(SystemError) {
      file = try self.folder.createUnnamed(mode: Self.mode)
      temporaryName = nil
    } catch {
      // Not every file system supports files without names. Any other cause makes the next call fail too.
      let name = Self.hiddenName()
      file = try self.folder.create(name, mode: Self.mode)
      temporaryName = name
      Interruption.removesFile(name, in: self.folder)
    }
  }

  deinit {
    guard let temporaryName else { return }
    folder.remove(temporaryName)
    Interruption.forgetFiles()
  }

  /// A new descriptor, for writing.
  borrowing func writer() throws(SystemError) -> OwnedFileDescriptor {
    try file.duplicate()
  }

  /// Gives the file what it keeps of the file that it was.
  borrowing func set(_ attributes: FileAttributes) {
    attributes.set(on: file)
  }

  /// Gives the file its name; throws EEXIST when the name is used.
  mutating func commit(as name: [UInt8]) throws(SystemError) {
    if let temporaryName {
      try folder.rename(temporaryName, to: name)
      self.temporaryName = nil
      Interruption.forgetFiles()
    } else {
      try folder.link(file, as: name)
    }
  }

  /// Gives the file its name, and the permissions of the file that it replaces unless it keeps its own.
  mutating func commit(replacing name: [UInt8], keepsMode: Bool) throws(SystemError) {
    if let old = try folder.status(of: name), old.kind == .regular {
      if !keepsMode { try? file.setMode(old.mode) }
      // After a crash either the old content or the new one must be there.
      try file.synchronizeContent()
    }
    if temporaryName == nil {
      let hidden = Self.hiddenName()
      try folder.link(file, as: hidden)
      temporaryName = hidden
    }
    if let temporaryName { try folder.replace(name, by: temporaryName) }
    temporaryName = nil
    Interruption.forgetFiles()
  }

  private static func hiddenName() -> [UInt8] {
    Array(".dragctl-\(String(UInt64.random(in: 0 ... .max), radix: 36))".utf8)
  }
}
