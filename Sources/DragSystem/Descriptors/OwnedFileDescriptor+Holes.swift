internal import CLinux

// A range of a new file that is never written reads as zeros, and takes no room on a disk: a hole.

extension OwnedFileDescriptor {
  /// The block size of most file systems; a hole smaller than a block saves nothing.
  static let blockSize = 4096

  /// Writes all bytes at the position of a file that ends there, and skips blocks of zeros. It also skips zeros of an
  /// incomplete block at either end, because the block's other part may be zeros too. Call `endAtPosition` after the
  /// last write.
  package borrowing func write(sparsely bytes: [UInt8]) throws(SystemError) {
    let number = rawValue
    try bytes.span.bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(SystemError) in
      try Self.write(sparsely: bytes, to: number)
    }
  }

  static func write(
    sparsely bytes: UnsafeRawBufferPointer, to file: Int32
  ) throws(SystemError) {
    let position = lseek(file, 0, SEEK_CUR)
    guard position >= 0 else { throw .last("lseek") }
    var start = 0
    var zeros = 0
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + blockSize - (position + place) % blockSize)
      if isZero(UnsafeRawBufferPointer(rebasing: bytes[place..<end])) {
        try write(all: UnsafeRawBufferPointer(rebasing: bytes[start..<place]), to: file)
        zeros += end - place
        start = end
      } else if zeros > 0 {
        try pass(over: zeros, in: file)
        zeros = 0
      }
      place = end
    }
    try write(all: UnsafeRawBufferPointer(rebasing: bytes[start...]), to: file)
    if zeros > 0 { try pass(over: zeros, in: file) }
  }

  /// Gives the file the size of the present position: the file may end in a hole.
  package borrowing func endAtPosition() throws(SystemError) {
    let position = lseek(rawValue, 0, SEEK_CUR)
    guard position >= 0 else { throw .last("lseek") }
    try Copy.extend(self, to: UInt64(position))
  }

  private static func pass(over count: Int, in file: Int32) throws(SystemError) {
    guard lseek(file, count, SEEK_CUR) >= 0 else { throw .last("lseek") }
  }

  /// Compares each byte with the one before it, and the first with zero: memcmp(3) is as fast as memory.
  private static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return true }
    return bytes[0] == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
  }

  /// The ranges of a file that have data, up to its size; nil when it has no holes, or more ranges than `limit`.
  package borrowing func dataRanges(
    size: UInt64, limit: Int
  ) -> [Range<UInt64>]? {
    let extents = FileExtents(of: self, size: size)
    guard extents.mayHaveHoles else { return nil }
    var ranges: [Range<UInt64>] = []
    var offset: UInt64 = 0
    while offset < size {
      switch extents.extent(at: offset) {
      case .data(let end):
        // The range does not advance in a file that shrinks meanwhile.
        guard end > offset, ranges.count < limit else { return nil }
        ranges.append(offset..<end)
        offset = end
      case .hole(let end):
        guard end > offset else { return nil }
        offset = end
      }
    }
    return ranges == [0..<size] ? nil : ranges
  }
}
