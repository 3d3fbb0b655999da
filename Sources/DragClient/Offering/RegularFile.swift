internal import DragModel
internal import DragSystem

/// Opens files that a program names by their paths.
enum RegularFile {
  /// Opens a path for reading; may block.
  static func open(_ path: String) throws(DragError) -> OwnedFileDescriptor {
    do throws(SystemError) {
      if let file = try FilePath.openRegularFile(Array(path.utf8)) { return file }
    } catch {
      throw DragError(error).about(path)
    }
    throw DragError(
      .invalidDescriptor,
      "\(path) is a pipe, socket, device or directory: only a regular file can be offered")
  }
}

extension Session {
  /// Opens a file to be spliced by a worker; returns its size too.
  func readingFile(
    at path: String, lane: Lane
  ) async throws(DragError) -> (file: SplicedFile, size: UInt64) {
    let workers = workers
    let answer = try await onWorker(lane: lane) {
      Result { () throws(DragError) in
        let file = try RegularFile.open(path)
        do throws(SystemError) {
          let size = try FileStatus(of: file).size
          let shared = PeerDescriptor(file, lane: lane, pool: workers)
          return (SplicedFile(shared, size: size), size)
        } catch {
          throw DragError(error).about(path)
        }
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
