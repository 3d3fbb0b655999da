package import DragSystem

/// A descriptor for a closure that may never run, or for an enum. The receiver removes it; otherwise a worker closes
/// it.
package final class DescriptorBox {
  private var descriptor: OwnedFileDescriptor?
  private let pool: WorkerPool
  private let lane: Lane

  package init(_ descriptor: consuming OwnedFileDescriptor, lane: Lane, pool: WorkerPool) {
    self.descriptor = consume descriptor
    self.pool = pool
    self.lane = lane
  }

  deinit {
    close()
  }

  package func remove() -> OwnedFileDescriptor? { descriptor.take() }

  /// A worker closes the descriptor, unless it was removed.
  package func close() {
    if let descriptor = remove() { pool.close(descriptor, lane: lane) }
  }
}
