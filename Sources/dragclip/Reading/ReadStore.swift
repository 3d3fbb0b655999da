internal import ClipboardModel
internal import DisplaySelections
internal import DragModel
internal import DragSystem

/// Reads targets into memory, and keeps the contents until the model drops them.
final class ReadStore {
  private let display: any SelectionDisplay
  private let loop: EventLoop
  private let workers: WorkerPool
  private var runs: [ReadNumber: TargetRead] = [:]
  private var kept: [ReadNumber: Content] = [:]
  /// Memory for the history, pinned contents, read-ahead and reads under way together.
  private let allowance = MemoryAllowance(limit: 1 << 30)
  var onEnd: ((ReadNumber, ReadOutcome) -> Void)?

  init(_ display: any SelectionDisplay, _ loop: EventLoop, _ workers: WorkerPool) {
    self.display = display
    self.loop = loop
    self.workers = workers
  }

  var placement: ContentPlacement { .memoryOnly(allowance) }

  func start(
    _ number: ReadNumber, _ selection: ClipboardSelection, _ purpose: ReadPurpose, limit: UInt64
  ) {
    let decoding =
      switch purpose {
      case .keep(let type): type.decoding
      case .sensitivityHint, .gnomeFiles, .kdeCut, .offerPath: TextDecoding.verbatim
      }
    do throws(SystemError) {
      let run = try TargetRead(
        purpose.target, of: selection, limit: limit, placement, display, loop, workers,
        lane: .read(number.number)
      ) { [weak self] content in self?.ended(number, content, decoding) }
      runs[number] = run
    } catch {
      loop.next { [weak self] in self?.onEnd?(number, .failed) }
    }
  }

  /// Ends a read as failed.
  func cancel(_ number: ReadNumber) {
    guard let run = runs.removeValue(forKey: number) else { return }
    run.cancel()
    loop.next { [weak self] in self?.onEnd?(number, .failed) }
  }

  func drop(_ number: ReadNumber) {
    kept[number] = nil
  }

  func content(_ number: ReadNumber) -> Content? { kept[number] }

  func keep(_ content: Content, as number: ReadNumber) {
    kept[number] = content
  }

  private func ended(_ number: ReadNumber, _ content: Content?, _ decoding: TextDecoding) {
    guard runs.removeValue(forKey: number) != nil else { return }
    guard let content else {
      onEnd?(number, .failed)
      return
    }
    switch decoding {
    case .verbatim: keep(number, content)
    case .utf8, .latin1, .utf16:
      convert(content, decoding.decode) { [weak self] decoded in
        guard let self else { return }
        if let decoded { keep(number, decoded) } else { onEnd?(number, .failed) }
      }
    }
  }

  func keep(_ number: ReadNumber, _ content: Content) {
    kept[number] = content
    // The content is this program's memory, so the read does not block.
    let start = content.start(ReadOutcome.startBytes)
    onEnd?(
      number, .complete(size: content.size, start: start, fingerprint: content.fingerprint))
  }

  /// Converts the content into another one, on a worker.
  func convert(
    _ content: Content, _ body: @escaping @Sendable ([UInt8]) -> [UInt8],
    then: @escaping (Content?) -> Void
  ) {
    let (placement, workers) = (placement, workers)
    workers.run(lane: .conversion) { () -> Content? in
      let bytes = content.descriptor.withDescriptor { descriptor in
        try? descriptor.read(upTo: Int(content.size), at: 0)
      }
      return bytes.flatMap {
        try? Content.containing(body($0), placement: placement, lane: .memory, pool: workers)
      }
    } then: { content in
      then(content)
    }
  }
}
