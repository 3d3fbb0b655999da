internal import DragSystem

/// A file that appears whole or not at all: it has no name, or a hidden one, until `commit`.
struct NewFile: ~Copyable {
  private let folder: Folder
  private let file: OwnedFileDescriptor
  /// Nil while it has none; else the hidden one.
  private var temporaryName: [UInt8]?

  /// Permissions as any program gives them to a new file, before the umask.
  private static let mode: UInt32 = 0o666

  init(in folder: consuming Folder) throws(SystemError) {
    self.folder = folder
    do throws(SystemError) {
      file = try self.folder.createUnnamed(mode: Self.mode)
      temporaryName = nil
    } catch {
      // Not every file system has files without names. If the cause is another, it shows again.
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

  /// Another descriptor of it, for writing.
  borrowing func writer() throws(SystemError) -> OwnedFileDescriptor {
    try file.duplicate()
  }

  /// Gives the file its name; EEXIST when something has it.
  mutating func commit(as name: [UInt8]) throws(SystemError) {
    if let temporaryName {
      try folder.rename(temporaryName, to: name)
      self.temporaryName = nil
      Interruption.forgetFiles()
    } else {
      try folder.link(file, as: name)
    }
  }

  /// Gives the file its name, and the permissions of what had it before.
  mutating func commit(replacing name: [UInt8]) throws(SystemError) {
    if let old = try folder.status(of: name), old.kind == .regular {
      try? file.setMode(old.mode)
      // A crash must not leave neither the old content nor the new.
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
