internal import DragSystem

/// A new folder with a hidden name, which no other user may enter, until `commit` gives it its name. Without `commit`
/// it is removed.
struct StagedFolder: ~Copyable {
  private let place: Folder
  private let hiddenName: [UInt8]
  let top: Folder
  /// Says that this process still writes the folder. The kernel releases the lock of a process that is killed.
  private let lock: OwnedFileDescriptor?
  private var isCommitted = false

  /// - Parameters:
  ///   - place: the folder in which it appears.
  ///   - program: for the hidden name.
  init(in place: consuming Folder, program: String) throws(SystemError) {
    let prefix = Array(".\(program)-folder-".utf8)
    let name = prefix + Array(String(Random.number(), radix: 36).utf8)
    Self.removeLeftovers(in: place, prefix)
    hiddenName = name
    self.place = place
    // Before the folder is there, so that no interruption leaves it.
    Interruption.setFolderToRemove(name, in: self.place)
    do throws(SystemError) {
      top = try Self.create(name, in: self.place)
    } catch {
      Interruption.forgetFiles()
      throw error
    }
    Interruption.setContentsToRemove(of: top)
    FailPoint.pass("folder: it has a hidden name")
    lock = try? top.lock()
  }

  /// Removes what killed processes of this program have left in a folder. Where other users may rename what is in it,
  /// a name says nothing: they could give it to a folder that only this user may remove.
  private static func removeLeftovers(in place: borrowing Folder, _ prefix: [UInt8]) {
    guard let own = try? place.status(), [0, Environment.user].contains(own.owner),
      own.isSticky || own.mode & 0o022 == 0
    else { return }
    for name in (try? place.names()) ?? [] where name.starts(with: prefix) {
      guard let status = try? place.status(of: name), status.kind == .directory,
        status.owner == Environment.user, isOld(status),
        let folder = try? place.openFolder(beneath: name), let lock = try? folder.lock()
      else { continue }
      folder.removeContents()
      place.removeFolder(name)
      _ = consume lock
    }
  }

  /// Whether a folder is older than 10 s. A newer one may not have its lock yet.
  private static func isOld(_ status: FileStatus) -> Bool {
    let age = Int64(clamping: Clock.realtime) &- status.identity.modified / 1_000
    return age > 10_000_000
  }

  private static func create(
    _ name: [UInt8], in place: borrowing Folder
  ) throws(SystemError) -> Folder {
    try place.createFolder(name, mode: 0o700)
    do throws(SystemError) {
      return try place.openFolder(beneath: name)
    } catch {
      place.removeFolder(name)
      throw error
    }
  }

  deinit {
    guard !isCommitted else { return }
    top.removeContents()
    place.removeFolder(hiddenName)
    Interruption.forgetFiles()
  }

  /// Throws EEXIST when the name is used.
  mutating func commit(as name: [UInt8]) throws(SystemError) {
    try place.rename(hiddenName, to: name, in: place)
    isCommitted = true
    Interruption.forgetFiles()
  }
}
