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
      identity, at: place, for: NotedMove(transfer, ledger: ledger, host: Remote.host))
  }

  private func facts(in folder: borrowing Folder) throws(Refusal) -> FileStatus? {
    return try mapError { () throws(SystemError) in
      try folder.status(of: place.name)
    } to: {
      Refusal("\(place.text): \($0.reason)")
    }
  }
}
