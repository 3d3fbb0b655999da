internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Synchronization

/// The files of a source of moves, and those of them that it holds while they move.
final class MovedFiles: Sendable {
  /// The path of the file of a key.
  let path: @Sendable (String) async throws -> String?
  /// By key: from Prepare until the file is deleted or its move has failed.
  private let holds = Mutex<[String: FileHold]>([:])

  init(path: @escaping @Sendable (String) async throws -> String?) {
    self.path = path
  }

  /// Keeps a hold if the file is what was offered.
  func keep(_ hold: FileHold, of key: String) throws(DragError) {
    guard try Self.status(hold.path)?.identity == hold.file else {
      hold.release()
      throw DragError(
        .changed, "\(String(decoding: hold.path, as: UTF8.self)) has changed since it was offered")
    }
    holds.withLock { $0[key] = hold }
  }

  func release(_ key: String) {
    holds.withLock { $0.removeValue(forKey: key) }?.release()
  }

  /// Deletes the file of a key, unless another one has its path. After a crash its hold tells which file it was.
  func delete(_ key: String) async throws {
    let held = holds.withLock { $0[key] }
    let hold = if let held { held } else { try await abandoned(key) }
    guard let hold else { return }
    try mapError { () throws(SystemError) in
      _ = try hold.deleteFile()
    } to: {
      DragError($0).about(String(decoding: hold.path, as: UTF8.self))
    }
    _ = holds.withLock { $0.removeValue(forKey: key) }
    hold.release()
  }

  private func abandoned(_ key: String) async throws -> FileHold? {
    guard let path = try await path(key), let status = try Self.status(Array(path.utf8)) else {
      return nil
    }
    do {
      return try FileHold.abandoned(status.identity.key, at: Array(path.utf8))
    } catch {
      // Without the hold nobody knows whether this is the file that has moved away.
      throw DragError(.busy, error.message)
    }
  }

  private static func status(_ path: [UInt8]) throws(DragError) -> FileStatus? {
    try mapError { () throws(SystemError) in
      try FileStatus.of(path: path, followsLinks: false)
    } to: {
      DragError($0).about(String(decoding: path, as: UTF8.self))
    }
  }
}

extension Session {
  /// Holds the file of a key for a move.
  ///
  /// - Parameter file: the file that was offered; nil for an item without one.
  func hold(
    _ file: FileIdentity?, of key: String, for transfer: Identifier, _ files: MovedFiles
  ) async throws {
    do {
      try await attemptHold(file, of: key, for: transfer, files)
    } catch let refusal as Refusal {
      throw DragError(.busy, refusal.message)
    }
  }

  private func attemptHold(
    _ file: FileIdentity?, of key: String, for transfer: Identifier, _ files: MovedFiles
  ) async throws {
    guard let file, let path = try await files.path(key) else {
      throw DragError(.noSuchItem, "the item “\(key)” has no file to move")
    }
    let move = NotedMove(transfer, ledger: try await ledger())
    while true {
      let attempt = try await onWorker(lane: .load(number())) {
        Result { () throws(Refusal) in
          try FileHold.attempt(file, at: Array(path.utf8), for: move)
        }
      }.get()
      switch attempt {
      case .held(let hold): return try files.keep(hold, of: key)
      case .abandoned(let old, let former):
        let told = try await outcome(of: former)
        try old.releaseIfAborted(told)
      }
    }
  }
}
