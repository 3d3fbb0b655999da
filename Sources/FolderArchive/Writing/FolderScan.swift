internal import DragSystem

/// Finds everything in a folder, parents first, names in their order.
struct FolderScan {
  private let root: SharedFolder
  private let name: [UInt8]
  private let options: FolderOptions
  private let limits: ArchiveLimits
  private var totals: ArchiveTotals
  private var members: [FolderSnapshot.Member] = []
  /// Folders that are still to be read; the last one is next.
  private var waiting: [Waiting] = []
  private var obstacles: [FolderObstacle] = []
  /// The folder's path without symbolic links.
  private let path: [UInt8]

  /// A folder that is still to be read.
  private struct Waiting {
    /// In the archive, below its folder.
    let path: [[UInt8]]
    let place: FolderSnapshot.Place
    /// The folders that it is in and itself, to know a link that leads back to one of them.
    let chain: [FileKey]
  }

  /// What the scan has found.
  struct Found {
    let members: [FolderSnapshot.Member]
    /// What was left out.
    let skipped: [FolderObstacle]
  }

  /// How many obstacles are named; a folder that has more has too many for a person.
  private static let mostObstacles = 1_000
  /// How many more there are.
  private var further = 0
  /// When the scan ends, because the folder cannot be archived; nil while it can.
  private var end: UInt64?
  /// Called with the number of members that were found so far.
  private let report: (Int) -> Void

  init(
    _ root: SharedFolder, _ path: [UInt8], _ name: [UInt8], _ options: FolderOptions,
    _ limits: ArchiveLimits, report: @escaping (Int) -> Void
  ) {
    self.report = report
    self.root = root
    self.path = path
    self.name = name
    self.options = options
    self.limits = limits
    totals = ArchiveTotals(limits)
  }

  mutating func run() throws(FolderError) -> Found {
    let (status, isMade) = try FolderError.at([name]) { () throws(SystemError) in
      (try root.folder.status(), try root.folder.isMadeWhenRead())
    }
    guard !isMade else {
      throw FolderError("\(Shown.path(name)): the kernel makes its files when they are read")
    }
    let place = FolderSnapshot.Place(base: nil, below: [])
    try add(.folder, [], status, place)
    waiting = [Waiting(path: [], place: place, chain: [status.identity.key])]
    while !isOver, let folder = waiting.popLast() {
      try read(folder)
      report(members.count)
    }
    if further > 0 {
      obstacles.append(FolderObstacle(kind: .unreadable, message: "and \(further) more"))
    }
    if !waiting.isEmpty {
      let words = "the rest of the folder was not looked at"
      obstacles.append(FolderObstacle(kind: .unreadable, message: words))
    }
    let inTheWay =
      options.skipsUnreadable ? obstacles.filter { $0.kind == .outerLink } : obstacles
    guard inTheWay.isEmpty else { throw FolderError(inTheWay) }
    return Found(members: members, skipped: obstacles)
  }

  /// Whether looking further would only lengthen a refusal: a whole disk takes minutes.
  private var isOver: Bool { end.map { Clock.monotonic >= $0 } ?? false }

  private mutating func read(_ next: Waiting) throws(FolderError) {
    let path = next.path
    try limits.check(depth: path.count, Shown.path([name] + path))
    let folder = try FolderError.at([name] + path) { () throws(SystemError) in
      try root.folder(at: next.place)
    }
    let names = try FolderError.at([name] + path) { () throws(SystemError) in try folder.names() }
    try limits.check(entries: names.count)
    var inner: [Waiting] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let own = path + [name]
      guard own.reduce(self.name.count, { $0 + $1.count + 1 }) <= limits.path else {
        throw FolderError("\(Shown.path(own)): the path has more than \(limits.path) bytes")
      }
      if let found = try add(name, of: folder, next) { inner.append(found) }
    }
    waiting += inner.reversed()
  }

  /// Returns a folder, which is to be read later.
  private mutating func add(
    _ own: [UInt8], of folder: borrowing Folder, _ parent: Waiting
  ) throws(FolderError) -> Waiting? {
    let path = parent.path + [own]
    let found: FileStatus?
    do throws(SystemError) {
      found = try folder.status(of: own)
    } catch {
      note(.unreadable, path, ": \(error.reason)")
      return nil
    }
    guard let found else {
      throw FolderError("\(shown(path)) was removed while the folder was read")
    }
    let place = FolderSnapshot.Place(base: parent.place.base, below: parent.place.below + [own])
    switch found.kind {
    case .directory, .regular:
      return try add(own, of: folder, path, found, place, parent.chain)
    case .symbolicLink: return try add(link: own, of: folder, path, found, place, parent.chain)
    case .fifo, .socket, .characterDevice, .blockDevice, .unknown:
      note(.unreadable, path, " is \(found.kind.words)")
      return nil
    }
  }

  /// Adds a file or a folder.
  private mutating func add(
    _ own: [UInt8], of folder: borrowing Folder, _ path: [[UInt8]], _ found: FileStatus,
    _ place: FolderSnapshot.Place, _ chain: [FileKey]
  ) throws(FolderError) -> Waiting? {
    let isFolder = found.kind == .directory
    guard folder.isReadable(own, isFolder: isFolder) else {
      note(.unreadable, path, " cannot be read: permission denied")
      return nil
    }
    guard isFolder else {
      let kind = try FolderError.at([name] + path) { () throws(SystemError) in
        try file(folder, own, found)
      }
      try add(kind, path, found, place)
      return nil
    }
    guard chain.last?.device == found.identity.device || place.isBase else {
      note(.unreadable, path, " \(FolderError.otherFileSystem)")
      return nil
    }
    try add(.folder, path, found, place)
    return Waiting(path: path, place: place, chain: chain + [found.identity.key])
  }

  private mutating func add(
    link own: [UInt8], of folder: borrowing Folder, _ path: [[UInt8]], _ found: FileStatus,
    _ place: FolderSnapshot.Place, _ chain: [FileKey]
  ) throws(FolderError) -> Waiting? {
    guard !options.followsLinks else { return try follow(place, path, chain) }
    let destination = try FolderError.at([name] + path) { () throws(SystemError) in
      try folder.destination(ofLink: own)
    }
    guard options.keepsOuterLinks || LinkPath.isInside(destination, depth: path.count - 1) else {
      note(
        .outerLink, path, " is a link that leads out of the folder, to \(Shown.path(destination))")
      return nil
    }
    try add(.link(destination: destination), path, found, place)
    return nil
  }

  /// Adds what a link leads to.
  private mutating func follow(
    _ place: FolderSnapshot.Place, _ path: [[UInt8]], _ chain: [FileKey]
  ) throws(FolderError) -> Waiting? {
    let slash = UInt8(ascii: "/")
    let link = Array(([place.base ?? self.path] + place.below).joined(separator: [slash]))
    let target: [UInt8]
    do throws(SystemError) {
      target = try FilePath.resolved(link)
    } catch {
      note(.unreadable, path, " is a link that leads to nothing that can be read: \(error.reason)")
      return nil
    }
    let own = target.split(separator: slash).last.map { Array($0) } ?? []
    let base = Array(target.dropLast(own.count))
    let failure = { (error: SystemError) in FolderError.at(shown(path), error) }
    let folder = try mapError({ () throws(SystemError) in try Folder(path: base) }, to: failure)
    let found = try mapError(
      { () throws(SystemError) in try FileStatus.of(path: target) }, to: failure)
    switch found?.kind {
    case .directory?:
      guard let found, !chain.contains(found.identity.key) else {
        note(.unreadable, path, " is a link to a folder that it is in")
        return nil
      }
      let place = FolderSnapshot.Place(base: target, below: [])
      return try add(own.isEmpty ? [UInt8(ascii: ".")] : own, of: folder, path, found, place, chain)
    case .regular?:
      guard let found else { return nil }
      let place = FolderSnapshot.Place(base: base, below: [own])
      return try add(own, of: folder, path, found, place, chain)
    case .fifo?, .socket?, .characterDevice?, .blockDevice?, .unknown?, .symbolicLink?, nil:
      let words = (found?.kind ?? .unknown).words
      note(.unreadable, path, " is a link to \(Shown.path(target)), \(words)")
      return nil
    }
  }

  private func shown(_ path: [[UInt8]]) -> String { Shown.path([name] + path) }

  private mutating func note(_ kind: FolderObstacle.Kind, _ path: [[UInt8]], _ words: String) {
    if end == nil, kind == .outerLink || !options.skipsUnreadable {
      end = Clock.monotonic + limits.obstacleTime
    }
    // An outer link is never forgotten: nothing else would say that the folder is not whole.
    let isFirstLink = kind == .outerLink && !obstacles.contains { $0.kind == .outerLink }
    guard obstacles.count < Self.mostObstacles || isFirstLink else {
      further += 1
      return
    }
    obstacles.append(FolderObstacle(kind: kind, message: shown(path) + words))
  }

  private mutating func add(
    _ kind: ArchiveEntry.Kind, _ path: [[UInt8]], _ status: FileStatus,
    _ place: FolderSnapshot.Place
  ) throws(FolderError) {
    let entry = ArchiveEntry(
      kind: kind, path: [name] + path, mode: status.mode, modified: status.modified)
    try totals.add(entry)
    members.append(FolderSnapshot.Member(entry: entry, identity: status.identity, place: place))
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
