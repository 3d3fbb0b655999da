internal import DragModel
package import DragSystem

/// The right to move a file, which one program of the user has at a time: from dragd's Prepare until the file is
/// deleted or the move has failed, or while a file that was cut is pasted.
///
/// A hold is a note below the user's state folder, named by the file's device and inode, so that a file with two names
/// is held once. It is no lock on the file itself: not every file can be opened, NFS locks only what is open for
/// writing, dragd gets a duplicate of the descriptor and would keep the lock, and the kernel drops the lock of a
/// program that is killed, although dragd may have committed its move. The note stays, and names the move: dragd knows
/// its outcome.
///
/// Programs with other state folders, as sandboxed ones, do not see it.
package final class FileHold: Sendable {
  /// Nil for a pasted file: only a living program can delete that.
  package let move: NotedMove?
  /// The file when it was held.
  package let file: FileIdentity
  package let path: [UInt8]
  /// The inode of its folder: a disk that is not mounted leaves another folder at that path.
  private let folderInode: UInt64
  private let note: Note

  private init(
    _ note: Note, _ move: NotedMove?, _ file: FileIdentity, at path: [UInt8], in folderInode: UInt64
  ) {
    self.note = note
    self.move = move
    self.file = file
    self.path = path
    self.folderInode = folderInode
  }

  /// The name of the note, by which a person refers to it.
  package var name: String { Self.name(file.key) }

  /// Lets other programs move the file.
  package func release() {
    FailPoint.pass("source: release the file")
    note.remove()
    FailPoint.pass("source: the file is released")
  }

  /// What stands at the path of a file that was held.
  package enum Found: Sendable { case file, another, nothing }

  /// Deletes the file durably, if it still has its path and is unchanged.
  ///
  /// - Returns: what stood at its path.
  /// - Throws: also where its folder is not the one that it was.
  package func deleteFile() throws(SystemError) -> Found {
    let folder = try Self.folder(of: path)
    guard try folder.identity().inode == folderInode else {
      throw SystemError("its folder is not the one that it was: is its disk mounted?", errno: 0)
    }
    let found = try found(in: folder)
    if found == .file { try folder.unlink(Self.fileName(path)) }
    try folder.synchronize()
    return found
  }

  /// Whether the file has certainly left its path: what cannot be looked at may be there.
  package var isGone: Bool {
    guard let folder = try? Self.folder(of: path), let identity = try? folder.identity(),
      identity.inode == folderInode, let found = try? found(in: folder)
    else { return false }
    return found != .file
  }

  private func found(in folder: borrowing Folder) throws(SystemError) -> Found {
    guard let status = try folder.status(of: Self.fileName(path)) else { return .nothing }
    // The device's number may change when the machine restarts.
    var identity = status.identity
    identity.device = file.device
    return status.kind == .regular && identity == file ? .file : .another
  }

  private static func fileName(_ path: [UInt8]) -> [UInt8] {
    path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
  }

  private static func folderPath(_ path: [UInt8]) -> [UInt8] {
    Array(path.dropLast(fileName(path).count))
  }

  private static func folder(of path: [UInt8]) throws(SystemError) -> Folder {
    try Folder(path: folderPath(path))
  }

  package enum Attempt: Sendable {
    case held(FileHold)
    /// A program that was killed had the hold for a move; this process has locked it now. Only dragd knows whether the
    /// move has happened.
    case abandoned(FileHold, NotedMove)
  }

  /// Holds a file.
  ///
  /// - Parameters:
  ///   - file: the file as it is to be moved.
  ///   - path: absolute.
  /// - Throws: why it cannot be moved now.
  package static func attempt(
    _ file: FileIdentity, at path: [UInt8], for move: NotedMove?
  ) throws(Refusal) -> Attempt {
    let name = name(file.key)
    let folder = try readyFolder(path)
    let inode = try checked(path) { () throws(SystemError) in
      try Self.folder(of: path).identity().inode
    }
    if let old = renumbered(file.key, at: path), let former = old.move, !old.isGone {
      return .abandoned(old, former)
    }
    // Again while other programs release it.
    for _ in 0..<100 {
      let made = try checked(path) { () throws(SystemError) -> Note? in
        do throws(SystemError) {
          FailPoint.pass("source: hold the file")
          return try folder.write(name, text(file, path, inode, move))
        } catch {
          guard error.isExisting else { throw error }
          return nil
        }
      }
      if let made {
        FailPoint.pass("source: the file is held")
        return .held(FileHold(made, move, file, at: path, in: inode))
      }
      switch try checked(path, { () throws(SystemError) in try folder.open(name) }) {
      case .gone: continue
      case .inUse: throw held(path)
      case .unreadable(let reason): throw unusable(path, "\(folderName)/\(name): \(reason)")
      case .note(let note, let text):
        guard let old = FileHold(note, name, text) else {
          throw unusable(path, "\(folderName)/\(name) is of another version")
        }
        // Only a program that lives can still delete what was pasted, and none deletes a file that has changed: it is
        // another one, perhaps with the same inode.
        guard let former = old.move, old.file == file else {
          old.release()
          continue
        }
        return .abandoned(old, former)
      }
    }
    throw held(path)
  }

  /// A file to hold for a move.
  package struct Wanted: Sendable {
    package let file: FileIdentity
    /// Absolute.
    package let path: [UInt8]
    package let move: NotedMove

    package init(_ file: FileIdentity, at path: [UInt8], for move: NotedMove) {
      self.file = file
      self.path = path
      self.move = move
    }
  }

  /// Holds several files with one note, which is on the disk when this returns.
  ///
  /// - Returns: the hold of each; nil where another program has one or had one, or the note could not be written: then
  ///   `attempt` of that file tells why.
  static func attempt(_ wanted: [Wanted]) -> [FileHold?] {
    let names = wanted.map { name($0.file.key) }
    let former = Set(Self.names.compactMap { $0.split(separator: "-").last })
    var inodes: [[UInt8]: UInt64] = [:]
    var lines: [String] = []
    var mayBeHeld: [Int] = []
    for (index, one) in wanted.enumerated() {
      // Perhaps the same file, when its device had another number.
      guard !former.contains(Substring(String(one.file.inode))) else { continue }
      let folder = folderPath(one.path)
      guard let inode = inodes[folder] ?? (try? Folder(path: folder).identity().inode) else {
        continue
      }
      inodes[folder] = inode
      lines.append(line(names[index], one.file, one.path, inode, one.move))
      mayBeHeld.append(index)
    }
    var holds: [FileHold?] = wanted.map { _ in nil }
    for _ in mayBeHeld { FailPoint.pass("source: hold the file") }
    guard !mayBeHeld.isEmpty, let folder = try? readyFolder([]),
      let notes = try? folder.write(
        mayBeHeld.map { names[$0] }, "\(groupTitle)\n" + lines.joined())
    else { return holds }
    for (index, note) in zip(mayBeHeld, notes) {
      let one = wanted[index]
      guard let note, let inode = inodes[folderPath(one.path)] else { continue }
      FailPoint.pass("source: the file is held")
      holds[index] = FileHold(note, one.move, one.file, at: one.path, in: inode)
    }
    return holds
  }

  private static func checked<Value>(
    _ path: [UInt8], _ body: () throws(SystemError) -> Value
  ) throws(Refusal) -> Value {
    try mapError { () throws(SystemError) in
      try body()
    } to: {
      unusable(path, "\($0)")
    }
  }

  private static func held(_ path: [UInt8]) -> Refusal {
    Refusal("\(String(decoding: path, as: UTF8.self)): another program is moving it")
  }

  private static func unusable(_ path: [UInt8], _ reason: String) -> Refusal {
    Refusal("\(String(decoding: path, as: UTF8.self)) cannot be held for a move: \(reason)")
  }

  /// The names of all notes.
  package static var names: [String] {
    (try? NoteFolder(of: folderName).names())?.sorted() ?? []
  }

  /// The hold of a killed program, which this process has locked now; nil where there is none.
  ///
  /// - Parameter refusal: thrown where a living program has it; without one that counts as none.
  /// - Throws: why nobody can read the note.
  package static func abandoned(
    _ name: String, isInUse refusal: Refusal? = nil
  ) throws(Refusal) -> FileHold? {
    guard let folder = try? NoteFolder(of: folderName), let found = try? folder.open(name) else {
      return nil
    }
    switch found {
    case .gone: return nil
    case .inUse:
      if let refusal { throw refusal }
      return nil
    case .unreadable(let reason): throw Refusal("\(folderName)/\(name): \(reason)")
    case .note(let note, let text):
      guard let hold = FileHold(note, name, text) else {
        throw Refusal("\(folderName)/\(name) is of another version")
      }
      return hold
    }
  }

  /// The hold of a killed program on a file.
  ///
  /// - Throws: where a living program has it, or nobody can read the note.
  package static func abandoned(
    _ file: FileKey, at path: [UInt8]
  ) throws(Refusal) -> FileHold? {
    try abandoned(name(file), isInUse: held(path)) ?? renumbered(file, at: path)
  }

  /// The hold of a killed program on a file whose device had another number then.
  private static func renumbered(_ file: FileKey, at path: [UInt8]) -> FileHold? {
    let own = name(file)
    for name in names where name.hasSuffix("-\(file.inode)") && name != own {
      if let hold = try? abandoned(name), hold.path == path { return hold }
    }
    return nil
  }

  private static let folderName = "dragd/holds"

  private static func readyFolder(_ path: [UInt8]) throws(Refusal) -> NoteFolder {
    do throws(SystemError) {
      // Making it waits for the disk.
      if let folder = try? NoteFolder(of: folderName) { return folder }
      return try NoteFolder.make(of: folderName)
    } catch {
      throw unusable(path, "\(error)")
    }
  }

  // MARK: The note

  private static let title = "dragd-hold 1"
  /// A note of several names, with a line for each.
  private static let groupTitle = "dragd-hold 2"

  private static func name(_ file: FileKey) -> String { "\(file.device)-\(file.inode)" }

  private static func text(
    _ file: FileIdentity, _ path: [UInt8], _ folderInode: UInt64, _ move: NotedMove?
  ) -> String {
    """
    \(title)
    move \(move?.text ?? "-")
    file \(file.size) \(file.modified) \(folderInode) \(PercentText.encoded(path))

    """
  }

  private static func line(
    _ name: String, _ file: FileIdentity, _ path: [UInt8], _ folderInode: UInt64, _ move: NotedMove
  ) -> String {
    "hold \(name) \(move.text) \(file.size) \(file.modified) \(folderInode) "
      + "\(PercentText.encoded(path))\n"
  }

  /// The text of a note of one name, made of the line of that name; nil for any other text.
  private static func single(_ name: String, _ text: String) -> String? {
    guard text.hasPrefix("\(groupTitle)\n") else { return text }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 7, words[0] == "hold", String(words[1]) == name else { continue }
      let file = words[3...].joined(separator: " ")
      return "\(title)\nmove \(words[2])\nfile \(file)\n"
    }
    return nil
  }

  /// Nil for any other text.
  private convenience init?(_ note: Note, _ name: String, _ text: String) {
    guard let text = Self.single(name, text) else { return nil }
    let key = name.split(separator: "-").map { UInt64($0) }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard key.count == 2, let device = key[0], let inode = key[1], lines.count == 3,
      lines[0].joined(separator: " ") == Self.title, lines[1].count == 2, lines[1][0] == "move",
      lines[2].count == 5, lines[2][0] == "file", let size = UInt64(lines[2][1]),
      let modified = Int64(lines[2][2]), let folderInode = UInt64(lines[2][3]),
      let path = PercentText.decoded(lines[2][4])
    else { return nil }
    let move = NotedMove(String(lines[1][1]))
    guard move != nil || lines[1][1] == "-" else { return nil }
    self.init(
      note, move, FileIdentity(device: device, inode: inode, size: size, modified: modified),
      at: path, in: folderInode)
  }
}

extension BrokerConnection {
  /// Holds several files for moves, and waits for the disk once.
  ///
  /// - Parameter timeout: milliseconds for each of dragd's answers.
  package func hold(
    _ wanted: [FileHold.Wanted], timeout milliseconds: Int
  ) -> [Result<FileHold, Refusal>] {
    let together: [FileHold?] = wanted.count > 1 ? FileHold.attempt(wanted) : [nil]
    return zip(wanted, together).map { one, held in
      Result { () throws(Refusal) in
        if let held { return held }
        return try hold(one.file, at: one.path, for: one.move, timeout: milliseconds)
      }
    }
  }

  /// Holds a file for a move. Where a killed program held it, dragd tells whether that one's move has happened.
  ///
  /// - Parameter timeout: milliseconds for each of dragd's answers.
  package func hold(
    _ file: FileIdentity, at path: [UInt8], for move: NotedMove?, timeout milliseconds: Int
  ) throws(Refusal) -> FileHold {
    while true {
      switch try FileHold.attempt(file, at: path, for: move) {
      case .held(let hold): return hold
      case .abandoned(let old, let former):
        let told = try mapError { () throws(RequestError) in
          try outcome(of: former, timeout: milliseconds)
        } to: {
          old.unsettled($0.message)
        }
        try old.releaseIfAborted(told)
      }
    }
  }
}

extension FileHold {
  /// Releases the hold of a killed program if its move has not happened; throws if the file may have moved away.
  package func releaseIfAborted(_ told: ToldOutcome) throws(Refusal) {
    switch move?.decision(told) {
    case .aborted: release()
    case .committed:
      throw refusal("it has moved away, and the program that moved it has yet to delete it")
    case nil:
      throw unsettled("“dragctl recover” tells how to settle that")
    }
  }

  /// Why it cannot be moved before an earlier move of it is settled.
  package func unsettled(_ reason: String) -> Refusal {
    refusal("what became of an earlier move of it is unknown: \(reason)")
  }

  private func refusal(_ why: String) -> Refusal {
    Refusal("\(String(decoding: path, as: UTF8.self)): \(why)")
  }
}
