internal import DragSystem

/// The file that offers of one bus survive in. One dragd at a time may replace or remove it: the one whose file has the
/// name. A dragd that has given the bus's name back may still be writing when its successor has put a file there.
struct StateFile: ~Copyable {
  private struct Key: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ identity: FileIdentity) {
      device = identity.device
      inode = identity.inode
    }
  }

  private let folder: Folder
  private let name: [UInt8]
  /// What is written before it has the name: nobody else writes there, in this dragd or another.
  private var temporaryName = ""
  /// The file that this dragd has given the name last.
  private var own: Key?

  init(_ name: String, in folder: consuming Folder) {
    self.folder = folder
    self.name = Array(name.utf8)
  }

  private static let ending = ".new"

  func duplicateFolder() throws(SystemError) -> Folder { try folder.duplicate() }

  /// Under which name the next file is to be written.
  mutating func nextName() -> String {
    let name = String(decoding: name, as: UTF8.self)
    temporaryName = "\(name).\(String(Random.number(), radix: 36))\(Self.ending)"
    return temporaryName
  }

  /// A file that is to be put in place, empty.
  mutating func create() throws(SystemError) -> Journal {
    try Journal(creating: nextName(), in: folder)
  }

  /// Puts the new file in place whatever is there: this dragd has the bus's name. What others had not put in place yet is
  /// removed.
  mutating func takeOver() throws(SystemError) {
    let taken = try folder.withLock { () throws(SystemError) in
      let key = try put()
      try removeLeftovers()
      return key
    }
    own = taken
  }

  /// Puts the new file in place of this dragd's own; false, and nothing has changed, when another dragd has put its own
  /// there, or has removed what was.
  mutating func replace() throws(SystemError) -> Bool {
    let own = own
    let taken = try folder.withLock { () throws(SystemError) -> Key? in
      guard let own, try current() == own else {
        folder.remove(Array(temporaryName.utf8))
        return nil
      }
      return try put()
    }
    guard let taken else { return false }
    self.own = taken
    return true
  }

  /// Removes the file if it is this dragd's own.
  func remove() throws(SystemError) {
    try folder.withLock { () throws(SystemError) in
      if let own, try current() == own { folder.remove(name) }
    }
  }

  private func put() throws(SystemError) -> Key? {
    try folder.replace(name, by: Array(temporaryName.utf8))
    return try current()
  }

  private func current() throws(SystemError) -> Key? {
    try folder.status(of: name).map { Key($0.identity) }
  }

  private func removeLeftovers() throws(SystemError) {
    let prefix = name + Array(".".utf8)
    for other in try folder.names()
    where other.starts(with: prefix) && other.suffix(4) == Array(Self.ending.utf8)[...] {
      folder.remove(other)
    }
  }
}
