internal import DragProtocol
internal import DragSystem

/// Joins the buffered beginning of a pipe and the rest of it into one pipe.
final class PrefixedStream {
  private var prefix: FileToPipe?
  private var rest: Relay?
  /// The read end of the joined pipe; nil if no pipe could be made.
  private(set) var reader: SharedDescriptor?

  init(
    _ content: Content, _ pipe: SharedDescriptor, lane: Lane, _ workers: WorkerPool,
    _ loop: EventLoop
  ) {
    guard let new = try? Pipe() else { return }
    guard let copy = try? new.writer.duplicate() else { return }
    let writer = SharedDescriptor(new.writer)
    reader = SharedDescriptor(new.reader)
    prefix = FileToPipe(
      from: content.descriptor, size: content.size, to: copy, lane: lane, pool: workers, loop: loop
    ) { [weak self] report in
      switch report {
      case .transferred, .waiting, .roomWanted: break
      case .ended:
        guard let source = try? pipe.descriptor.duplicate(),
          let destination = try? writer.descriptor.duplicate()
        else { return }
        self?.rest = Relay(
          from: source, to: destination, lane: lane, pool: workers, loop: loop
        ) { _ in }
      case .destinationClosed, .limitExceeded, .short, .changed, .failed: break
      }
    }
  }

  func cancel() {
    prefix?.cancel()
    rest?.cancel()
  }
}
