internal import CLinux
internal import DragSystem

/// Writes streams, always from the same buffer of 1 MiB.
final class ChunkWriter: Sendable {
  static let chunk = [UInt8](repeating: 0x7a, count: 1 << 20)

  /// Writes so many bytes to a blocking pipe. False when the pipe has no reader.
  static func write(_ count: Int, to pipe: borrowing OwnedFileDescriptor) -> Bool {
    var left = count
    while left > 0 {
      let wrote = write(upTo: left, to: pipe)
      guard wrote > 0 else { return false }
      left -= wrote
    }
    return true
  }

  /// One write(2): how many bytes it took, −1 when the pipe is full or broken.
  static func write(upTo count: Int, to pipe: borrowing OwnedFileDescriptor) -> Int {
    chunk.withUnsafeBytes { bytes in
      while true {
        let wrote = CLinux.write(pipe.rawValue, bytes.baseAddress, min(count, bytes.count))
        if wrote >= 0 || linux_errno() != EINTR { return wrote }
      }
    }
  }
}
