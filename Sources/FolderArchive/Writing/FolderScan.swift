internal import DragSystem

/// Finds everything in a folder, parents first, names in their order.
struct FolderScan {
  private let root: SharedFolder
  private let name: [UInt8]
  private let limits: ArchiveLimits
  private var totals: ArchiveTotals
  private var members: [FolderSnapshot.Member] = []
  /// Folders that are still to be read, below the root; the last one is next.
  private var waiting: [[[UInt8]]] = []

  init(_ root: SharedFolder, _ name: [UInt8], _ limits: ArchiveLimits) {
    self.root = root
    self.name = name
    self.limits = limits
    totals = ArchiveTotals(limits)
  }

  mutating func run() throws(FolderError) -> [FolderSnapshot.Member] {
    let (status, isMade) = try FolderError.at([name]) { () throws(SystemError) in
      (try root.folder.status(), try root.folder.isMadeWhenRead())
    }
    guard !isMade else {
      throw FolderError("\(Shown.path(name)): the kernel makes its files when they are read")
    }
    try add(.folder, [], status)
    waiting = [[]]
    while let folder = waiting.popLast() { try read(folder) }
    return members
  }

  private mutating func read(_ path: [[UInt8]]) throws(FolderError) {
    try limits.check(depth: path.count, Shown.path([name] + path))
    let folder = try FolderError.at([name] + path) { () throws(SystemError) in
      try root.folder.openFolder(beneath: Array(path.joined(separator: [UInt8(ascii: "/")])))
    }
    let names = try FolderError.at([name] + path) { () throws(SystemError) in try folder.names() }
    try limits.check(entries: names.count)
    var inner: [[[UInt8]]] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let own = path + [name]
      guard own.reduce(self.name.count, { $0 + $1.count + 1 }) <= limits.path else {
        throw FolderError("\(Shown.path(own)): the path has more than \(limits.path) bytes")
      }
      if try add(folder, own) { inner.append(own) }
    }
    waiting += inner.reversed()
  }

  /// Whether it is a folder.
  private mutating func add(
    _ folder: borrowing Folder, _ path: [[UInt8]]
  ) throws(FolderError) -> Bool {
    let shown = [name] + path
    let own = path[path.count - 1]
    let (found, kind) = try mapError { () throws(SystemError) in
      let found = try folder.status(of: own)
      return (
        found,
        try found.flatMap { status throws(SystemError) in try self.kind(folder, own, status) }
      )
    } to: {
      FolderError.at(Shown.path(shown), $0)
    }
    guard let found else {
      throw FolderError("\(Shown.path(shown)) was removed while the folder was read")
    }
    guard let kind else { throw FolderError("\(Shown.path(shown)) is \(found.kind.words)") }
    if case .link(let destination) = kind,
      !LinkPath.isInside(destination, depth: path.count - 1)
    {
      throw FolderError(
        "\(Shown.path(shown)) is a link that leads out of the folder, to "
          + Shown.path(destination))
    }
    try add(kind, path, found)
    return kind == .folder
  }

  /// Nil for what cannot be in an archive.
  private func kind(
    _ folder: borrowing Folder, _ name: [UInt8], _ status: FileStatus
  ) throws(SystemError) -> ArchiveEntry.Kind? {
    switch status.kind {
    case .directory: return .folder
    case .regular: return try file(folder, name, status)
    case .symbolicLink: return .link(destination: try folder.destination(ofLink: name))
    case .fifo, .socket, .characterDevice, .blockDevice, .unknown: return nil
    }
  }

  private mutating func add(
    _ kind: ArchiveEntry.Kind, _ path: [[UInt8]], _ status: FileStatus
  ) throws(FolderError) {
    let modified = status.identity.modified
    let entry = ArchiveEntry(
      kind: kind, path: [name] + path, mode: status.mode,
      modified: modified < 0 ? nil : UInt64(modified) / 1_000)
    try totals.add(entry)
    members.append(FolderSnapshot.Member(entry: entry, identity: status.identity))
  }

  private func file(
    _ folder: borrowing Folder, _ name: [UInt8], _ status: FileStatus
  ) throws(SystemError) -> ArchiveEntry.Kind {
    let size = status.size
    guard status.allocated < size else {
      return .file(size: size, ranges: ArchiveEntry.all(of: size))
    }
    let ranges = try folder.open(name).dataRanges(size: size, limit: limits.ranges)
    return .file(size: size, ranges: ranges ?? ArchiveEntry.all(of: size))
  }
}

extension FileKind {
  /// For people: what cannot be in an archive.
  fileprivate var words: String {
    switch self {
    case .fifo: "a FIFO, which has no content of its own"
    case .socket: "a socket, which has no content of its own"
    case .characterDevice, .blockDevice: "a device, which has no content of its own"
    case .regular, .directory, .symbolicLink, .unknown:
      "of a kind that an archive of a folder cannot have"
    }
  }
}
