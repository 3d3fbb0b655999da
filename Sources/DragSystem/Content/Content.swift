/// Bytes that are complete and never change again: a sealed memfd, or an unlinked file that nobody can open for
/// writing.
///
/// Closing a large one takes long, so whoever drops it last, it is closed on a worker.
package final class Content: Sendable {
  /// In bytes.
  package let size: UInt64
  package let isInMemory: Bool
  /// The descriptor, as the source of a `FileToPipe`, or to be sent to a store. It is never handed to a recipient.
  package let descriptor: PeerDescriptor
  private let charge: MemoryCharge?

  /// Takes over content that is complete, with the charge for its memory.
  package init(
    _ descriptor: consuming OwnedFileDescriptor, size: UInt64, isInMemory: Bool,
    charge: consuming MemoryCharge? = nil, lane: String, pool: WorkerPool
  ) {
    self.size = size
    self.isInMemory = isInMemory
    self.charge = charge
    self.descriptor = PeerDescriptor(descriptor, lane: lane, pool: pool)
  }

  /// Takes in a peer's memfd that is sealed. Nil for a charge where the allowance has not so much left: the memory is
  /// the peer's, too.
  package init(sealed file: PeerDescriptor, size: UInt64, charge: consuming MemoryCharge?) {
    self.size = size
    isInMemory = true
    self.charge = charge
    descriptor = file
  }

  /// An unlinked file that an earlier process of this program has filled.
  package init(spooled file: PeerDescriptor, size: UInt64) {
    self.size = size
    isInMemory = false
    charge = nil
    descriptor = file
  }

  /// Copies a file up to `size`, or to its end if that comes before. For workers: it waits for disks.
  package static func copying(
    _ file: PeerDescriptor, size: UInt64, placement: ContentPlacement, pool: WorkerPool
  ) throws(SystemError) -> Content {
    var copy = try ContentFile(expecting: size, placement: placement)
    let copied = try file.withDescriptor { file throws(SystemError) in
      try copy.copyAll(size, from: file)
    }
    return try copy.finish(size: copied, lane: file.lane, pool: pool)
  }

  /// Keeps bytes that are at hand. For workers: it waits for disks.
  package static func containing(
    _ bytes: [UInt8], placement: ContentPlacement, lane: String, pool: WorkerPool
  ) throws(SystemError) -> Content {
    var file = try ContentFile(expecting: UInt64(bytes.count), placement: placement)
    try file.write(bytes)
    return try file.finish(size: UInt64(bytes.count), lane: lane, pool: pool)
  }

  /// A recipient's own descriptor: read-only, at offset 0.
  package func reopenReadOnly() throws(SystemError) -> OwnedFileDescriptor {
    try descriptor.withDescriptor { (descriptor) throws(SystemError) in
      try descriptor.reopenReadOnly()
    }
  }
}
