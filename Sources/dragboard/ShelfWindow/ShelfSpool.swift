internal import DragModel
internal import DragSystem
internal import Foundation
internal import Translations

/// Files of bytes on the shelf: dropped content that is too large for memory, and content for programs that accept only
/// files. They are in a folder of this process below the cache folder, share one limit, and are deleted with their
/// tiles. A shelf that is killed leaves them for the next one of its session.
final class ShelfSpool {
  /// Bytes of all files together.
  nonisolated static let most = 1 << 30

  let folder: String
  /// The folder of all shelves of the user.
  let parent: String
  /// Whether the folder says of which session it is, so that a later shelf may take it over.
  var isMarked = false
  /// The last change of a record, for which the next one waits.
  var noting: Task<Void, Never>?
  /// Keeps the lock that tells later processes that the folder is in use.
  private let lock: FileHandle
  private var count = 0
  /// Charged bytes of each tile group.
  private var charges: [String: Int] = [:]
  private var folders: [String: [String]] = [:]

  init() throws {
    guard let root = try? SpoolFolder.path(of: "dragboard") else { throw SpoolError.noFolder }
    let parent = "\(root)/shelf"
    let folder = "\(parent)/\(UUID().uuidString)"
    try Self.make(parent)
    lock = try Self.inTurn(in: parent) {
      try Self.make(folder)
      let path = "\(folder)/lock"
      _ = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      guard let lock = FileHandle(forUpdatingAtPath: path), Self.lock(lock) else {
        throw SpoolError.noFolder
      }
      return lock
    }
    (self.parent, self.folder) = (parent, folder)
  }

  /// Runs the body while no other process looks for leftovers: it would take a folder without a lock for one.
  static func inTurn<Value>(in parent: String, _ body: () throws -> Value) throws -> Value {
    let turn = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard turn >= 0 else { throw SpoolError.noFolder }
    defer { close(turn) }
    while flock(turn, LOCK_EX) != 0 {
      guard errno == EINTR else { throw SpoolError.noFolder }
    }
    return try body()
  }

  private static func make(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private static func lock(_ file: FileHandle) -> Bool {
    flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// The names of the folders of processes that were killed.
  static func leftovers(in parent: String, besides own: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.filter { name in
      let path = "\(parent)/\(name)"
      guard path != own else { return false }
      guard let file = FileHandle(forUpdatingAtPath: "\(path)/lock") else { return true }
      return lock(file)
    }
  }

  /// Whether a group has its bytes still: it is not removed.
  func isCharged(_ group: String) -> Bool { charges[group] != nil }

  /// Charges bytes to a group.
  ///
  /// - Throws: ``SpoolError/full`` when the files of all tiles together become too large.
  func charge(_ bytes: Int, to group: String) throws {
    let used = charges.values.reduce(0, +)
    guard bytes <= Self.most - min(used, Self.most) else { throw SpoolError.full }
    charges[group, default: 0] += bytes
  }

  /// A path for a new file of a group.
  func place(_ name: String, for group: String) throws -> String {
    count += 1
    let place = "\(folder)/\(count)"
    try Self.make(place)
    folders[group, default: []].append(place)
    return "\(place)/\(FileName.safe(name) ?? "content")"
  }

  /// Makes a file of a group and charges its bytes, unless the body cannot write it.
  func place(
    _ name: String, for group: String, bytes: Int,
    _ write: @MainActor (String) async throws -> Void
  ) async throws -> String {
    try charge(bytes, to: group)
    do {
      let path = try place(name, for: group)
      do {
        try await write(path)
        return path
      } catch {
        try? FileManager.default.removeItem(atPath: path)
        throw error
      }
    } catch {
      // The group may be gone by now.
      if let charged = charges[group] { charges[group] = max(charged - bytes, 0) }
      throw error
    }
  }

  /// Removes the files of a group.
  func remove(_ group: String) {
    for place in folders.removeValue(forKey: group) ?? [] {
      try? FileManager.default.removeItem(atPath: place)
    }
    charges[group] = nil
    unlink(recordPath(of: group))
  }

  /// Removes all files.
  func removeAll() {
    try? FileManager.default.removeItem(atPath: folder)
    (folders, charges) = ([:], [:])
  }
}

enum SpoolError: Error, CustomStringConvertible {
  case noFolder
  case full

  var description: String {
    switch self {
    case .noFolder:
      translated("the cache folder cannot be used: is XDG_CACHE_HOME a folder of yours?")
    case .full:
      translated(
        "the shelf keeps at most {count} MiB of content: remove something",
        ["count": ShelfSpool.most >> 20])
    }
  }
}

/// Writes a file on another thread.
actor SpoolFile {
  nonisolated let path: String
  private let file: FileHandle

  init(_ path: String) throws {
    self.path = path
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw SpoolError.noFolder }
    self.file = file
  }

  func write(_ bytes: [UInt8]) throws {
    try file.write(contentsOf: Data(bytes))
  }

  func close() throws {
    try file.close()
  }
}
