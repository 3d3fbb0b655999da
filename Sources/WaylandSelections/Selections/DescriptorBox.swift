internal import DragSystem

/// Holds a descriptor for a closure that may run or not. Whoever has no use for it closes it on a worker.
final class DescriptorBox {
  private var descriptor: OwnedFileDescriptor?

  init(_ descriptor: consuming OwnedFileDescriptor) {
    self.descriptor = consume descriptor
  }

  func take() -> OwnedFileDescriptor? { descriptor.take() }

  func close(on pool: WorkerPool, lane: String) {
    if let descriptor = take() { pool.close(descriptor, lane: lane) }
  }
}
