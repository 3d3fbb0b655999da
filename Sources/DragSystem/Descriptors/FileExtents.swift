internal import CLinux

/// Where a file has data, and where it has holes, which are read as zeros and take no room on a disk.
struct FileExtents: ~Copyable {
  enum Extent {
    case data(until: UInt64)
    case hole(until: UInt64)
  }

  /// Of an open file description of its own: seeking moves the position, and that of the other is a peer's. Nil where
  /// the file has no holes, or cannot be opened anew: then all of it counts as data.
  private let seeker: OwnedFileDescriptor?
  private let number: Int32?
  private let size: UInt64

  /// Looks at a file up to `size`. What it may find beyond its end is for the copier to see.
  init(of file: borrowing OwnedFileDescriptor, size: UInt64) {
    self.size = size
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_size >= Int64(clamping: size),
      Int64(status.st_blocks).multipliedReportingOverflow(by: 512).partialValue < status.st_size
    else {
      seeker = nil
      number = nil
      return
    }
    do throws(SystemError) {
      let own = try file.reopenReadOnly()
      number = own.rawValue
      seeker = consume own
    } catch {
      number = nil
      seeker = nil
    }
  }

  /// Of a file with a hole in it, or of another size than it seems to have.
  var mayHaveHoles: Bool { number != nil }

  /// What is at `offset`, which is below the size, and up to where.
  func extent(at offset: UInt64) -> Extent {
    guard let file = number else { return .data(until: size) }
    let start = Int(clamping: offset)
    let data = lseek(file, start, SEEK_DATA)
    guard data <= start else { return .hole(until: min(UInt64(data), size)) }
    guard data == start else {
      // Nothing but a hole follows; or the file system cannot tell.
      return linux_errno() == ENXIO ? .hole(until: size) : .data(until: size)
    }
    let hole = lseek(file, start, SEEK_HOLE)
    return .data(until: hole > start ? min(UInt64(hole), size) : size)
  }
}
