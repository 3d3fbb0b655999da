internal import DragSystem

/// A descriptor on its way from one call to another. The receiver removes it; what nobody removes is closed on a
/// worker.
final class DescriptorBox {
  private var descriptor: OwnedFileDescriptor?
  private let pool: WorkerPool
  private let lane: String

  init(_ descriptor: consuming OwnedFileDescriptor, lane: String, pool: WorkerPool) {
    self.descriptor = consume descriptor
    self.pool = pool
    self.lane = lane
  }

  deinit {
    if let descriptor = remove() { pool.close(descriptor, lane: lane) }
  }

  func remove() -> OwnedFileDescriptor? { descriptor.take() }
}
