internal import CLinux

/// Takes bytes from a file, from an offset on, into a pipe that somebody else reads.
///
/// A splice from a file holds the pipe's lock until the file has answered, and on a dead mount it never does: the
/// pipe's reader could then not even be killed. So a file goes through a pipe of our own first, where its pages are
/// only counted, not copied. A file in memory answers at once and is spliced directly.
struct SpliceReader: ~Copyable {
  private enum Way {
    case direct
    case ownPipe
    /// For file systems that do not splice, and when pipes have become small.
    case buffer
  }

  /// What is read ahead of the destination, at most.
  private static let bufferSize = 256 * 1024
  private static let smallestPipe: Int32 = 65_536

  private let file: Int32
  /// Of the next byte that goes into somebody's pipe.
  private var offset: UInt64
  private let end: UInt64
  private var way: Way
  private var ownPipe: Pipe?
  /// Bytes in our own pipe. They go with the tap, and the next one reads them again.
  private var held = 0
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The file had no more bytes, before `end`.
  private(set) var isDry = false

  /// The file must stay open as long as the tap is used.
  init(_ file: borrowing OwnedFileDescriptor, at offset: UInt64, end: UInt64) {
    self.file = file.rawValue
    self.offset = offset
    self.end = end
    way = .direct
    ownPipe = nil
    guard !Memfd.isInMemory(file) else { return }
    ownPipe = try? SpliceReader.makePipe()
    let capacity = linux_fcntl(ownPipe?.reader.rawValue ?? -1, F_GETPIPE_SZ, 0)
    way = capacity >= SpliceReader.smallestPipe ? .ownPipe : .buffer
  }

  deinit {
    buffer.deallocate()
  }

  private static func makePipe() throws(SystemError) -> Pipe {
    let pipe = try Pipe(capacity: SpliceReader.bufferSize)
    try Limits.keepReserve(pipe.writer, from: "pipe2")
    return pipe
  }

  /// Moves what fits into the pipe, and returns how many bytes; 0 when it is full or the file is dry.
  mutating func pour(into pipe: Int32) throws(SystemError) -> Int {
    let count =
      switch way {
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
    let count = splice(file, &start, pipe, nil, wanted, UInt32(flags))
    if count < 0, linux_errno() == EINVAL {
      way = .buffer
      return 0
    }
    isDry = count == 0
    return try moved(count, "splice")
  }

  private mutating func throughOwnPipe(into pipe: Int32) throws(SystemError) -> Int {
    if held == 0 {
      // It is empty, so this waits for the file only.
      held = try fromFile(
        into: ownPipe?.writer.rawValue ?? -1, rest(upTo: SpliceReader.bufferSize),
        flags: SPLICE_F_MOVE)
      guard held > 0 else { return 0 }
    }
    let count = try moved(
      splice(
        ownPipe?.reader.rawValue ?? -1, nil, pipe, nil, held,
        UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK)),
      "splice")
    held -= count
    return count
  }

  private mutating func throughBuffer(into pipe: Int32) throws(SystemError) -> Int {
    if buffer.isEmpty {
      buffer = .allocate(byteCount: SpliceReader.bufferSize, alignment: 4096)
    }
    let filled = try moved(
      pread(file, buffer.baseAddress, rest(upTo: buffer.count), Int(offset)), "pread")
    isDry = filled == 0
    guard filled > 0 else { return 0 }
    return try moved(write(pipe, buffer.baseAddress, filled), "write")
  }

  private func moved(_ count: Int, _ call: String) throws(SystemError) -> Int {
    if count >= 0 { return count }
    switch linux_errno() {
    case EAGAIN, EINTR: return 0
    default: throw .last(call)
    }
  }
}
