internal import Foundation
internal import Synchronization

/// Where large content goes before its card is there: a file of its own beside the database, so that no gigabyte ever
/// is in memory or in a transaction. It may be used on any thread.
package struct Staging: Sendable {
  /// What is larger than this many bytes is a file.
  package static let threshold = 256 * 1024

  let folder: String
  /// Keeps others from taking for left over what this process has not committed yet.
  let process: LockFile
  let processName: String

  /// The place of a file to come, which somebody else writes and syncs.
  package func place() -> StagedFile {
    StagedFile(
      folder: folder, name: "\(processName).\(UUID().uuidString.lowercased())", process: process)
  }

  /// Takes the content in: what is small is read into memory, what is large copied into a synced file.
  package func stage(_ content: Content) throws(BoardError) -> Content {
    switch content {
    case .staged: return content
    case .bytes(let bytes) where bytes.count <= Self.threshold: return content
    case .file(_, let size) where size <= Self.threshold:
      return .bytes(try content.bytes(atMost: Self.threshold))
    case .bytes(let bytes):
      let file = try StagedWriter(self)
      try file.write(bytes)
      return .staged(try file.finish())
    case .file(let path, _):
      let staged = place()
      try OpenFile(reading: path).copy(to: try OpenFile(creating: staged.path)) { _ in true }
      return .staged(try staged.sealed())
    }
  }

  /// The same for what may take long.
  ///
  /// - Parameter copied: is told how many more bytes of a large file there are; what it throws ends the copying, and nothing
  ///   is left of it.
  func stage(_ content: Content, copied: (Int) throws -> Void) throws -> Content {
    guard case .file(let path, let size) = content, size > Self.threshold else {
      return try stage(content)
    }
    let staged = place()
    var told = 0
    func tell(_ count: Int) throws {
      try copied(count - told)
      told = count
    }
    var failure: (any Error)?
    try OpenFile(reading: path).copy(to: try OpenFile(creating: staged.path)) { count in
      do {
        try tell(count)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    let file = try staged.sealed()
    try tell(file.size)
    return .staged(file)
  }
}

/// A file that a card is going to have, being written.
package struct StagedWriter: ~Copyable {
  private let staged: StagedFile
  private let file: OpenFile

  package init(_ staging: Staging) throws(BoardError) {
    staged = staging.place()
    file = try OpenFile(creating: staged.path)
  }

  package borrowing func write(_ bytes: [UInt8]) throws(BoardError) {
    try file.write(bytes)
  }

  /// All is written: makes it durable.
  package consuming func finish() throws(BoardError) -> StagedFile {
    try file.end()
    return try staged.sealed()
  }
}

/// A file that a card is going to have. Nobody else knows it; when no card takes it, it is removed.
package final class StagedFile: Sendable {
  let name: String
  private let folder: String
  private let process: LockFile
  private let state = Mutex((size: 0, isTaken: false))

  init(folder: String, name: String, process: LockFile) {
    self.folder = folder
    self.name = name
    self.process = process
  }

  deinit { if !state.withLock({ $0.isTaken }) { Folder.remove(path) } }

  package var path: String { "\(folder)/\(name)" }

  /// How many bytes it has, once it is sealed.
  package var size: Int { state.withLock { $0.size } }

  /// To be called when everything has been written: makes it durable.
  ///
  /// - Returns: itself.
  package func sealed() throws(BoardError) -> StagedFile {
    let file = try OpenFile(reading: path)
    try file.sync()
    try Folder.sync(folder)
    let size = try file.size()
    state.withLock { $0.size = size }
    return self
  }

  /// A card has it: it is not removed any more.
  func take() { state.withLock { $0.isTaken = true } }
}
