internal import BoardModel
internal import Foundation

/// A large content on its way to the store's disk, written on another thread.
actor StagedWriting {
  private let file: StagedFile
  private let handle: FileHandle

  init(_ staging: Staging) throws {
    file = staging.place()
    guard FileManager.default.createFile(atPath: file.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: file.path)
    else { throw BoardError.storage("a file beside it cannot be created") }
    self.handle = handle
  }

  func write(_ bytes: [UInt8]) throws {
    try handle.write(contentsOf: Data(bytes))
  }

  /// All is written: makes it durable.
  func finish() throws -> StagedFile {
    try handle.close()
    return try file.sealed()
  }
}
