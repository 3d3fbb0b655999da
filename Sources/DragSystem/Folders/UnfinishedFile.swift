/// A new file that appears under its name only when it is complete.
package struct UnfinishedFile: ~Copyable {
  private let folder: Folder
  private let name: [UInt8]
  private let file: OwnedFileDescriptor
  /// Nil while the file has no name at all, which not every file system supports.
  private var hiddenName: [UInt8]?

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
      slash.map { Array(bytes[($0 + 1)...]) } ?? bytes, in: try Folder(path: parent))
  }

  private init(_ name: [UInt8], in folder: consuming Folder) throws(SystemError) {
    self.folder = folder
    self.name = name
    do throws(SystemError) {
      file = try self.folder.createUnnamed(mode: Self.mode)
      hiddenName = nil
    } catch {
      // Not every file system supports files without names. Any other cause makes the next call fail too.
      let hidden = Self.newHiddenName()
      file = try self.folder.create(hidden, mode: Self.mode)
      hiddenName = hidden
    }
  }

  deinit {
    if let hiddenName { folder.remove(hiddenName) }
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

  /// Writes the file to the disk and gives it its name. Throws EEXIST when the name is used and `isReplacing` is false.
  ///
  /// - Parameter setAttributes: sets the permissions and times that the file is to have.
  package mutating func commit(
    replacing isReplacing: Bool,
    setAttributes: (borrowing OwnedFileDescriptor) -> Void = { _ in }
  ) throws(SystemError) {
    try file.endAtPosition()
    setAttributes(file)
    try file.synchronize()
    guard isReplacing else {
      if let hidden = hiddenName {
        try folder.rename(hidden, to: name)
        hiddenName = nil
      } else {
        try folder.link(file, as: name)
      }
      return
    }
    let hidden = hiddenName ?? Self.newHiddenName()
    if hiddenName == nil {
      try folder.link(file, as: hidden)
      hiddenName = hidden
    }
    try folder.replace(name, by: hidden)
    hiddenName = nil
  }

  private static func newHiddenName() -> [UInt8] {
    Array(".dragd-\(String(Random.number(), radix: 36))".utf8)
  }
}
