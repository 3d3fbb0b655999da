internal import DragProtocol
internal import DragSystem

/// Joins the buffered beginning of a pipe and the rest of it into one pipe.
///
/// It holds the joined pipe open until it is dropped, because the end of a pipe does not prove that its content is
/// complete: who drops it after `ended` shows the reader the end.
final class PrefixedStream {
  private let writer: SharedDescriptor
  /// The read end of the joined pipe.
  let reader: SharedDescriptor
  private var prefix: FileToPipe?
  private var rest: Relay?
  private let pipe: SharedDescriptor
  private let lane: Lane
  private let workers: WorkerPool
  private let loop: EventLoop
  private let ended: (Bool) -> Void

  /// Starts at once. `ended`: called once, with whether all bytes of the pipe are in the joined pipe.
  init(
    _ content: Content, _ pipe: SharedDescriptor, lane: Lane, _ workers: WorkerPool,
    _ loop: EventLoop, ended: @escaping (Bool) -> Void
  ) throws(SystemError) {
    let joined = try Pipe()
    let destination = try joined.writer.duplicate()
    writer = SharedDescriptor(joined.writer)
    reader = SharedDescriptor(joined.reader)
    self.pipe = pipe
    self.lane = lane
    self.workers = workers
    self.loop = loop
    self.ended = ended
    prefix = FileToPipe(
      from: content.descriptor, size: content.size, to: destination, lane: lane, pool: workers,
      loop: loop
    ) { [weak self] report in
      switch report {
      case .transferred, .waiting, .roomWanted: break
      case .ended: self?.continueWithPipe()
      case .destinationClosed, .limitExceeded, .short, .changed, .failed: self?.ended(false)
      }
    }
  }

  func cancel() {
    prefix?.cancel()
    rest?.cancel()
  }

  private func continueWithPipe() {
    guard let source = try? pipe.descriptor.duplicate(),
      let destination = try? writer.descriptor.duplicate()
    else { return ended(false) }
    rest = Relay(
      from: source, to: destination, lane: lane, pool: workers, loop: loop
    ) { [weak self] report in
      switch report {
      case .transferred, .waiting, .roomWanted: break
      case .ended: self?.ended(true)
      case .destinationClosed, .limitExceeded, .short, .changed, .failed: self?.ended(false)
      }
    }
  }
}
