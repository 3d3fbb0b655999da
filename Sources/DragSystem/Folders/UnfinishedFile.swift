/// A new file that appears under its name only when it is complete; until `commit` it has no name, or a hidden one.
package struct UnfinishedFile: ~Copyable {
  private let folder: Folder
  /// The last component of the path that it was made with.
  private let name: [UInt8]
  private let file: OwnedFileDescriptor
  /// Nil while the file has no name at all, which not every file system supports.
  private var hiddenName: [UInt8]?
  private let isRemovedByInterruption: Bool
  private var isSynchronized = false

  /// The umask reduces it, as for any program's files.
  private static let mode: UInt32 = 0o666

  package init(at path: String) throws(SystemError) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let parent =
      switch slash {
      case nil: Array(".".utf8)
      case 0: Array("/".utf8)
      case .some(let slash): Array(bytes[..<slash])
      }
    try self.init(
      slash.map { Array(bytes[($0 + 1)...]) } ?? bytes, in: try Folder(path: parent),
      isRemovedByInterruption: false)
  }

  /// A file that `commit(as:)` names.
  ///
  /// - Parameter isRemovedByInterruption: whether an interruption removes the hidden name. For a program that has one
  ///   such file at a time.
  package init(
    in folder: consuming Folder, isRemovedByInterruption: Bool
  ) throws(SystemError) {
    try self.init([], in: folder, isRemovedByInterruption: isRemovedByInterruption)
  }

  private init(
    _ name: [UInt8], in folder: consuming Folder, isRemovedByInterruption: Bool
  ) throws(SystemError) {
    self.folder = folder
    self.name = name
    self.isRemovedByInterruption = isRemovedByInterruption
    do throws(SystemError) {
      file = try self.folder.createUnnamed(mode: Self.mode)
      hiddenName = nil
    } catch {
      // Not every file system supports files without names. Any other cause makes the next call fail too.
      let hidden = Self.newHiddenName()
      // Before the file is there, so that no interruption leaves it.
      if isRemovedByInterruption { Interruption.setFileToRemove(hidden, in: self.folder) }
      do throws(SystemError) {
        file = try self.folder.create(hidden, mode: Self.mode)
      } catch {
        if isRemovedByInterruption { Interruption.forgetFiles() }
        throw error
      }
      FailPoint.pass("file: it has a hidden name")
      hiddenName = hidden
    }
  }

  deinit {
    guard let hiddenName else { return }
    folder.remove(hiddenName)
    if isRemovedByInterruption { Interruption.forgetFiles() }
  }

  /// A new descriptor, for writing.
  package borrowing func writer() throws(SystemError) -> OwnedFileDescriptor {
    try file.duplicate()
  }

  /// Adds bytes; blocks of zeros become holes.
  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(sparsely: bytes)
  }

  package borrowing func copy(
    _ count: UInt64, from source: borrowing OwnedFileDescriptor, while shouldContinue: () -> Bool
  ) throws(SystemError) {
    try Copy.bytes(count, from: source, to: file) { _ in shouldContinue() }
  }

  /// Gives the file the permissions of the regular file that has the name, if there is one.
  package borrowing func setMode(ofFileNamed name: [UInt8]) throws(SystemError) {
    guard let old = try folder.status(of: name), old.kind == .regular else { return }
    try? file.setMode(old.mode)
  }

  /// Ends the file after the last byte that `write` and `copy` added, writes it to the disk and gives it its name.
  /// Throws EEXIST when the name is used and `isReplacing` is false.
  ///
  /// - Parameter setAttributes: sets the permissions and times that the file is to have.
  package mutating func commit(
    replacing isReplacing: Bool,
    setAttributes: (borrowing OwnedFileDescriptor) -> Void = { _ in }
  ) throws(SystemError) {
    try file.endAtPosition()
    setAttributes(file)
    try synchronize()
    try commit(as: name, replacing: isReplacing)
  }

  /// Gives the file a name. Throws EEXIST when the name is used and `isReplacing` is false; the caller can try another
  /// name then. Before it replaces a file, it waits until the new one is on the disk. For a new name it does not wait,
  /// as `cp` does not.
  package mutating func commit(as name: [UInt8], replacing isReplacing: Bool) throws(SystemError) {
    if isReplacing, try folder.status(of: name)?.kind == .regular {
      // After a power cut either the old content or the new one must be there.
      try synchronize()
    }
    if let hiddenName {
      if isReplacing {
        try folder.replace(name, by: hiddenName)
      } else {
        try folder.rename(hiddenName, to: name)
      }
    } else if isReplacing {
      // Only a rename replaces atomically, and it needs a name.
      let hidden = Self.newHiddenName()
      if isRemovedByInterruption { Interruption.setFileToRemove(hidden, in: folder) }
      hiddenName = hidden
      try folder.link(file, as: hidden)
      FailPoint.pass("file: it has a hidden name")
      try folder.replace(name, by: hidden)
    } else {
      try folder.link(file, as: name)
    }
    if hiddenName != nil, isRemovedByInterruption { Interruption.forgetFiles() }
    hiddenName = nil
  }

  private mutating func synchronize() throws(SystemError) {
    if !isSynchronized { try file.synchronize() }
    isSynchronized = true
  }

  private static func newHiddenName() -> [UInt8] {
    Array(".dragd-\(String(Random.number(), radix: 36))".utf8)
  }
}
