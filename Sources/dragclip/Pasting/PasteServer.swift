internal import ClipboardModel
internal import DisplaySelections
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Sends the content of owned selections to programs that paste.
final class PasteServer {
  private let display: any SelectionDisplay
  private let connection: BrokerConnection
  private let reads: ReadStore
  private let loop: EventLoop
  private let workers: WorkerPool
  /// Requests under way, as many as the display has; nil before the source of the bytes is known, and for one that
  /// needs no offer.
  private var pastes: [RequestID: OfferPaste?] = [:]
  /// Called when a paste has found that its offer has ended.
  var onOfferEnded: ((Identifier) -> Void)?
  /// Called when a program has got only a part of an offer.
  var onCut: ((Identifier) -> Void)?
  /// Called when a program begins to paste an offer.
  var onPasteBegin: ((Identifier) -> Void)?
  /// Called when a paste has ended, with the offer that was accepted for it.
  var onPaste: ((Identifier?) -> Void)?

  private let accepts = AcceptsUnderWay()

  init(
    _ display: any SelectionDisplay, _ connection: BrokerConnection, _ reads: ReadStore,
    _ loop: EventLoop, _ workers: WorkerPool
  ) {
    self.display = display
    self.connection = connection
    self.reads = reads
    self.loop = loop
    self.workers = workers
  }

  func requested(_ request: RequestID) {
    pastes.updateValue(nil, forKey: request)
  }

  /// The requestor has left.
  func cancelled(_ request: RequestID) {
    guard let paste = pastes.removeValue(forKey: request) else { return }
    paste?.cancel()
  }

  func refuse(_ request: RequestID) {
    guard pastes.removeValue(forKey: request) != nil else { return }
    display.refuse(request)
  }

  func serve(_ request: RequestID, _ source: PasteSource) {
    guard pastes[request] != nil else { return }
    switch source {
    case .constant(let bytes): answer(request, bytes)
    case .held(let number, let size, let form):
      guard let content = reads.content(number), content.size == size else {
        return refuse(request)
      }
      answer(request, content, form)
    case .offer(let offer, let item, let representation, let form):
      accept(request, offer) { [self] ended in
        OfferPaste(
          offer, item: item, representation, connection, loop, workers, accepts,
          buffersAll: form == .latin1, then: ended)
      } answer: { [self] in
        given(request, $0, form)
      }
    case .files(let offer, let form, let isCut):
      accept(request, offer) { [self] ended in
        OfferPaste(filesOf: offer, connection, loop, workers, accepts) { uris in
          FileList.text(uris, form, isCut: isCut)
        } then: {
          ended($0)
        }
      } answer: { [self] in
        given(request, $0, .verbatim)
      }
    // The model serves the path itself.
    case .offerPath: refuse(request)
    }
  }

  private func accept(
    _ request: RequestID, _ offer: Identifier,
    _ start: (@escaping (OfferPaste.End) -> Void) -> OfferPaste,
    answer: @escaping (OfferPaste.Bytes) -> Void
  ) {
    guard accepts.count < AcceptsUnderWay.most else { return refuse(request) }
    onPasteBegin?(offer)
    let paste = start { [weak self] end in
      guard let self, pastes[request] != nil else { return }
      switch end {
      case .bytes(let bytes): answer(bytes)
      case .offerEnded:
        refuse(request)
        onOfferEnded?(offer)
      case .failed: refuse(request)
      case .cut: onCut?(offer)
      }
    }
    pastes[request] = paste
  }

  private func given(_ request: RequestID, _ bytes: OfferPaste.Bytes, _ form: TextForm) {
    switch bytes {
    case .data(let data): answer(request, form == .latin1 ? Latin1.encode(data) : data)
    case .content(let content): answer(request, content, form)
    case .stream(let pipe, let size):
      guard let pipe = try? pipe.descriptor.duplicate() else { return refuse(request) }
      answer(request, pipe, size)
    }
  }

  private func answer(_ request: RequestID, _ bytes: [UInt8]) {
    do throws(SystemError) {
      let memory = try Memfd.create("dragclip-paste", containing: bytes)
      answer(request, try memory.reopenReadOnly(), UInt64(bytes.count))
    } catch {
      refuse(request)
    }
  }

  private func answer(_ request: RequestID, _ content: Content, _ form: TextForm) {
    switch form {
    case .verbatim:
      guard let file = try? content.reopenReadOnly() else { return refuse(request) }
      answer(request, file, content.size)
    case .latin1:
      reads.convert(content, Latin1.encode) { [weak self] encoded in
        guard let self, pastes[request] != nil else { return }
        guard let encoded else { return refuse(request) }
        answer(request, encoded, .verbatim)
      }
    }
  }

  private func answer(
    _ request: RequestID, _ content: consuming OwnedFileDescriptor, _ size: UInt64?
  ) {
    display.answer(request, with: content, size: size) { [weak self] end in
      guard let paste = self?.pastes.removeValue(forKey: request) else { return }
      guard let paste else {
        self?.onPaste?(nil)
        return
      }
      switch end {
      case .complete:
        paste.finish { [weak self] in self?.onPaste?(paste.offer) }
      case .cut, .failed:
        paste.cancel()
        if case .cut = end { self?.onCut?(paste.offer) }
        self?.onPaste?(paste.offer)
      }
    }
  }
}
