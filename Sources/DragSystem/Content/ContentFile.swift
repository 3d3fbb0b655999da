internal import CLinux

/// A file that receives content: in memory first, on a disk when it grows too large. Ranges that are never written
/// become holes, which take no room.
struct ContentFile: ~Copyable {
  private var descriptor: OwnedFileDescriptor
  /// Nil when the file is on a disk.
  private var charge: MemoryCharge?
  private(set) var isInMemory: Bool
  /// Bytes written, which the allowance is charged for.
  private(set) var written: UInt64 = 0
  private let placement: ContentPlacement

  /// Creates it for content of at least so many bytes. `makeRoom` charges them as they arrive.
  init(expecting size: UInt64, placement: ContentPlacement) throws(SystemError) {
    self.placement = placement
    if size <= placement.memoryThreshold, let charge = MemoryCharge(0, of: placement.allowance) {
      descriptor = try ContentFile.makeMemory()
      self.charge = consume charge
      isInMemory = true
    } else {
      descriptor = try ContentFile.makeFile(placement)
      charge = nil
      isInMemory = false
    }
  }

  var rawValue: Int32 { descriptor.rawValue }

  /// Copies a range without holes to the same offset.
  mutating func copy(
    _ count: UInt64, at start: UInt64, from source: borrowing OwnedFileDescriptor,
    while shouldContinue: (UInt64) -> Bool
  ) throws(SystemError) -> UInt64 {
    try makeRoom(for: count, after: start)
    let copied = try Copy.data(
      count, from: source, at: start, to: descriptor, at: start, while: shouldContinue)
    written += copied
    return copied
  }

  /// Copies a file up to `size`, or to its end if that is earlier, with its holes; returns the size copied.
  mutating func copyAll(
    _ size: UInt64, from source: borrowing OwnedFileDescriptor
  ) throws(SystemError) -> UInt64 {
    let extents = FileExtents(of: source, size: size)
    var done: UInt64 = 0
    while done < size {
      switch extents.extent(at: done) {
      case .hole(let end): done = end
      case .data(let end):
        done += try copy(end - done, at: done, from: source) { _ in true }
        if done < end { return done }
      }
    }
    return done
  }

  /// Writes the whole content at once.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    try makeRoom(for: UInt64(bytes.count), after: 0)
    try descriptor.write(all: bytes)
    written = UInt64(bytes.count)
  }

  /// Records that the caller wrote so many bytes to `rawValue`, after `makeRoom`.
  mutating func wrote(_ count: UInt64) { written += count }

  /// Makes room for `count` more bytes after `size`: charges them, or copies the file to a disk when memory does not
  /// allow them.
  mutating func makeRoom(for count: UInt64, after size: UInt64) throws(SystemError) {
    guard isInMemory else { return }
    let charged = charge?.bytes ?? 0
    let needed = written + count
    guard needed > charged else { return }
    if needed <= placement.memoryThreshold {
      // Charged in steps, so that not every packet asks the allowance.
      let step = max(needed, min(charged + 1 << 20, placement.memoryThreshold))
      if charge?.grow(by: step - charged) == true { return }
      if charge?.grow(by: needed - charged) == true { return }
    }
    let file = try ContentFile.makeFile(placement)
    try Copy.extend(descriptor, to: size)
    guard try Copy.bytes(size, from: descriptor, to: file) == size else {
      throw SystemError("pread", errno: EIO)
    }
    descriptor = file
    charge = nil
    isInMemory = false
  }

  private static func makeMemory() throws(SystemError) -> OwnedFileDescriptor {
    let memory = try Memfd.create("dragd-content")
    try ProcessLimits.keepReserve(memory, from: "memfd_create")
    return memory
  }

  private static func makeFile(
    _ placement: ContentPlacement
  ) throws(SystemError) -> OwnedFileDescriptor {
    guard let folder = placement.folder else {
      throw SystemError("memory allowance", errno: ENOSPC)
    }
    let file = try UnlinkedFile.create(in: folder)
    try ProcessLimits.keepReserve(file, from: "open")
    return file
  }

  /// Makes the content complete: nothing can change it from now on.
  consuming func complete(
    size: UInt64, lane: Lane, pool: WorkerPool
  ) throws(SystemError) -> Content {
    try Copy.extend(descriptor, to: size)
    if isInMemory {
      try Memfd.seal(descriptor)
      charge?.shrink(to: written)
    } else {
      try UnlinkedFile.makeReadOnly(descriptor)
    }
    return Content(
      descriptor, size: size, isInMemory: isInMemory, charge: charge, lane: lane, pool: pool)
  }
}
