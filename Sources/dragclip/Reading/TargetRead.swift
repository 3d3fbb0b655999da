internal import DisplaySelections
internal import DragModel
internal import DragSystem

/// A read of one target into memory. It is complete when the display has reported so and the pipe has ended.
final class TargetRead {
  private enum State {
    case running
    /// The display has reported the end, and the pipe has not ended.
    case displayEnded(bytes: UInt64?)
    /// The pipe has ended, and the display has not reported whether the content is complete.
    case pipeEnded(Content)
    case over
  }

  private let display: any SelectionDisplay
  private var state = State.running
  private var collector: Collector?
  private var read: ReadID?
  private let then: (Content?) -> Void

  /// - Parameter then: called once, on the loop, unless the read is cancelled; with nil if the content is incomplete.
  init(
    _ target: String, of selection: ClipboardSelection, limit: UInt64,
    _ placement: ContentPlacement,
    _ display: any SelectionDisplay, _ loop: EventLoop, _ workers: WorkerPool, lane: Lane,
    then: @escaping (Content?) -> Void
  ) throws(SystemError) {
    self.display = display
    self.then = then
    let pipe = try Pipe()
    collector = Collector(
      from: pipe.reader, limit: limit, placement: placement, lane: lane, pool: workers, loop: loop
    ) { [weak self] in self?.collected($0) }
    read = display.read(target, of: selection, into: pipe.writer) { [weak self] in
      self?.displayed($0)
    }
  }

  func cancel() {
    state = .over
    collector?.cancel()
    if let read { display.cancel(read) }
  }

  private func displayed(_ end: ReadEnd) {
    switch (end, state) {
    case (_, .over), (_, .displayEnded): break
    case (.complete(let bytes), .running): state = .displayEnded(bytes: bytes)
    case (.handedOver, .running): state = .displayEnded(bytes: nil)
    case (.complete(let bytes), .pipeEnded(let content)):
      complete(content.size == bytes ? content : nil)
    case (.handedOver, .pipeEnded(let content)): complete(content)
    case (.failed, _), (.cancelled, _): fail()
    }
  }

  private func collected(_ report: JobReport) {
    switch report {
    case .transferred, .waiting, .roomWanted: break
    case .ended:
      guard let content = collector?.content else { return fail() }
      switch state {
      case .running: state = .pipeEnded(content)
      case .displayEnded(let bytes): complete(bytes ?? content.size == content.size ? content : nil)
      case .pipeEnded, .over: break
      }
    case .destinationClosed, .limitExceeded, .short, .changed, .failed: fail()
    }
  }

  private func fail() {
    guard !isOver else { return }
    cancel()
    then(nil)
  }

  private func complete(_ content: Content?) {
    guard !isOver else { return }
    state = .over
    then(content)
  }

  private var isOver: Bool {
    switch state {
    case .over: true
    case .running, .displayEnded, .pipeEnded: false
    }
  }
}
