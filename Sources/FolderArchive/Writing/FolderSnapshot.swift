internal import DragSystem

/// The contents of a folder at one moment: every name, and the identity of every file. They tell the size of the
/// archive before the first byte of a file is read.
package struct FolderSnapshot: Sendable {
  struct Member: Sendable {
    /// Its path has the folder's name first.
    let entry: ArchiveEntry
    let identity: FileIdentity
    let place: Place
  }

  /// Where the source has a member.
  struct Place: Hashable, Sendable {
    /// The absolute path of the folder below which it is; nil for the folder itself. A link that is followed leads to
    /// another one.
    let base: [UInt8]?
    let below: [[UInt8]]

    var pathBelow: [UInt8] { Array(below.joined(separator: [UInt8(ascii: "/")])) }

    /// Whether a link leads to it.
    var isBase: Bool { below.isEmpty }

    var parent: Place { Place(base: base, below: below.dropLast()) }
  }

  /// For people.
  package let name: String
  let root: SharedFolder
  private(set) var members: [Member] = []
  /// The permission bits of the folder itself.
  package var mode: UInt32 { members[0].entry.mode }
  /// When something was last added to it or removed, in microseconds of the real-time clock since 1970.
  package var modified: Int64? { members[0].entry.modified }
  /// What could not be read, and is left out.
  package let skipped: [FolderObstacle]

  /// The exact number of bytes of the archive.
  package private(set) var archiveSize = UInt64(2 * TarBlock.size)

  /// The sum of the files' sizes, and how many files there are.
  package private(set) var fileBytes: UInt64 = 0
  package private(set) var fileCount = 0

  /// Examines a folder. Throws when something in it cannot be in an archive, and names all of that.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - name: of the archive's folder.
  ///   - report: called while the folder is examined, with the number of files, folders and links so far.
  package init(
    of path: [UInt8], name: [UInt8], _ limits: ArchiveLimits = ArchiveLimits(),
    options: FolderOptions = FolderOptions(), report: @escaping (Int) -> Void = { _ in }
  ) throws(FolderError) {
    self.name = Shown.path(name)
    let resolved: [UInt8]
    (root, resolved) = try mapError { () throws(SystemError) in
      (SharedFolder(try Folder(path: path)), try FilePath.resolved(path))
    } to: {
      FolderError($0.reason, $0)
    }
    var scan = FolderScan(root, resolved, name, options, limits, report: report)
    let found = try scan.run()
    (members, skipped) = (found.members, found.skipped)
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

  /// The folder at a place. No path leads through a link that the source does not follow.
  func folder(at place: FolderSnapshot.Place) throws(SystemError) -> Folder {
    guard let base = place.base else { return try folder.openFolder(beneath: place.pathBelow) }
    return try Folder(path: base).openFolder(beneath: place.pathBelow)
  }

  /// The file at a place.
  func file(at place: FolderSnapshot.Place) throws(SystemError) -> OwnedFileDescriptor {
    guard let base = place.base else { return try folder.openFile(beneath: place.pathBelow) }
    return try Folder(path: base).openFile(beneath: place.pathBelow)
  }
}
