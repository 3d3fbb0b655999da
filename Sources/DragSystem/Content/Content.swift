/// Bytes that are complete and never change again: a sealed memfd, or an unlinked file that no process can open for
/// writing.
///
/// A worker closes it, whichever thread drops the last reference, because closing a large file takes long.
package final class Content: Sendable {
  /// In bytes.
  package let size: UInt64
  package let isInMemory: Bool
  /// The descriptor, as the source of a `FileToPipe` or for the descriptor store. A destination never gets it.
  package let descriptor: PeerDescriptor
  private let charge: MemoryCharge?

  /// Takes over content that is complete, with the charge for its memory.
  package init(
    _ descriptor: consuming OwnedFileDescriptor, size: UInt64, isInMemory: Bool,
    charge: consuming MemoryCharge? = nil, lane: Lane, pool: WorkerPool
  ) {
    self.size = size
    self.isInMemory = isInMemory
    self.charge = charge
    self.descriptor = PeerDescriptor(descriptor, lane: lane, pool: pool)
  }

  /// Adopts a peer's sealed memfd. `charge` is nil when the allowance has not enough left: the memory belongs to the
  /// peer, too.
  package init(sealed file: PeerDescriptor, size: UInt64, charge: consuming MemoryCharge?) {
    self.size = size
    isInMemory = true
    self.charge = charge
    descriptor = file
  }

  /// Adopts an unlinked file that an earlier process of this program has written.
  package init(spooled file: PeerDescriptor, size: UInt64) {
    self.size = size
    isInMemory = false
    charge = nil
    descriptor = file
  }

  /// Copies a file up to `size`, or to its end if that is earlier. For workers: it waits for disks.
  package static func copying(
    _ file: PeerDescriptor, size: UInt64, placement: ContentPlacement, pool: WorkerPool
  ) throws(SystemError) -> Content {
    var copy = try ContentFile(expecting: size, placement: placement)
    let copied = try file.withDescriptor { file throws(SystemError) in
      try copy.copyAll(size, from: file)
    }
    return try copy.complete(size: copied, lane: file.lane, pool: pool)
  }

  /// Stores bytes from memory. For workers: it waits for disks.
  package static func containing(
    _ bytes: [UInt8], placement: ContentPlacement, lane: Lane, pool: WorkerPool
  ) throws(SystemError) -> Content {
    var file = try ContentFile(expecting: UInt64(bytes.count), placement: placement)
    try file.write(bytes)
    return try file.complete(size: UInt64(bytes.count), lane: lane, pool: pool)
  }

  /// A new descriptor of the content: read-only, with an offset of its own, at 0.
  package func reopenReadOnly() throws(SystemError) -> OwnedFileDescriptor {
    try descriptor.withDescriptor { (descriptor) throws(SystemError) in
      try descriptor.reopenReadOnly()
    }
  }
}
