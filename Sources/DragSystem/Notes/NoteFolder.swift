internal import CLinux

/// A folder of notes: small files in which processes write down what others have to finish for them,
/// should they die.
///
/// A note appears whole, and on the disk, or not at all. It is locked (flock(2)) while the process lives that wrote
/// it or that works on it, so that nobody else takes it up. Its last line is a checksum of all before.
package struct NoteFolder: ~Copyable, Sendable {
  private let folder: Folder

  /// Opens the folder of a program's notes; ENOENT when there has never been one.
  package init(of program: String) throws(SystemError) {
    folder = try Folder(path: Array(StateFolder.path(of: program).utf8))
  }

  /// Makes the folder if it is not there.
  package static func make(of program: String) throws(SystemError) -> NoteFolder {
    try StateFolder.make(try StateFolder.path(of: program))
    return try NoteFolder(of: program)
  }

  /// What there is, notes and anything else; one that is being written is not there yet.
  package func names() throws(SystemError) -> [String] {
    try folder.names().map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix(Self.unfinished) }
  }

  /// Writes a note, and waits until it is on the disk. It is locked until the process ends, or removes it.
  ///
  /// Throws EEXIST when there is one of that name.
  package func write(_ name: String, _ text: String) throws(SystemError) -> Note {
    let name = Array(name.utf8)
    let bytes = NoteSeal.sealed(Array(text.utf8))
    do throws(SystemError) {
      let file = try folder.createUnnamed(mode: 0o600)
      try Self.fill(file, bytes)
      try folder.link(file, as: name)
      return try Note.written(try folder.duplicate(), name, file)
    } catch {
      if error.isExisting { throw error }
      // Not every file system has files without names. If the cause is another, it shows again.
      return try writeNamed(name, bytes)
    }
  }

  private func writeNamed(_ name: [UInt8], _ bytes: [UInt8]) throws(SystemError) -> Note {
    let temporary = Array("\(Self.unfinished)\(String(Random.number(), radix: 36))".utf8)
    let file = try folder.create(temporary, mode: 0o600)
    do throws(SystemError) {
      try Self.fill(file, bytes)
      try folder.rename(temporary, to: name)
    } catch {
      folder.remove(temporary)
      throw error
    }
    return try Note.written(try folder.duplicate(), name, file)
  }

  /// Nothing depends yet on a note with such a name.
  private static let unfinished = ".new-"

  private static func fill(
    _ file: borrowing OwnedFileDescriptor, _ bytes: [UInt8]
  ) throws(SystemError) {
    guard linux_flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw .last("flock") }
    try file.write(all: bytes)
    guard fsync(file.rawValue) == 0 else { throw .last("fsync") }
  }

  /// What a name turns out to be.
  package enum Found {
    /// It is locked by this process from now on.
    case note(Note, text: String)
    /// Its process lives, or another one is working on it.
    case inUse
    /// Somebody has removed it meanwhile.
    case gone
    /// No note, or one that is damaged: nothing can be concluded from it.
    case unreadable(String)
  }

  /// Takes up a note that a process has left.
  package func take(_ name: String) throws(SystemError) -> Found {
    let bytes = Array(name.utf8)
    let folder = try folder.duplicate()
    guard let facts = try folder.status(of: bytes) else { return .gone }
    guard facts.kind == .regular else { return .unreadable("it is no regular file") }
    let file: OwnedFileDescriptor
    do throws(SystemError) {
      file = try folder.open(bytes)
    } catch {
      if error.isMissing { return .gone }
      throw error
    }
    guard linux_flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      if linux_errno() == EWOULDBLOCK { return .inUse }
      throw .last("flock")
    }
    guard try !FileStatus(of: file).isUnnamed else { return .gone }
    guard let content = try file.readToEnd(limit: Self.limit) else {
      return .unreadable("it is too large")
    }
    guard let inner = NoteSeal.opened(content), let text = String(validating: inner, as: UTF8.self)
    else { return .unreadable("it is damaged, or not of this program") }
    return .note(Note(folder, bytes, file), text: text)
  }

  /// In bytes; a thousand items with the longest paths have room.
  private static let limit = 16 << 20
}

/// A note that this process has locked.
package final class Note {
  private let folder: Folder
  private let name: [UInt8]
  /// Open for the lock's sake.
  private let file: OwnedFileDescriptor

  init(_ folder: consuming Folder, _ name: [UInt8], _ file: consuming OwnedFileDescriptor) {
    self.folder = folder
    self.name = name
    self.file = file
  }

  /// Waits until the name of what has just been written is on the disk.
  static func written(
    _ folder: consuming Folder, _ name: [UInt8], _ file: consuming OwnedFileDescriptor
  ) throws(SystemError) -> Note {
    do throws(SystemError) {
      try folder.synchronize()
    } catch {
      folder.remove(name)
      throw error
    }
    return Note(folder, name, file)
  }

  /// Nothing is left to be finished. One that comes back, for the power fails now, is finished again.
  package func remove() {
    folder.remove(name)
  }

  /// Has an interruption of the program remove it; see `Interruption.removesFile`.
  package func removeWhenInterrupted() {
    Interruption.removesFile(name, in: folder)
  }
}
