internal import CLinux
internal import DragSystem

/// Reads streams, always through the same buffer of 1 MiB.
final class BufferReader {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)

  deinit { buffer.deallocate() }

  /// Reads to the end, or until `count` bytes have come; gives how many came.
  func drain(_ source: borrowing OwnedFileDescriptor, upTo count: Int = .max) throws -> Int {
    var total = 0
    while total < count {
      let got = try read(source, upTo: count - total)
      guard got > 0 else { break }
      total += got
    }
    return total
  }

  /// One read(2); 0 at the end.
  func read(_ source: borrowing OwnedFileDescriptor, upTo count: Int = .max) throws -> Int {
    while true {
      let got = CLinux.read(source.rawValue, buffer.baseAddress, min(count, buffer.count))
      if got >= 0 { return got }
      guard linux_errno() == EINTR else {
        throw BenchFailure("read: \(String(cString: strerror(linux_errno())))")
      }
    }
  }
}
