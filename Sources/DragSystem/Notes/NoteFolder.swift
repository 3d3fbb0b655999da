internal import CLinux

/// A folder of notes: small files in which a process records what other processes must finish for it if it dies.
///
/// A note appears complete and on the disk, or not at all. The process that wrote it or works on it holds a lock
/// (flock(2)), so that no other process opens it. Its last line is a checksum of the bytes before.
package struct NoteFolder: ~Copyable, Sendable {
  private let folder: Folder

  /// Opens the folder of a program's notes; throws ENOENT when the program has never written one.
  package init(of program: String) throws(SystemError) {
    folder = try Folder(path: Array(StateFolder.path(of: program).utf8))
  }

  /// Creates the folder unless it exists.
  package static func make(of program: String) throws(SystemError) -> NoteFolder {
    try StateFolder.make(try StateFolder.path(of: program))
    return try NoteFolder(of: program)
  }

  /// The names in the folder, of notes and any other files; without notes that are being written.
  package func names() throws(SystemError) -> [String] {
    try folder.names().map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix(Self.unfinished) }
  }

  /// Writes a note, locks it until the process ends or removes it, and waits until it is on the disk.
  ///
  /// Throws EEXIST when a note has that name.
  package func write(_ name: String, _ text: String) throws(SystemError) -> Note {
    let notes: [Note?]
    do throws(SystemError) {
      notes = try write([name], text)
    } catch {
      // Not every file system supports files without names. Any other cause makes the next call fail too.
      return try writeNamed(Array(name.utf8), NoteSeal.sealed(Array(text.utf8)))
    }
    guard let note = notes[0] else { throw SystemError.used }
    return note
  }

  /// Writes one note under several names, and waits once until all are on the disk. Under each name it is opened and
  /// removed alone; the lock is on all of them.
  ///
  /// - Returns: the note of each name; nil for a name that is used.
  package func write(_ names: [String], _ text: String) throws(SystemError) -> [Note?] {
    let file = try folder.createUnnamed(mode: 0o600)
    try Self.fill(file, NoteSeal.sealed(Array(text.utf8)))
    let place = NotePlace(try folder.duplicate(), file)
    // Nothing but the disk can fail from here on: the note would stay, and no program would know of it.
    var notes: [Note?] = []
    do throws(SystemError) {
      for name in names {
        let name = Array(name.utf8)
        do throws(SystemError) {
          try folder.link(place.file, as: name)
          notes.append(Note(place, name))
        } catch {
          guard error.isExisting else { throw error }
          notes.append(nil)
        }
      }
      try folder.synchronize()
    } catch {
      for note in notes { note?.remove() }
      throw error
    }
    return notes
  }

  private func writeNamed(_ name: [UInt8], _ bytes: [UInt8]) throws(SystemError) -> Note {
    let temporary = Array("\(Self.unfinished)\(String(Random.number(), radix: 36))".utf8)
    let own = try folder.duplicate()
    let file = try folder.create(temporary, mode: 0o600)
    do throws(SystemError) {
      try Self.fill(file, bytes)
      try folder.rename(temporary, to: name)
    } catch {
      folder.remove(temporary)
      throw error
    }
    do throws(SystemError) {
      try folder.synchronize()
    } catch {
      folder.remove(name)
      throw error
    }
    return Note(NotePlace(own, file), name)
  }

  /// The prefix of notes that are being written, which no process depends on.
  private static let unfinished = ".new-"

  private static func fill(
    _ file: borrowing OwnedFileDescriptor, _ bytes: [UInt8]
  ) throws(SystemError) {
    guard linux_flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw .last("flock") }
    try file.write(all: bytes)
    guard fsync(file.rawValue) == 0 else { throw .last("fsync") }
  }

  /// The result of opening a name.
  package enum Found {
    /// A note, which this process has locked.
    case note(Note, text: String)
    /// The process that wrote the note lives, or another one works on it.
    case inUse
    /// Another process has removed the note meanwhile.
    case gone
    /// Not a note, or a damaged one, which proves nothing.
    case unreadable(String)
  }

  /// Opens and locks a note that another process left behind.
  package func open(_ name: String) throws(SystemError) -> Found {
    let bytes = Array(name.utf8)
    let folder = try folder.duplicate()
    guard let facts = try folder.status(of: bytes) else { return .gone }
    guard facts.kind == .regular else { return .unreadable("it is not a regular file") }
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
    // Meanwhile the process that had the lock may have removed this name; the note may have others.
    guard try folder.status(of: bytes)?.identity.key == FileStatus(of: file).identity.key else {
      return .gone
    }
    guard let content = try file.readToEnd(limit: Self.limit) else {
      return .unreadable("it is too large")
    }
    guard let inner = NoteSeal.opened(content), let text = String(validating: inner, as: UTF8.self)
    else { return .unreadable("it is damaged, or another program wrote it") }
    return .note(Note(NotePlace(folder, file), bytes), text: text)
  }

  /// In bytes; enough for a thousand items with the longest paths.
  private static let limit = 16 << 20
}

/// A note that this process has locked.
package final class Note: Sendable {
  private let place: NotePlace
  private let name: [UInt8]

  fileprivate init(_ place: NotePlace, _ name: [UInt8]) {
    self.place = place
    self.name = name
  }

  /// Removes the note when nothing is left to finish. If a power failure brings it back, finishing it again is
  /// harmless.
  package func remove() {
    place.folder.remove(name)
  }

  /// Has an interruption of the program remove the note; see `Interruption.setFileToRemove`.
  package func removeWhenInterrupted() {
    Interruption.setFileToRemove(name, in: place.folder)
  }
}

/// The folder and the file of a note, kept open for its lock as long as one of its names is in use.
private final class NotePlace: Sendable {
  let folder: Folder
  let file: OwnedFileDescriptor

  init(_ folder: consuming Folder, _ file: consuming OwnedFileDescriptor) {
    self.folder = folder
    self.file = file
  }
}

extension SystemError {
  /// EEXIST.
  fileprivate static let used = SystemError("linkat", errno: EEXIST)
}

/// The last line of a note: `sum` and the checksum (CRC-32C, hexadecimal) of all the bytes before it.
enum NoteSeal {
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(bytes)
    let digits = String(checksum.value, radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return bytes + Array("sum \(padded)\n".utf8)
  }

  /// The bytes without the seal; nil when the seal does not match.
  static func opened(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= length else { return nil }
    let inner = Array(bytes.dropLast(length))
    return sealed(inner) == bytes ? inner : nil
  }

  /// In bytes.
  private static let length = "sum 01234567\n".utf8.count
}
