internal import BoardModel

/// A large content on its way to the store's disk, written on another thread.
actor StagedWriting {
  /// Nil once it is finished.
  private var writer: StagedWriter?

  init(_ staging: Staging) throws {
    writer = try StagedWriter(staging)
  }

  func write(_ bytes: [UInt8]) throws {
    try writer?.write(bytes)
  }

  /// All is written: makes it durable.
  func finish() throws -> StagedFile {
    guard let writer = writer.take() else { preconditionFailure("it was finished before") }
    return try writer.seal()
  }
}
