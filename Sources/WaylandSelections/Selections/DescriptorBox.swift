internal import DragSystem

/// A descriptor for a closure that may never run. A holder that does not use the descriptor closes it on a worker.
final class DescriptorBox {
  private var descriptor: OwnedFileDescriptor?

  init(_ descriptor: consuming OwnedFileDescriptor) {
    self.descriptor = consume descriptor
  }

  func take() -> OwnedFileDescriptor? { descriptor.take() }

  func close(on pool: WorkerPool, lane: Lane) {
    if let descriptor = take() { pool.close(descriptor, lane: lane) }
  }
}
