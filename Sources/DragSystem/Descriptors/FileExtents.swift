internal import CLinux

/// The ranges of a file with data, and its holes: ranges that read as zeros and take no room on a disk.
struct FileExtents: ~Copyable {
  enum Extent {
    case data(until: UInt64)
    case hole(until: UInt64)
  }

  /// Has an open file description of its own, because seeking moves the position, and the other position belongs to a
  /// peer. Nil when the file has no holes or cannot be reopened: then all of it counts as data.
  private let seeker: OwnedFileDescriptor?
  private let number: Int32?
  private let size: UInt64

  /// Examines a file up to `size`. The copier handles bytes beyond that.
  init(of file: borrowing OwnedFileDescriptor, size: UInt64) {
    self.size = size
    guard let status = try? FileStatus(of: file), status.size >= size,
      status.allocated < status.size
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

  /// Whether the file takes less room than its size, as one with holes does.
  var mayHaveHoles: Bool { number != nil }

  /// The kind of the range at `offset`, which is below the size, and where the range ends.
  func extent(at offset: UInt64) -> Extent {
    guard let file = number else { return .data(until: size) }
    let start = Int(clamping: offset)
    let data = lseek(file, start, SEEK_DATA)
    guard data <= start else { return .hole(until: min(UInt64(data), size)) }
    guard data == start else {
      // Only a hole follows (ENXIO), or the file system cannot tell. A file that has become shorter gives ENXIO too:
      // the copier finds its end.
      let endsInHole = linux_errno() == ENXIO && lseek(file, 0, SEEK_END) >= Int(clamping: size)
      return endsInHole ? .hole(until: size) : .data(until: size)
    }
    let hole = lseek(file, start, SEEK_HOLE)
    return .data(until: hole > start ? min(UInt64(hole), size) : size)
  }
}
