internal import ClipboardModel
internal import DragModel
internal import DragSystem
internal import Synchronization

/// The folder of contents that outlive the session: a file for each, which only its user can read. The name is the
/// entry's id, with an ending if it is pinned; the file's time is that of the copy. A file never changes, and appears
/// complete and on the disk, or not at all.
///
/// A folder belongs to one dragclip at a time. All calls wait for disks.
final class HistoryFolder: Sendable {
  /// What the folder knows of an entry beside its content.
  struct Facts: Hashable, Sendable {
    /// In microseconds of the real-time clock since 1970.
    var copied: UInt64
    var isPinned: Bool
  }

  /// An entry to write.
  struct Entry: Sendable {
    let id: EntryID
    let facts: Facts
    let isSingleWord: Bool
    let file: FileAttributes
    let types: [(type: ImportedType, content: Content)]
  }

  /// A folder that cannot be used, for people.
  struct Unusable: Error {
    let reason: String
  }

  let path: String
  private let folder: Folder
  private let lock: FileLock
  /// The end of the program may write while a worker does.
  private let turn = Mutex(())

  private static let pinned = ".pinned"
  private static let new = ".new"
  /// Of a file that is not what dragclip has written: nobody else has a name like this.
  private static let damaged = ".damaged"
  private static let lockName = "lock"

  /// Below `$XDG_STATE_HOME`.
  static func path() throws(SystemError) -> String { try StateFolder.path() + "/clipboard" }

  /// - Parameter creates: whether the folder is made if it is not there.
  /// - Returns: nil if there is none, or another dragclip has it.
  static func open(creates: Bool) throws(Unusable) -> HistoryFolder? {
    var path = ""
    do throws(SystemError) {
      path = try Self.path()
      if creates {
        try StateFolder.make(path)
      } else {
        guard try FileStatus.of(path: Array(path.utf8)) != nil else { return nil }
      }
      let folder = try Folder(path: Array(path.utf8))
      try folder.checkWritable()
      // Another user could read it, and put contents into it.
      let status = try FileStatus.of(path: Array(path.utf8))
      guard status?.owner == Environment.user else { throw SystemError("open", errno: 1) }
      let lock = try FileLock(path: "\(path)/\(lockName)")
      guard (try? lock.live(as: 0)) != nil else { return nil }
      return HistoryFolder(path, folder, lock)
    } catch {
      throw Unusable(reason: "\(path): \(error.reason)")
    }
  }

  private init(_ path: String, _ folder: consuming Folder, _ lock: FileLock) {
    self.path = path
    self.folder = folder
    self.lock = lock
  }

  // MARK: Names

  /// What dragclip's names mean.
  private enum Name {
    case entry(EntryID, isPinned: Bool)
    /// Left by a dragclip that was killed while it wrote.
    case unfinished
    case damaged
    case lock
    case foreign

    init(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      let stem = text.prefix { $0 != "." }
      switch (EntryID(String(stem)), text.dropFirst(stem.count)) {
      case (let id?, ""): self = .entry(id, isPinned: false)
      case (let id?, HistoryFolder.pinned): self = .entry(id, isPinned: true)
      case (_?, HistoryFolder.new): self = .unfinished
      case (_?, HistoryFolder.damaged): self = .damaged
      default: self = text == HistoryFolder.lockName ? .lock : .foreign
      }
    }
  }

  private static func name(_ id: EntryID, isPinned: Bool) -> [UInt8] {
    Array("\(id)\(isPinned ? pinned : "")".utf8)
  }

  // MARK: Reading

  /// The entries in the folder; `report` gets a line about each file that is none. What was left unfinished is removed.
  func entries(_ report: (String) -> Void) throws(Unusable) -> [EntryID: Facts] {
    var found: [EntryID: Facts] = [:]
    do throws(SystemError) {
      for name in try folder.names() {
        switch Name(name) {
        case .entry(let id, let isPinned):
          guard let status = try folder.status(of: name), status.kind == .regular else {
            report("\(path)/\(Self.text(name)) is no file of the history, so it stays as it is")
            continue
          }
          let copied = UInt64(clamping: status.identity.modified / 1_000)
          found[id] = Facts(copied: copied, isPinned: isPinned)
        case .unfinished: folder.remove(name)
        case .damaged, .lock: break
        case .foreign:
          report("\(path)/\(Self.text(name)) is no file of the history, so it stays as it is")
        }
      }
    } catch {
      throw Unusable(reason: "\(path): \(error.reason)")
    }
    return found
  }

  /// Reads a content. One that is damaged is put aside under another name, and `report` gets a line about it.
  func read(_ id: EntryID, _ facts: Facts, _ report: (String) -> Void) -> StoredEntry? {
    let name = Self.name(id, isPinned: facts.isPinned)
    do throws(SystemError) {
      let bytes = try folder.open(name).readToEnd(limit: Self.mostBytes)
      if let entry = bytes.flatMap({ StoredEntry($0) }) { return entry }
      let aside = "\(id)\(Self.damaged)"
      try folder.replace(Array(aside.utf8), by: name)
      report("an entry of the history is damaged: it is put aside as \(path)/\(aside)")
    } catch {
      report("an entry of the history cannot be read: \(path)/\(Self.text(name)): \(error.reason)")
    }
    return nil
  }

  /// The most bytes of a file: dragclip keeps 256 MiB at most.
  private static let mostBytes = 257 << 20

  private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }

  // MARK: Writing

  /// Changes of the folder.
  struct Changes: Sendable {
    var written: [Entry] = []
    var changed: [(id: EntryID, from: Facts, to: Facts)] = []
    var removed: [(id: EntryID, facts: Facts)] = []
    /// Whether no content is to be left, damaged ones neither.
    var removesAll = false

    var isEmpty: Bool { written.isEmpty && changed.isEmpty && removed.isEmpty && !removesAll }
  }

  /// What could not be done, and why.
  struct Failures: Sendable {
    var unwritten: [EntryID: String] = [:]
    var unremoved: [EntryID: String] = [:]
    /// The reason why a file stays that is no entry any more.
    var left: String?
  }

  func perform(_ changes: Changes) -> Failures {
    turn.withLock { _ in
      var failures = Failures()
      // First, because it makes room.
      for (id, facts) in changes.removed {
        if let reason = remove(Self.name(id, isPinned: facts.isPinned)) {
          failures.unremoved[id] = reason
        }
      }
      if changes.removesAll { failures.left = removeRest() }
      for change in changes.changed { apply(change.id, change.from, change.to) }
      for entry in changes.written {
        do throws(SystemError) {
          try write(entry)
        } catch {
          failures.unwritten[entry.id] = error.reason
        }
      }
      // A power cut may otherwise bring back what was forgotten.
      try? folder.synchronize()
      return failures
    }
  }

  private func write(_ entry: Entry) throws(SystemError) {
    let new = Array("\(entry.id)\(Self.new)".utf8)
    folder.remove(new)
    let file = try folder.create(new, mode: 0o600)
    do throws(SystemError) {
      try Self.write(
        StoredEntry.header(isSingleWord: entry.isSingleWord, entry.file), to: file)
      for (type, content) in entry.types {
        try Self.write(StoredEntry.names(type), to: file)
        try Self.write(try content.bytes(), to: file)
      }
      try file.setModified(Int64(clamping: entry.facts.copied))
      try file.synchronize()
      try folder.rename(new, to: Self.name(entry.id, isPinned: entry.facts.isPinned))
    } catch {
      folder.remove(new)
      throw error
    }
  }

  private static func write(
    _ record: [UInt8], to file: borrowing OwnedFileDescriptor
  ) throws(SystemError) {
    var records = JournalRecords()
    records.append(record)
    try file.write(all: records.bytes)
  }

  /// Only the order and the pin are lost if this fails.
  private func apply(_ id: EntryID, _ old: Facts, _ new: Facts) {
    let name = Self.name(id, isPinned: new.isPinned)
    if old.isPinned != new.isPinned {
      try? folder.rename(Self.name(id, isPinned: old.isPinned), to: name)
    }
    if old.copied != new.copied { try? folder.open(name).setModified(Int64(clamping: new.copied)) }
  }

  /// Returns the reason why a file stays.
  private func remove(_ name: [UInt8]) -> String? {
    do throws(SystemError) {
      try folder.unlink(name)
      return nil
    } catch {
      return error.isMissing ? nil : error.reason
    }
  }

  /// Removes every file that has the name of a content.
  private func removeRest() -> String? {
    do throws(SystemError) {
      var reason: String?
      for name in try folder.names() {
        switch Name(name) {
        case .entry, .unfinished, .damaged:
          guard try folder.status(of: name)?.kind == .regular else { continue }
          reason = remove(name) ?? reason
        case .lock, .foreign: break
        }
      }
      return reason
    } catch {
      return error.reason
    }
  }
}

extension Content {
  /// All bytes. For workers.
  fileprivate func bytes() throws(SystemError) -> [UInt8] {
    let bytes = try descriptor.withDescriptor { (descriptor) throws(SystemError) in
      try descriptor.read(upTo: Int(size), at: 0)
    }
    guard bytes.count == Int(size) else { throw SystemError("pread", errno: 5) }
    return bytes
  }
}
