internal import CLinux

/// A file that content is being written into: in memory first, on a disk when it grows too large.
struct ContentFile: ~Copyable {
  private var descriptor: OwnedFileDescriptor
  /// Nil once it is on a disk.
  private var charge: MemoryCharge?
  private(set) var isInMemory: Bool
  private let placement: ContentPlacement

  /// Starts it for content of at least so many bytes.
  init(expecting size: UInt64, placement: ContentPlacement) throws(SystemError) {
    self.placement = placement
    if size <= placement.memoryThreshold,
      let charge = MemoryCharge(size, of: placement.allowance)
    {
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

  /// Copies a part of a file to the same place; see `Copy.bytes`.
  func copy(
    _ count: UInt64, at start: UInt64, from source: borrowing OwnedFileDescriptor,
    while goOn: (UInt64) -> Bool
  ) throws(SystemError) -> UInt64 {
    try Copy.bytes(count, from: source, at: start, to: descriptor, at: start, while: goOn)
  }

  /// Writes what is all of it.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try descriptor.write(all: bytes)
  }

  /// Sees that `count` bytes may be added to the `size` there are: moves to a disk when they may not in memory.
  mutating func makeRoom(for count: UInt64, after size: UInt64) throws(SystemError) {
    guard isInMemory else { return }
    let charged = charge?.bytes ?? 0
    guard size + count > charged else { return }
    // Taken in steps, so that the allowance is not asked for every packet.
    let step = max(size + count - charged, min(1 << 20, placement.memoryThreshold - charged))
    if size + count <= placement.memoryThreshold, charge?.grow(by: step) == true { return }
    let file = try ContentFile.makeFile(placement)
    guard try Copy.bytes(size, from: descriptor, to: file) == size else {
      throw SystemError("pread", errno: EIO)
    }
    descriptor = file
    charge = nil
    isInMemory = false
  }

  private static func makeMemory() throws(SystemError) -> OwnedFileDescriptor {
    let memory = try Memfd.create("dragd-content")
    try Limits.keepReserve(memory, from: "memfd_create")
    return memory
  }

  private static func makeFile(
    _ placement: ContentPlacement
  ) throws(SystemError) -> OwnedFileDescriptor {
    guard let folder = placement.folder else {
      throw SystemError("memory allowance", errno: ENOSPC)
    }
    let file = try UnlinkedFile.create(in: folder)
    try Limits.keepReserve(file, from: "open")
    return file
  }

  /// The content is complete: nobody can change it from now on.
  consuming func finish(
    size: UInt64, lane: String, pool: WorkerPool
  ) throws(SystemError) -> Content {
    if isInMemory {
      try Memfd.seal(descriptor)
      charge?.shrink(to: size)
    } else {
      try UnlinkedFile.finish(descriptor)
    }
    return Content(
      descriptor, size: size, isInMemory: isInMemory, charge: charge, lane: lane, pool: pool)
  }
}
