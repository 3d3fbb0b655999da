internal import DragSystem

/// A descriptor that a closure or an enum holds. The receiver removes it; otherwise a worker closes it.
final class DescriptorBox {
  private var descriptor: OwnedFileDescriptor?
  private let pool: WorkerPool
  private let lane: Lane

  init(_ descriptor: consuming OwnedFileDescriptor, lane: Lane, pool: WorkerPool) {
    self.descriptor = consume descriptor
    self.pool = pool
    self.lane = lane
  }

  deinit {
    if let descriptor = remove() { pool.close(descriptor, lane: lane) }
  }

  func remove() -> OwnedFileDescriptor? { descriptor.take() }
}
