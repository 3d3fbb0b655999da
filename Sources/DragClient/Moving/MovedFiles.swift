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
    guard try Self.status(hold.place.path)?.identity == hold.file else {
      hold.release()
      throw DragError(
        .changed, "\(hold.place.text) has changed since it was offered")
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
    try mapError { () throws(Refusal) in
      _ = try hold.deleteFile()
    } to: {
      DragError(.system, $0.message)
    }
    _ = holds.withLock { $0.removeValue(forKey: key) }
    hold.release()
  }

  private func abandoned(_ key: String) async throws -> FileHold? {
    guard let written = try await path(key).map({ Array($0.utf8) }) else { return nil }
    let path = (try? FilePlace(path: written))?.path ?? written
    let file = try Self.status(path)?.identity.key
    return try mapError { () throws(Refusal) in
      // The file may have another name, or its folder may be away.
      try file.flatMap { file throws(Refusal) in try FileHold.abandoned(file, at: path) }
        ?? FileHold.abandoned(at: path)
    } to: {
      // Without the hold nobody knows whether this is the file that has moved away.
      DragError(.busy, $0.message)
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
          let place = try mapError { () throws(SystemError) in
            try FilePlace(path: Array(path.utf8))
          } to: {
            Refusal("\(path): \($0.reason)")
          }
          return try FileHold.attempt(file, at: place, for: move)
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
