internal import DragModel
internal import DragSystem

/// Opens files that a program names by their paths.
enum RegularFile {
  /// Opens a path for reading; may block.
  static func open(_ path: String) throws(DragError) -> OwnedFileDescriptor {
    let file = try mapError { () throws(SystemError) in
      try FilePath.openRegularFile(Array(path.utf8))
    } to: {
      DragError($0).about(path)
    }
    guard let file else {
      throw DragError(
        .invalidDescriptor,
        "\(path) is a pipe, socket, device or directory: only a regular file can be offered")
    }
    return file
  }
}

extension Session {
  /// Reads a file into memory.
  func contents(ofFile path: String, lane: Lane) async throws(DragError) -> [UInt8] {
    let answer = try await onWorker(lane: lane) {
      Result { () throws(DragError) in
        let file = try RegularFile.open(path)
        return try mapError { () throws(SystemError) in
          try file.read(claimed: try FileStatus(of: file).size)
        } to: {
          DragError($0).about(path)
        }
      }
    }
    return try answer.get()
  }

  /// Opens a file to be spliced by a worker; returns its size too.
  func readingFile(
    at path: String, lane: Lane
  ) async throws(DragError) -> (file: SplicedFile, size: UInt64) {
    let workers = workers
    let answer = try await onWorker(lane: lane) {
      Result { () throws(DragError) in
        let file = try RegularFile.open(path)
        let size = try mapError { () throws(SystemError) in
          try FileStatus(of: file).size
        } to: {
          DragError($0).about(path)
        }
        let shared = PeerDescriptor(file, lane: lane, pool: workers)
        return (SplicedFile(shared, size: size), size)
      }
    }
    return try answer.get()
  }
}

extension DragError {
  /// The same error, with the value that it is about before the message.
  func about(_ value: String) -> DragError {
    var error = self
    error.message = "\(value): \(message)"
    return error
  }
}
