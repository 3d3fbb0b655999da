internal import ClipboardModel
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Reads copied offers for the history from dragd, which holds them.
final class CopiedReads {
  private let connection: BrokerConnection
  private let reads: ReadStore
  private let loop: EventLoop
  private let workers: WorkerPool
  private var running: [ReadNumber: OfferPaste] = [:]

  private let accepts = AcceptsUnderWay()

  init(
    _ connection: BrokerConnection, _ reads: ReadStore, _ loop: EventLoop, _ workers: WorkerPool
  ) {
    self.connection = connection
    self.reads = reads
    self.loop = loop
    self.workers = workers
  }

  /// Calls `reads.onEnd` once with the number, on the loop.
  func start(_ number: ReadNumber, _ source: PasteSource, limit: UInt64) {
    let ended = { [weak self] (end: OfferPaste.End) in
      guard let self, let paste = running.removeValue(forKey: number) else { return }
      switch end {
      case .bytes(let bytes): keep(bytes, as: number, limit, paste)
      case .offerEnded, .failed, .cut: fail(number)
      }
    }
    switch source {
    case .offer(let offer, let item, let representation, _):
      running[number] = OfferPaste(
        offer, item: item, representation, connection, loop, workers, accepts, buffersAll: false,
        then: ended)
    case .files(let offer, let form, let isCut):
      running[number] = OfferPaste(filesOf: offer, connection, loop, workers, accepts) { uris in
        FileList.text(uris, form, isCut: isCut)
      } then: {
        ended($0)
      }
    // The model reads nothing else ahead.
    case .constant, .held, .offerPath: fail(number)
    }
  }

  /// Ends a read as failed.
  func cancel(_ number: ReadNumber) {
    guard let paste = running.removeValue(forKey: number) else { return }
    paste.cancel()
    fail(number)
  }

  private func fail(_ number: ReadNumber) {
    loop.next { [weak self] in self?.reads.onEnd?(number, .failed) }
  }

  private func keep(
    _ bytes: OfferPaste.Bytes, as number: ReadNumber, _ limit: UInt64, _ paste: OfferPaste
  ) {
    switch bytes {
    case .data(let data):
      paste.finish()
      guard data.count <= limit,
        let content = try? Content.containing(
          data, placement: reads.placement, lane: .memory, pool: workers)
      else { return fail(number) }
      reads.keep(number, content)
    case .content(let content):
      guard content.size <= limit else {
        paste.cancel()
        return fail(number)
      }
      // The content may be a file, which can change, so the history keeps a copy.
      reads.convert(content) {
        $0
      } then: { [weak self] copy in
        paste.finish()
        guard let copy, copy.size == content.size else {
          self?.fail(number)
          return
        }
        self?.reads.keep(number, copy)
      }
    case .stream:
      paste.cancel()
      fail(number)
    }
  }
}
