/// The limits of one folder; source and destination refuse a larger one.
package struct ArchiveLimits: Hashable, Sendable {
  /// Files, folders and links.
  package var entries = 1_000_000
  /// Folders within each other.
  package var depth = 256
  /// Bytes of a path, which the folder's name begins, and of where a link leads (PATH_MAX).
  package var path = 4_095
  /// Bytes of all paths together, and of where links lead: they are in memory until the end.
  package var names = 256 << 20
  /// Bytes of an entry's extended header.
  package var header = 64 << 10
  /// Ranges with data of one file that has holes.
  package var ranges = 1 << 16
  /// The sum of all sizes: a file that is one hole has a size too.
  package var logicalBytes: UInt64 = 16 << 40
  /// Room on the disk: each file's data in blocks, and a block for each entry.
  package var allocatedBytes: UInt64 = 4 << 40
  /// Microseconds for finding out what else is in the way, once something makes an archive impossible.
  package var obstacleTime: UInt64 = 1_000_000

  package init() {}

  static let block: UInt64 = 4_096

  func check(entries count: Int) throws(FolderError) {
    guard count <= entries else {
      throw FolderError("the folder has more than \(entries) files and folders in it")
    }
  }

  /// - Parameter path: as it is shown; making it takes time.
  func check(depth count: Int, _ path: @autoclosure () -> String) throws(FolderError) {
    guard count <= depth else {
      throw FolderError("\(path()): more than \(depth) folders within each other")
    }
  }
}

/// Sums of sizes, checked against the limits.
struct ArchiveTotals {
  let limits: ArchiveLimits
  private var entries = 0
  private var namesLeft: Int
  private var logicalLeft: UInt64
  private var allocatedLeft: UInt64

  init(_ limits: ArchiveLimits) {
    self.limits = limits
    namesLeft = limits.names
    logicalLeft = limits.logicalBytes
    allocatedLeft = limits.allocatedBytes
  }

  mutating func add(_ entry: ArchiveEntry) throws(FolderError) {
    entries += 1
    try limits.check(entries: entries)
    let (size, ranges, link): (UInt64, Int, Int) =
      switch entry.kind {
      case .folder: (0, 0, 0)
      case .file(let size, let ranges): (size, ranges.count, 0)
      case .link(let destination): (0, 0, destination.count)
      }
    namesLeft -= entry.path.reduce(link) { $0 + $1.count + 1 }
    guard namesLeft >= 0 else {
      throw FolderError("the paths in the folder have more than \(limits.names) bytes")
    }
    let data = entry.dataSize
    guard size <= logicalLeft else {
      throw FolderError(
        "the sizes of the folder's files are more than \(limits.logicalBytes) bytes")
    }
    logicalLeft -= size
    // A block more for each range, which may begin one, and for the entry itself.
    let blocks = data / ArchiveLimits.block + UInt64(max(ranges, 1)) + 1
    guard blocks <= allocatedLeft / ArchiveLimits.block else {
      throw FolderError("the folder needs more room than \(limits.allocatedBytes) bytes")
    }
    allocatedLeft -= blocks * ArchiveLimits.block
  }
}
