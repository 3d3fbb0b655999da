internal import DragModel
package import DragSystem

/// Makes a folder of an archive as its bytes arrive. The folder has a hidden name, and no other user may enter it,
/// until `commit` gives it its name; without `commit` it is removed.
package struct TreeWriter: ~Copyable {
  private var staged: StagedFolder
  private let attributes: TreeAttributes
  private var parser: ArchiveParser
  private var totals: ArchiveTotals
  /// The folder of the last entry: the next is mostly in the same.
  private var parent: Folder
  private var parentPath: [[UInt8]] = []
  private var file: OwnedFileDescriptor?
  private var entry: ArchiveEntry?
  /// The attributes that folders get at the end, when everything in them is created; parents first.
  private var folders: [(path: [[UInt8]], mode: UInt32, modified: Int64?)] = []
  /// The links, which are created last, so that no path leads through them.
  private var links: [(path: [[UInt8]], destination: [UInt8], modified: Int64?)] = []
  private let rules: TreeRules
  package private(set) var changes = TreeChanges()
  /// How many files there are.
  package private(set) var fileCount = 0

  /// - Parameters:
  ///   - place: the folder in which the new one appears.
  ///   - program: for the hidden name.
  package init(
    in place: consuming Folder, program: String, _ attributes: TreeAttributes,
    _ limits: ArchiveLimits = ArchiveLimits(), rules: TreeRules = TreeRules()
  ) throws(FolderError) {
    self.rules = rules
    do throws(SystemError) {
      let staged = try StagedFolder(in: place, program: program)
      parent = try staged.top.duplicate()
      self.staged = staged
    } catch {
      throw FolderError(error.reason, error)
    }
    self.attributes = attributes
    parser = ArchiveParser(limits)
    totals = ArchiveTotals(limits)
  }

  /// Writes what the next bytes of the archive describe.
  package mutating func write(_ bytes: [UInt8]) throws(FolderError) {
    var input = bytes[...]
    while let event = try parser.next(&input) {
      switch event {
      case .entry(let entry): try startEntry(entry)
      case .data(let data, let offset):
        try mapError { () throws(SystemError) in
          try file?.write(data, at: offset)
        } to: {
          failure($0)
        }
      case .entryEnds: try endEntry()
      }
    }
  }

  /// Checks that the archive is complete, and gives the folder its links, modes and times.
  package mutating func finish() throws(FolderError) {
    try parser.checkEnd()
    try mapError { () throws(SystemError) in
      for link in links {
        entry = ArchiveEntry(
          kind: .link(destination: link.destination), path: link.path, mode: 0, modified: nil)
        try open(parentOf: link.path)
        let name = link.path[link.path.count - 1]
        try parent.createLink(name, to: link.destination)
        if let modified = attributes.modified(link.modified) {
          try? parent.setModified(modified, ofLink: name)
        }
      }
      // Children first: a change in a folder changes the folder's time.
      for folder in folders.reversed() {
        let path = Array(folder.path.joined(separator: [UInt8(ascii: "/")]))
        let open = try staged.top.openFolder(beneath: path)
        if let modified = attributes.modified(folder.modified) {
          try? open.setModified(modified)
          note(modified, try? open.status())
        }
        if folder.path.isEmpty { continue }
        try? open.setMode(attributes.mode(ofFolder: folder.mode))
      }
    } to: {
      failure($0)
    }
  }

  /// Gives the folder its name; throws EEXIST when that is used.
  package mutating func commit(as name: [UInt8]) throws(SystemError) {
    try staged.commit(as: name)
    if let first = folders.first {
      try? staged.top.setMode(attributes.mode(ofFolder: first.mode))
    }
  }

  // MARK: Entries

  private mutating func startEntry(_ next: ArchiveEntry) throws(FolderError) {
    var next = next
    next.path = try safe(next.path)
    entry = next
    try totals.add(next)
    if case .link(let destination) = next.kind {
      return try add(link: next.path, to: destination, next.modified)
    }
    try mapError { () throws(SystemError) in
      try create(next)
    } to: {
      failure($0)
    }
  }

  private mutating func create(_ entry: ArchiveEntry) throws(SystemError) {
    switch entry.kind {
    case .folder:
      if let name = entry.path.last {
        try open(parentOf: entry.path)
        try parent.createFolder(name, mode: 0o700)
      }
      folders.append((entry.path, entry.mode, entry.modified))
    case .file:
      guard let name = entry.path.last else { return }
      try open(parentOf: entry.path)
      file = try parent.create(name, mode: 0o600)
      fileCount += 1
    case .link: break
    }
  }

  private mutating func endEntry() throws(FolderError) {
    guard let open = file.take(), let entry, case .file(let size, let ranges) = entry.kind else {
      return
    }
    try mapError { () throws(SystemError) in
      if ranges.last?.upperBound != size { try open.setSize(size) }
    } to: {
      failure($0)
    }
    // A file system that has no such attributes refuses them: the content matters more.
    try? open.setMode(attributes.mode(ofFile: entry.mode))
    if attributes.removesExecutable(entry.mode) { changes.notExecutableCount += 1 }
    if let modified = attributes.modified(entry.modified) {
      try? open.setModified(modified)
      note(modified, try? FileStatus(of: open))
    }
  }

  /// Notes a time that the file system does not have: it takes the nearest one, and says nothing.
  private mutating func note(_ modified: Int64, _ status: @autoclosure () -> FileStatus?) {
    // Every file system has the times of these years.
    let isUsual = (0..<Int64(1) << 31).contains(modified / 1_000_000)
    guard !isUsual, status().map({ abs($0.modified - modified) >= 2_000_000 }) ?? true else {
      return
    }
    changes.otherTimeCount += 1
  }

  private mutating func add(
    link path: [[UInt8]], to destination: [UInt8], _ modified: Int64?
  ) throws(FolderError) {
    guard !path.isEmpty, let safe = rules.destination(destination) else {
      throw FolderError("\(Shown.path(path)) is a link that leads to no name")
    }
    guard rules.allowsOuterLinks || LinkPath.isInside(safe, depth: path.count - 1) else {
      throw FolderError([
        FolderObstacle(
          kind: .outerLink,
          message:
            "\(Shown.path(path)) is a link that leads out of the folder, to \(Shown.path(destination))"
        )
      ])
    }
    links.append((path, safe, modified))
  }

  private mutating func safe(_ path: [[UInt8]]) throws(FolderError) -> [[UInt8]] {
    var safe: [[UInt8]] = []
    for component in path {
      guard let name = rules.name(component) else {
        throw FolderError("\(Shown.path(path)): one of its names has no visible character")
      }
      safe.append(name)
    }
    if let name = safe.last, name != path.last { changes.addRenaming(of: path, to: name) }
    return safe
  }

  /// Opens the folder of a path, which must have come before.
  private mutating func open(parentOf path: [[UInt8]]) throws(SystemError) {
    let folder = Array(path.dropLast())
    guard folder != parentPath else { return }
    parent = try staged.top.openFolder(
      beneath: Array(folder.joined(separator: [UInt8(ascii: "/")])))
    parentPath = folder
  }

  private func failure(_ error: SystemError) -> FolderError {
    let path = entry.map { Shown.path($0.path) } ?? ""
    if error.isExisting {
      return FolderError(
        "\(path): the archive has two entries whose names are the same on this file system")
    }
    if error.isMissing { return .malformed("\(path) comes before the folder that it is in") }
    return .at(path, error)
  }
}

/// The attributes of the originals that files and folders keep.
package struct TreeAttributes: Hashable, Sendable {
  package var keepsModes: Bool
  /// The right to run files. Folders have it always: it is the right to enter them.
  package var keepsExecutable: Bool
  package var keepsTimes: Bool
  /// The bits that this process denies to new files (umask(2)).
  package var denied: UInt32

  package init(keepsModes: Bool, keepsExecutable: Bool, keepsTimes: Bool, denied: UInt32) {
    self.keepsModes = keepsModes
    self.keepsExecutable = keepsExecutable
    self.keepsTimes = keepsTimes
    self.denied = denied
  }

  func mode(ofFile mode: UInt32) -> UInt32 {
    guard keepsModes else { return 0o666 & ~denied }
    return (keepsExecutable ? mode : mode & ~0o111) & 0o777 & ~denied
  }

  /// The owner always has all rights, so that the user can remove a folder from another program.
  func mode(ofFolder mode: UInt32) -> UInt32 {
    (keepsModes ? mode & 0o777 : 0o777) & ~denied | 0o700
  }

  /// Whether a file loses the right to be run that it had.
  func removesExecutable(_ mode: UInt32) -> Bool {
    keepsModes && !keepsExecutable && mode & 0o111 != 0
  }

  func modified(_ moment: Int64?) -> Int64? { keepsTimes ? moment : nil }
}
