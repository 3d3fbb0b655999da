internal import CLinux

/// Copies between files with the fastest mechanism that the kernel has for the two: sharing blocks, copying inside the
/// kernel, or a buffer. For worker threads: it waits for disks.
package enum Copy {
  /// Bytes copied between two calls of `shouldContinue`.
  private static let chunk: UInt64 = 4 << 20
  private static let bufferSize = 1 << 20

  private enum Mechanism {
    case copyFileRange
    case sendfile
    case buffer
  }

  /// Copies `count` bytes from one offset to another. The descriptors' own positions do not matter, and may change.
  /// Where the source has a hole and the destination has no data yet, the copy gets a hole too.
  ///
  /// Returns how many bytes were copied: fewer when the source ended earlier, or when `shouldContinue`, called with the
  /// number so far, returned false. Throws ENOSPC, EDQUOT or EFBIG (`SystemError.isNoSpace`), EIO, and whatever the
  /// system calls say.
  @discardableResult
  package static func bytes(
    _ count: UInt64, from source: borrowing OwnedFileDescriptor, at sourceStart: UInt64 = 0,
    to destination: borrowing OwnedFileDescriptor, at destinationStart: UInt64 = 0,
    while shouldContinue: (UInt64) -> Bool = { _ in true }
  ) throws(SystemError) -> UInt64 {
    let (end, overflow) = sourceStart.addingReportingOverflow(count)
    let extents = FileExtents(of: source, size: overflow ? .max : end)
    guard extents.mayHaveHoles, isBeyondTheEnd(of: destination, destinationStart) else {
      return try data(
        count, from: source, at: sourceStart, to: destination, at: destinationStart,
        while: shouldContinue)
    }
    var done: UInt64 = 0
    while done < count, shouldContinue(done) {
      switch extents.extent(at: sourceStart + done) {
      case .hole(let end):
        done = end - sourceStart
      case .data(let end):
        let wanted = end - sourceStart - done
        let start = done
        let copied = try data(
          wanted, from: source, at: sourceStart + done, to: destination,
          at: destinationStart + done, while: { shouldContinue(start + $0) })
        done += copied
        if copied < wanted { return done }
      }
    }
    try extend(destination, to: destinationStart + done)
    return done
  }

  /// Extends a file to at least that size: a hole follows its last byte.
  static func extend(
    _ file: borrowing OwnedFileDescriptor, to size: UInt64
  ) throws(SystemError) {
    guard try FileStatus(of: file).size < size else { return }
    guard ftruncate(file.rawValue, Int(clamping: size)) == 0 else { throw .last("ftruncate") }
  }

  /// Whether reading there gives zeros unless something is written.
  private static func isBeyondTheEnd(
    of file: borrowing OwnedFileDescriptor, _ offset: UInt64
  ) -> Bool {
    guard let status = try? FileStatus(of: file) else { return false }
    return status.kind == .regular && status.size <= offset
  }

  /// Copies as `bytes` does, but writes all bytes: the copy gets no holes.
  static func data(
    _ count: UInt64, from source: borrowing OwnedFileDescriptor, at sourceStart: UInt64,
    to destination: borrowing OwnedFileDescriptor, at destinationStart: UInt64,
    while shouldContinue: (UInt64) -> Bool
  ) throws(SystemError) -> UInt64 {
    var mechanism = Mechanism.copyFileRange
    var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    defer { buffer.deallocate() }
    var done: UInt64 = 0
    while done < count, shouldContinue(done) {
      let wanted = Int(min(count - done, chunk))
      let from = Int64(sourceStart + done)
      let to = Int64(destinationStart + done)
      let moved: Int
      switch mechanism {
      case .copyFileRange:
        moved = copyFileRange(source.rawValue, from, destination.rawValue, to, wanted)
      case .sendfile:
        moved = sendFile(source.rawValue, from, destination.rawValue, to, wanted)
      case .buffer:
        if buffer.isEmpty { buffer = .allocate(byteCount: bufferSize, alignment: 4096) }
        moved = through(buffer, source.rawValue, from, destination.rawValue, to, wanted)
      }
      if moved > 0 {
        done += UInt64(moved)
      } else if moved < 0, linux_errno() == EINTR {
        continue
      } else {
        let errno = moved < 0 ? linux_errno() : 0
        switch mechanism {
        // Zero also means that the file has no size of its own (in /proc): read(2) tells.
        case .copyFileRange where mayHaveAnotherMechanism(errno): mechanism = .sendfile
        case .sendfile where mayHaveAnotherMechanism(errno): mechanism = .buffer
        case .buffer where errno == 0: return done
        case .copyFileRange: throw SystemError("copy_file_range", errno: errno)
        case .sendfile: throw SystemError("sendfile", errno: errno)
        case .buffer: throw SystemError("pread and pwrite", errno: errno)
        }
      }
    }
    return done
  }

  private static func mayHaveAnotherMechanism(_ errno: Int32) -> Bool {
    switch errno {
    case 0, EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EBADF, EPERM, ETXTBSY, EOVERFLOW: true
    default: false
    }
  }

  private static func copyFileRange(
    _ source: Int32, _ from: Int64, _ destination: Int32, _ to: Int64, _ count: Int
  ) -> Int {
    var from = from
    var to = to
    return copy_file_range(source, &from, destination, &to, count, 0)
  }

  private static func sendFile(
    _ source: Int32, _ from: Int64, _ destination: Int32, _ to: Int64, _ count: Int
  ) -> Int {
    var from = Int(from)
    guard lseek(destination, Int(to), SEEK_SET) >= 0 else { return -1 }
    return sendfile(destination, source, &from, count)
  }

  private static func through(
    _ buffer: UnsafeMutableRawBufferPointer, _ source: Int32, _ from: Int64,
    _ destination: Int32, _ to: Int64, _ count: Int
  ) -> Int {
    let filled = pread(source, buffer.baseAddress, min(count, buffer.count), Int(from))
    guard filled > 0 else { return filled }
    var written = 0
    while written < filled {
      let result = pwrite(
        destination, buffer.baseAddress! + written, filled - written, Int(to) + written)
      if result < 0, linux_errno() == EINTR { continue }
      guard result > 0 else { return written > 0 ? written : result }
      written += result
    }
    return written
  }
}
