internal import DragSystem

/// The contents of a folder at one moment: every name, and the identity of every file. They tell the size of the
/// archive before the first byte of a file is read.
package struct FolderSnapshot: Sendable {
  struct Member: Sendable {
    /// Its path has the folder's name first.
    let entry: ArchiveEntry
    let identity: FileIdentity

    /// Below the folder.
    var pathBelow: [UInt8] { Array(entry.path.dropFirst().joined(separator: [UInt8(ascii: "/")])) }
  }

  /// For people.
  package let name: String
  let root: SharedFolder
  private(set) var members: [Member] = []
  /// The permission bits of the folder itself.
  package var mode: UInt32 { members[0].entry.mode }
  /// When something was last added to it or removed, in microseconds of the real-time clock since 1970.
  package var modified: UInt64? { members[0].entry.modified }

  /// The exact number of bytes of the archive.
  package private(set) var archiveSize = UInt64(2 * TarBlock.size)

  /// The sum of the files' sizes, and how many files there are.
  package private(set) var fileBytes: UInt64 = 0
  package private(set) var fileCount = 0

  /// Examines a folder. Throws when something in it cannot be in an archive, and names that.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - name: of the archive's folder.
  package init(
    of path: [UInt8], name: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()
  ) throws(FolderError) {
    self.name = Shown.path(name)
    root = try mapError { () throws(SystemError) in
      SharedFolder(try Folder(path: path))
    } to: {
      FolderError($0.reason, $0)
    }
    var scan = FolderScan(root, name, limits)
    members = try scan.run()
    for member in members {
      archiveSize += UInt64(member.entry.header().count)
      let data = member.entry.dataSize
      archiveSize += data + data.toBlockEnd
      if case .file(let size, _) = member.entry.kind {
        fileCount += 1
        fileBytes += size
      }
    }
  }
}

/// A folder that several threads use.
final class SharedFolder: Sendable {
  let folder: Folder

  init(_ folder: consuming Folder) { self.folder = folder }
}
