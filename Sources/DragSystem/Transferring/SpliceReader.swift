internal import CLinux
internal import Synchronization

/// Passes bytes of a file, from an offset on, into a pipe that a peer reads.
///
/// A splice from a file holds the pipe's lock until the file has answered, and on a dead mount it never answers: the
/// kernel then could not even kill the pipe's reader. So a file goes through this process's own pipe first, which
/// refers to its pages without a copy. A file in memory answers at once and is spliced directly.
struct SpliceReader: ~Copyable {
  private enum Mechanism {
    case direct
    case ownPipe
    /// For file systems without splice(2), and when the kernel grants only small pipes.
    case buffer
  }

  /// The most bytes that are read ahead of the destination.
  private static let bufferSize = 256 * 1024
  private static let smallestPipe: Int32 = 65_536

  private let file: Int32
  /// Of the next byte for the peer's pipe.
  private var offset: UInt64
  private let end: UInt64
  private var mechanism: Mechanism
  private var ownPipe: Pipe?
  /// Bytes in `ownPipe`. They are lost with this reader, and the next one reads them again.
  private var bytesInPipe = 0
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// Whether the file ended before `end`.
  private(set) var isAtEnd = false

  /// The file must stay open as long as this reader is used.
  init(_ file: borrowing OwnedFileDescriptor, at offset: UInt64, end: UInt64) {
    self.init(file.rawValue, at: offset, end: end)
  }

  /// The same for the number of a descriptor.
  init(_ file: Int32, at offset: UInt64, end: UInt64) {
    self.file = file
    self.offset = offset
    self.end = end
    mechanism = .direct
    ownPipe = nil
    guard !Memfd.isInMemory(number: file) else { return }
    ownPipe = try? SpliceReader.makePipe()
    let capacity = linux_fcntl(ownPipe?.reader.rawValue ?? -1, F_GETPIPE_SZ, 0)
    mechanism = capacity >= SpliceReader.smallestPipe ? .ownPipe : .buffer
  }

  deinit {
    buffer.deallocate()
  }

  /// Whether the bytes do not pass through a buffer. It may change while the first are passed on.
  var splices: Bool { mechanism != .buffer }

  private static func makePipe() throws(SystemError) -> Pipe {
    let pipe = try Pipe(capacity: SpliceReader.bufferSize)
    try ProcessLimits.keepReserve(pipe.writer, from: "pipe2")
    return pipe
  }

  /// Passes on what fits into the pipe, and returns how many bytes; 0 when the pipe is full or the file has ended.
  mutating func splice(into pipe: Int32) throws(SystemError) -> Int {
    let count =
      switch mechanism {
      case .direct:
        try fromFile(
          into: pipe, rest(upTo: Int(JobContext.portion)), flags: SPLICE_F_MOVE | SPLICE_F_NONBLOCK)
      case .ownPipe: try throughOwnPipe(into: pipe)
      case .buffer: try throughBuffer(into: pipe)
      }
    offset += UInt64(count)
    return count
  }

  private func rest(upTo limit: Int) -> Int { Int(min(UInt64(limit), end - offset)) }

  private mutating func fromFile(
    into pipe: Int32, _ wanted: Int, flags: Int32
  ) throws(SystemError) -> Int {
    var start = Int64(offset)
    let count = CLinux.splice(file, &start, pipe, nil, wanted, UInt32(flags))
    if count < 0, linux_errno() == EINVAL {
      mechanism = .buffer
      return 0
    }
    isAtEnd = count == 0
    return try checked(count, "splice")
  }

  private mutating func throughOwnPipe(into pipe: Int32) throws(SystemError) -> Int {
    if bytesInPipe == 0 {
      // `ownPipe` is empty, so this waits only for the file.
      bytesInPipe = try fromFile(
        into: ownPipe?.writer.rawValue ?? -1, rest(upTo: SpliceReader.bufferSize),
        flags: SPLICE_F_MOVE)
      guard bytesInPipe > 0 else { return 0 }
    }
    let moved = CLinux.splice(
      ownPipe?.reader.rawValue ?? -1, nil, pipe, nil, bytesInPipe,
      UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
    if moved < 0, linux_errno() == EINVAL {
      // A descriptor that appends (O_APPEND) takes no splice.
      mechanism = .buffer
      return 0
    }
    let count = try checked(moved, "splice")
    bytesInPipe -= count
    return count
  }

  private mutating func throughBuffer(into pipe: Int32) throws(SystemError) -> Int {
    if buffer.isEmpty {
      buffer = .allocate(byteCount: SpliceReader.bufferSize, alignment: 4096)
    }
    let filled = try checked(
      pread(file, buffer.baseAddress, rest(upTo: buffer.count), Int(offset)), "pread")
    isAtEnd = filled == 0
    guard filled > 0 else { return 0 }
    return try checked(write(pipe, buffer.baseAddress, filled), "write")
  }

  private func checked(_ count: Int, _ call: String) throws(SystemError) -> Int {
    if count >= 0 { return count }
    switch linux_errno() {
    case EAGAIN, EINTR: return 0
    default: throw .last(call)
    }
  }
}

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
