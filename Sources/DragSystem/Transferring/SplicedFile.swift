internal import Synchronization

/// A file whose bytes go into a pipe by splice(2), in steps that jobs of the file's lane make.
package final class SplicedFile: Sendable {
  private let file: PeerDescriptor
  private let reader: Mutex<SpliceReader>

  /// - Parameter size: the number of bytes, from the beginning.
  package init(_ file: PeerDescriptor, size: UInt64) {
    self.file = file
    reader = file.withDescriptor { file in Mutex(SpliceReader(file, at: 0, end: size)) }
  }

  /// Passes on what fits into a pipe that does not block, and returns how many bytes: 0 when the pipe is full, nil when
  /// the file has ended.
  package func splice(into pipe: borrowing OwnedFileDescriptor) throws(SystemError) -> Int? {
    let number = pipe.rawValue
    let result = reader.withLock { reader in
      Result { () throws(SystemError) in
        let count = try reader.splice(into: number)
        return count == 0 && reader.isAtEnd ? nil : count
      }
    }
    return try result.get()
  }
}
