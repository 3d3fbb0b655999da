internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// The data of a move in its hidden file, until it gets its name or is dropped.
struct PendingFile {
  let note: PendingNote

  /// Where the data is.
  enum Placement: Hashable {
    /// It has this name now.
    case placed([UInt8])
    /// It had its name before: a process died between naming the file and recording that.
    case wasPlaced
  }

  /// Gives the data the permissions of the file that it is to replace, by its descriptor: in a folder of several users
  /// another one may have given the hidden name to a file of this one's.
  func keepReplacedMode(
    _ data: borrowing OwnedFileDescriptor, in folder: borrowing Folder
  ) {
    guard note.replaces, let old = try? folder.status(of: note.place.name), old.kind == .regular
    else { return }
    try? data.setMode(old.mode)
  }

  /// Gives the data its name, durably. If a file that it may not replace has the name, adds a number; nothing is lost.
  ///
  /// - Parameter used: names that this run has used already; it never replaces their files.
  func makePermanent(avoiding used: UsedNames = UsedNames()) throws(Refusal) -> Placement {
    let placement = try place(avoiding: used)
    let folder = try note.place.open()
    try failing { () throws(SystemError) in
      try folder.synchronize()
      FailPoint.pass("destination: the name is on the disk")
    }
    return placement
  }

  /// The same, without waiting until the name is on the disk.
  func place(avoiding used: UsedNames) throws(Refusal) -> Placement {
    let folder = try note.place.open()
    return try failing { () throws(SystemError) in
      guard let pending = try folder.status(of: note.temporaryName) else { return .wasPlaced }
      FailPoint.pass("destination: give the file its name")
      let name = try place(in: folder, pending.identity, avoiding: used)
      FailPoint.pass("destination: the file has its name")
      return .placed(name)
    }
  }

  private func failing<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(Refusal) -> Value {
    try mapError { () throws(SystemError) in
      try body()
    } to: {
      Refusal(
        translated(
          "{path}: {reason}; what was moved is in {place}",
          ["path": note.place.text, "reason": $0.reason, "place": temporaryText]))
    }
  }

  private func place(
    in folder: borrowing Folder, _ pending: FileIdentity, avoiding used: UsedNames
  ) throws(SystemError) -> [UInt8] {
    var stem = note.place.name
    var number = 0
    while true {
      let name = number == 0 ? stem : FileName.numbered(stem, number)
      do throws(SystemError) {
        try place(folder, pending, name, replaces: note.replaces && !used.contains(name))
        return name
      } catch {
        if error.isTooLongName,
          case let short = FileName.shortened(stem, to: Self.shortLimit), short != stem
        {
          stem = short
          continue
        }
        guard error.isExisting, number < 9999 else { throw error }
        number += 1
      }
    }
  }

  private func place(
    _ folder: borrowing Folder, _ pending: FileIdentity, _ name: [UInt8], replaces: Bool
  ) throws(SystemError) {
    let old = try folder.status(of: name)
    if let old, old.identity.key == pending.key {
      // Without an atomic rename that replaces nothing, the file has two names for a moment.
      try folder.unlink(note.temporaryName)
    } else if replaces, let old, old.kind == .regular || old.kind == .symbolicLink {
      try folder.replace(name, by: note.temporaryName)
    } else {
      try folder.rename(note.temporaryName, to: name)
    }
  }

  /// Drops the data: the source keeps the item.
  func drop() throws(Refusal) {
    let folder = try note.place.open()
    try mapError { () throws(SystemError) in
      FailPoint.pass("destination: drop the data")
      do throws(SystemError) {
        try folder.unlink(note.temporaryName)
      } catch {
        guard error.isMissing else { throw error }
      }
      try folder.synchronize()
      FailPoint.pass("destination: the data is dropped")
    } to: {
      Refusal("\(note.place.folderText): \($0.reason)")
    }
  }

  /// Bytes of a name that a file system with shorter names than others has (eCryptfs), with a number.
  private static let shortLimit = 135

  var temporaryText: String {
    Argument(FilePlace.join(note.place.folder, note.temporaryName)).text
  }
}
