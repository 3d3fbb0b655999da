internal import DragConnection
internal import DragModel
internal import DragSystem

/// A file that dragctl offers to be moved.
struct MovableFile: Hashable {
  /// Its key on the bus; random, and never used again.
  let key: String
  let place: FilePlace
  /// Its identity when it was offered.
  let identity: FileIdentity

  /// Why it cannot be moved: it is gone, or has changed since it was offered.
  func obstacle() -> Refusal? {
    do throws(Refusal) {
      let folder = try place.open()
      guard let facts = try facts(in: folder) else {
        return Refusal("\(place.text) no longer exists")
      }
      guard facts.kind == .regular, facts.identity == identity else {
        return Refusal("\(place.text) was changed after it was offered")
      }
      return nil
    } catch {
      return error
    }
  }

  /// What is held against other programs that would move it.
  func wanted(for transfer: Identifier, ledger: Identifier?) -> FileHold.Wanted {
    FileHold.Wanted(
      identity, at: FilePlace.join(place.folder, place.name),
      for: NotedMove(transfer, ledger: ledger))
  }

  enum Deletion: Hashable {
    case deleted
    case wasGone
    /// Another file has its name, and is not deleted.
    case isAnother
  }

  /// Deletes the file durably after it has moved away.
  ///
  /// The device's number is not compared: it may change when the machine restarts.
  func delete() throws(Refusal) -> Deletion {
    let deletion = try remove()
    if deletion != .isAnother { try Self.synchronize(place) }
    return deletion
  }

  /// The same, without waiting for the disk: `synchronize` does that for all files of a folder.
  func remove() throws(Refusal) -> Deletion {
    let folder = try place.open()
    var deletion = Deletion.wasGone
    if let facts = try facts(in: folder) {
      var found = facts.identity
      found.device = identity.device
      guard facts.kind == .regular, found == identity else { return .isAnother }
      do throws(SystemError) {
        FailPoint.pass("source: delete the file")
        try folder.unlink(place.name)
        FailPoint.pass("source: the file is deleted")
        deletion = .deleted
      } catch {
        guard error.isMissing else { throw Refusal("\(place.text): \(error.reason)") }
      }
    }
    return deletion
  }

  /// Waits until what was deleted in the folder of a place is off the disk, also what was gone: the process that
  /// deleted it may have died before.
  static func synchronize(_ place: FilePlace) throws(Refusal) {
    let folder = try place.open()
    try mapError { () throws(SystemError) in
      try folder.synchronize()
      FailPoint.pass("source: the deletion is on the disk")
    } to: {
      Refusal("\(place.folderText): \($0.reason)")
    }
  }

  private func facts(in folder: borrowing Folder) throws(Refusal) -> FileStatus? {
    return try mapError { () throws(SystemError) in
      try folder.status(of: place.name)
    } to: {
      Refusal("\(place.text): \($0.reason)")
    }
  }
}
