internal import FolderArchive
internal import Foundation
internal import Synchronization
internal import Translations

/// Stores large content before its card exists, in a file beside the database: large content is never in memory as a
/// whole or in a transaction. It may be used on any thread.
package struct Staging: Sendable {
  /// Content of more bytes than this is stored in a file.
  package static let threshold = 256 * 1024

  let folder: String
  /// Its lock tells other processes that the files of this process are in use before they are committed.
  let process: LockFile
  let processName: String

  /// The place of a new file, which the caller writes and seals.
  package func place() -> StagedFile {
    StagedFile(
      folder: folder, name: "\(processName).\(UUID().uuidString.lowercased())", process: process)
  }

  /// Reads small content into memory, and copies large content into a synced file.
  package func stage(_ content: Content) throws(BoardError) -> Content {
    switch content {
    case .staged: return content
    case .bytes(let bytes) where bytes.count <= Self.threshold: return content
    case .file(_, let size) where size <= Self.threshold:
      return .bytes(try content.bytes(atMost: Self.threshold))
    case .folder where content.size <= Self.threshold: return .bytes(try content.bytes())
    case .folder:
      let file = try StagedWriter(self)
      try content.forEachPiece { piece throws(BoardError) in try file.write(Array(piece)) }
      return .staged(try file.seal())
    case .bytes(let bytes):
      let file = try StagedWriter(self)
      try file.write(bytes)
      return .staged(try file.seal())
    case .file(let path, _):
      let staged = place()
      try OpenFile(reading: path).copy(to: try OpenFile(creating: staged.path)) { _ in true }
      return .staged(try staged.sealed())
    }
  }

  /// Stages content and reports the progress.
  ///
  /// - Parameter copied: called with the number of further bytes copied. An error that it throws stops the copying and
  ///   removes the file.
  func stage(_ content: Content, copied: (Int) throws -> Void) throws -> Content {
    if case .folder(let folder) = content, content.size > Self.threshold {
      let file = try StagedWriter(self)
      var failure: (any Error)?
      do throws(BoardError) {
        try folder.forEachPiece { piece throws(BoardError) in
          try file.write(piece)
          do {
            try copied(piece.count)
          } catch {
            failure = error
            throw .unreadable(path: folder.name, reason: translated("cancelled"))
          }
        }
      } catch {
        throw failure ?? error
      }
      return .staged(try file.seal())
    }
    guard case .file(let path, let size) = content, size > Self.threshold else {
      return try stage(content)
    }
    let staged = place()
    var reported = 0
    func report(_ count: Int) throws {
      try copied(count - reported)
      reported = count
    }
    var failure: (any Error)?
    try OpenFile(reading: path).copy(to: try OpenFile(creating: staged.path)) { count in
      do {
        try report(count)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    let file = try staged.sealed()
    try report(file.size)
    return .staged(file)
  }
}

/// Writes a staged file.
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

  /// Ends the file and makes it durable.
  package consuming func seal() throws(BoardError) -> StagedFile {
    try file.end()
    return try staged.sealed()
  }
}

/// A file for a card. It is removed with this object, unless a committed card has it.
package final class StagedFile: Sendable {
  let name: String
  private let folder: String
  private let process: LockFile
  private let state = Mutex((size: 0, isKept: false))

  init(folder: String, name: String, process: LockFile) {
    self.folder = folder
    self.name = name
    self.process = process
  }

  deinit { if !state.withLock({ $0.isKept }) { StoreFolder.remove(path) } }

  package var path: String { "\(folder)/\(name)" }

  /// The size in bytes, once it is sealed.
  package var size: Int { state.withLock { $0.size } }

  /// Makes the file durable. Call it when everything is written.
  ///
  /// - Returns: itself.
  package func sealed() throws(BoardError) -> StagedFile {
    let file = try OpenFile(reading: path)
    try file.sync()
    try StoreFolder.sync(folder)
    let size = try file.size()
    state.withLock { $0.size = size }
    return self
  }

  /// Keeps the file, because a committed card has it.
  func keep() { state.withLock { $0.isKept = true } }
}
