internal import DragSystem

/// The state file of the offers of one bus. Only the dragd whose file has the name may replace or remove it: a dragd
/// that has released the bus name may still write when its successor has put its own file there.
struct StateFile: ~Copyable {
  private let folder: Folder
  private let name: [UInt8]
  /// The name of the next file before it replaces the present one. It is random: no other writer uses it.
  private var temporaryName = ""
  /// The last file of this dragd that got the name.
  private var ownFile: FileKey?

  init(_ name: String, in folder: consuming Folder) {
    self.folder = folder
    self.name = Array(name.utf8)
  }

  private static let ending = ".new"

  func duplicateFolder() throws(SystemError) -> Folder { try folder.duplicate() }

  /// The name under which to write the next file.
  mutating func nextName() -> String {
    let name = String(decoding: name, as: UTF8.self)
    temporaryName = "\(name).\(String(Random.number(), radix: 36))\(Self.ending)"
    return temporaryName
  }

  /// Creates an empty file that `replaceOthers` or `replace` puts in place.
  mutating func create() throws(SystemError) -> Journal {
    try Journal(creating: nextName(), in: folder)
  }

  /// Whether `replace` puts the file of that name in place.
  func isNext(_ name: String) -> Bool { name == temporaryName }

  /// Removes a new file that gets no place. Does nothing if it has one, or was never created.
  func discard(_ temporaryName: String) { folder.remove(Array(temporaryName.utf8)) }

  /// The same for the last new file.
  func discard() {
    if !temporaryName.isEmpty { discard(temporaryName) }
  }

  /// Puts the new file in place of any other: this dragd owns the bus name. It removes the unfinished files of
  /// others.
  mutating func replaceOthers() throws(SystemError) {
    let placed = try folder.withLock { () throws(SystemError) in
      let key = try place()
      try removeLeftovers()
      return key
    }
    ownFile = placed
  }

  /// Puts the new file in place of this dragd's own.
  /// - Returns: false if another dragd has replaced or removed that file; then nothing has changed.
  mutating func replace() throws(SystemError) -> Bool {
    let own = ownFile
    let placed = try folder.withLock { () throws(SystemError) -> FileKey? in
      guard let own, try current() == own else {
        folder.remove(Array(temporaryName.utf8))
        return nil
      }
      return try place()
    }
    guard let placed else { return false }
    ownFile = placed
    return true
  }

  /// Removes the file if it is this dragd's own.
  func remove() throws(SystemError) {
    try folder.withLock { () throws(SystemError) in
      if let ownFile, try current() == ownFile { folder.remove(name) }
    }
  }

  private func place() throws(SystemError) -> FileKey? {
    try folder.replace(name, by: Array(temporaryName.utf8))
    return try current()
  }

  private func current() throws(SystemError) -> FileKey? {
    try folder.status(of: name).map(\.identity.key)
  }

  private func removeLeftovers() throws(SystemError) {
    let prefix = name + Array(".".utf8)
    for other in try folder.names()
    where other.starts(with: prefix) && other.suffix(4) == Array(Self.ending.utf8)[...] {
      folder.remove(other)
    }
  }
}
