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
  /// How many names the file had then; nil where its note does not tell.
  package let links: UInt64?
  package let place: FilePlace
  private let note: Note

  private init(
    _ note: Note, _ move: NotedMove?, _ file: FileIdentity, links: UInt64?, at place: FilePlace
  ) {
    self.note = note
    self.move = move
    self.file = file
    self.links = links
    self.place = place
  }

  /// The name of the note, by which a person refers to it.
  package var name: String { Self.name(file.key) }

  /// Lets other programs move the file.
  package func release() {
    FailPoint.pass("source: release the file")
    note.remove()
    FailPoint.pass("source: the file is released")
  }

  /// Deletes the file durably, if it is still in its folder and unchanged.
  package func deleteFile() throws(Refusal) -> FilePlace.Deletion {
    try place.delete(file, links: links)
  }

  /// Whether the file has certainly left its folder: what cannot be looked at may be there.
  package var isGone: Bool { place.isWithout(file, links: links) }

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
  /// - Throws: why it cannot be moved now.
  package static func attempt(
    _ file: FileIdentity, at place: FilePlace, for move: NotedMove?
  ) throws(Refusal) -> Attempt {
    let name = name(file.key)
    let folder = try readyFolder(place)
    let links = Self.links(at: place)
    if let old = renumbered(file.key, at: place.path), let former = old.move, !old.isGone {
      return .abandoned(old, former)
    }
    // Again while other programs release it.
    for _ in 0..<100 {
      let made = try checked(place) { () throws(SystemError) -> Note? in
        do throws(SystemError) {
          FailPoint.pass("source: hold the file")
          return try folder.write(name, "\(title)\n" + line(file, links, place, move))
        } catch {
          guard error.isExisting else { throw error }
          return nil
        }
      }
      if let made {
        FailPoint.pass("source: the file is held")
        return .held(FileHold(made, move, file, links: links, at: place))
      }
      switch try checked(place, { () throws(SystemError) in try folder.open(name) }) {
      case .gone: continue
      case .inUse: throw held(place.text)
      case .unreadable(let reason): throw unusable(place, "\(folderName)/\(name): \(reason)")
      case .note(let note, let text):
        guard let old = FileHold(note, name, text) else {
          throw unusable(place, "\(folderName)/\(name) is of another version")
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
    throw held(place.text)
  }

  /// A file to hold for a move.
  package struct Wanted: Sendable {
    package let file: FileIdentity
    package let place: FilePlace
    package let move: NotedMove

    package init(_ file: FileIdentity, at place: FilePlace, for move: NotedMove) {
      self.file = file
      self.place = place
      self.move = move
    }
  }

  /// Holds several files with one note, which is on the disk when this returns.
  ///
  /// - Returns: the hold of each; nil where another program has one or had one, or the note could not be written: then
  ///   `attempt` of that file tells why.
  static func attempt(_ wanted: [Wanted]) -> [FileHold?] {
    let names = wanted.map { name($0.file.key) }
    let links = wanted.map { Self.links(at: $0.place) }
    let former = Set(Self.names.compactMap { $0.split(separator: "-").last })
    // The others are perhaps the same files, when their device had another number.
    let mayBeHeld = wanted.indices.filter {
      !former.contains(Substring(String(wanted[$0].file.inode)))
    }
    var holds: [FileHold?] = wanted.map { _ in nil }
    for _ in mayBeHeld { FailPoint.pass("source: hold the file") }
    let lines = mayBeHeld.map {
      line(wanted[$0].file, links[$0], wanted[$0].place, wanted[$0].move)
    }
    guard let first = mayBeHeld.first, let folder = try? readyFolder(wanted[first].place),
      let notes = try? folder.write(mayBeHeld.map { names[$0] }, "\(title)\n" + lines.joined())
    else { return holds }
    for (index, note) in zip(mayBeHeld, notes) {
      guard let note else { continue }
      FailPoint.pass("source: the file is held")
      let one = wanted[index]
      holds[index] = FileHold(note, one.move, one.file, links: links[index], at: one.place)
    }
    return holds
  }

  /// What cannot be looked at, as what is gone already, has no other name that is looked for later.
  private static func links(at place: FilePlace) -> UInt64? {
    (try? FileStatus.of(path: place.path, followsLinks: false))?.links
  }

  private static func checked<Value>(
    _ place: FilePlace, _ body: () throws(SystemError) -> Value
  ) throws(Refusal) -> Value {
    try mapError { () throws(SystemError) in
      try body()
    } to: {
      unusable(place, "\($0)")
    }
  }

  private static func held(_ path: String) -> Refusal {
    Refusal("\(path): another program is moving it")
  }

  private static func unusable(_ place: FilePlace, _ reason: String) -> Refusal {
    Refusal("\(place.text) cannot be held for a move: \(reason)")
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
  /// - Parameter path: of the file; absolute, without symbolic links before its name.
  /// - Throws: where a living program has it, or nobody can read the note.
  package static func abandoned(
    _ file: FileKey, at path: [UInt8]
  ) throws(Refusal) -> FileHold? {
    try abandoned(name(file), isInUse: held(String(decoding: path, as: UTF8.self)))
      ?? renumbered(file, at: path)
  }

  /// The hold of a killed program on a file that had this path.
  package static func abandoned(at path: [UInt8]) -> FileHold? {
    names.lazy.compactMap { try? abandoned($0) }.first { $0.place.path == path }
  }

  /// The hold of a killed program on a file whose device had another number then.
  private static func renumbered(_ file: FileKey, at path: [UInt8]) -> FileHold? {
    let own = name(file)
    for name in names where name.hasSuffix("-\(file.inode)") && name != own {
      if let hold = try? abandoned(name), hold.place.path == path { return hold }
    }
    return nil
  }

  /// Below the state folder.
  package static let folderName = "dragd/holds"

  private static func readyFolder(_ place: FilePlace) throws(Refusal) -> NoteFolder {
    do throws(SystemError) {
      // Making it waits for the disk.
      if let folder = try? NoteFolder(of: folderName) { return folder }
      return try NoteFolder.make(of: folderName)
    } catch {
      throw unusable(place, "\(error)")
    }
  }

  // MARK: The note

  private static let title = "dragd-hold 3"

  private static func name(_ file: FileKey) -> String { "\(file.device)-\(file.inode)" }

  /// A note has one for each of its names.
  private static func line(
    _ file: FileIdentity, _ links: UInt64?, _ place: FilePlace, _ move: NotedMove?
  ) -> String {
    "hold \(name(file.key)) \(move?.text ?? "-") \(file.size) \(file.modified)"
      + " \(links.map { "\($0)" } ?? "-") \(place.noted)\n"
  }

  /// Nil for any other text.
  private convenience init?(_ note: Note, _ name: String, _ text: String) {
    guard let words = Self.words(name, text) else { return nil }
    let key = name.split(separator: "-").map { UInt64($0) }
    guard key.count == 2, let device = key[0], let inode = key[1], words.count == 7,
      let size = UInt64(words[1]), let modified = Int64(words[2]),
      let place = FilePlace(noted: words[4...])
    else { return nil }
    let move = NotedMove(String(words[0]))
    let links = UInt64(words[3])
    guard move != nil || words[0] == "-", links != nil || words[3] == "-" else { return nil }
    self.init(
      note, move, FileIdentity(device: device, inode: inode, size: size, modified: modified),
      links: links, at: place)
  }

  /// The words after the name in the line of that name.
  private static func words(_ name: String, _ text: String) -> [Substring]? {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    let title = lines.first?.joined(separator: " ")
    let line = lines.first { $0.count > 2 && $0[0] == "hold" && $0[1] == name }
    switch title {
    case Self.title: return line.map { Array($0[2...]) }
    // Notes of earlier versions have the path as one word, and do not tell how many names the file had.
    case "dragd-hold 2":
      guard let line, line.count == 7 else { return nil }
      return former(Array(line[2...]))
    case "dragd-hold 1":
      guard lines.count == 3, lines[1].count == 2, lines[1][0] == "move", lines[2].count == 5,
        lines[2][0] == "file"
      else { return nil }
      return former([lines[1][1]] + lines[2][1...])
    default: return nil
    }
  }

  /// - Parameter words: move, size, modified, inode of the folder, path.
  private static func former(_ words: [Substring]) -> [Substring]? {
    let path = words[4].split(separator: "/", omittingEmptySubsequences: false)
    guard let name = path.last, path.count > 1, path[0].isEmpty else { return nil }
    let folder = path.count == 2 ? "/" : path.dropLast().joined(separator: "/")
    return Array(words[..<3]) + ["-", words[3], Substring(folder), name]
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
        return try hold(one.file, at: one.place, for: one.move, timeout: milliseconds)
      }
    }
  }

  /// Holds a file for a move. Where a killed program held it, dragd tells whether that one's move has happened.
  ///
  /// - Parameter timeout: milliseconds for each of dragd's answers.
  package func hold(
    _ file: FileIdentity, at place: FilePlace, for move: NotedMove?, timeout milliseconds: Int
  ) throws(Refusal) -> FileHold {
    while true {
      switch try FileHold.attempt(file, at: place, for: move) {
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
    Refusal("\(place.text): \(why)")
  }
}
