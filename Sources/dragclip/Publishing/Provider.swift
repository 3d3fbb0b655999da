internal import ClipboardModel
internal import DisplaySelections
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Provides the bytes of dragclip's offers: from the program that copied, from what dragclip read of it, or from
/// another offer.
final class Provider {
  private let connection: BrokerConnection
  private let display: any SelectionDisplay
  private let reads: ReadStore
  private let loop: EventLoop
  private let workers: WorkerPool
  /// Asks the model for the source of an offer's bytes.
  var source: ((Identifier, MIMEType) throws(Rejection) -> ProvideSource)?
  /// Transfers under way.
  private var running: [Key: Work] = [:]

  private struct Key: Hashable {
    let transfer: Identifier
    let type: MIMEType
  }

  private enum Work {
    case display(ReadID)
    case target(TargetRead)
    case file(FileToPipe)
    case relay(OfferRelay)

    func cancel(_ display: any SelectionDisplay) {
      switch self {
      case .display(let read): display.cancel(read)
      case .target(let read): read.cancel()
      case .file(let file): file.cancel()
      case .relay(let relay): relay.cancel()
      }
    }
  }

  init(
    _ connection: BrokerConnection, _ display: any SelectionDisplay, _ reads: ReadStore,
    _ loop: EventLoop, _ workers: WorkerPool
  ) {
    self.connection = connection
    self.display = display
    self.reads = reads
    self.loop = loop
    self.workers = workers
  }

  func provide(_ request: ProvideRequest) {
    do throws(Rejection) {
      guard let found = try source?(request.offer, request.type) else { return }
      try provide(request, from: found)
    } catch {
      request.fail(error.message)
    }
  }

  /// A transfer has ended: cancels its work.
  func ended(_ call: EndedCall) {
    for (key, work) in running where key.transfer == call.transfer {
      running[key] = nil
      work.cancel(display)
    }
  }

  private func provide(_ request: ProvideRequest, from source: ProvideSource) throws(Rejection) {
    let key = Key(transfer: request.transfer, type: request.type)
    guard let shared = request.pipe, let pipe = try? shared.descriptor.duplicate() else {
      throw Rejection(.sourceFailed, "dragclip can open no further descriptors")
    }
    request.closePipe()
    switch source {
    case .display(let selection, let type):
      switch type.decoding {
      case .verbatim: read(key, request, type, selection, into: pipe)
      case .utf8, .latin1, .utf16: decode(key, request, type, selection, into: pipe)
      }
    case .held(let number, let size):
      guard let content = reads.content(number) else {
        throw Rejection(.sourceFailed, "dragclip no longer has the content")
      }
      write(key, request, content, size, into: pipe)
    case .offer(let offer):
      running[key] = .relay(
        OfferRelay(
          offer, item: request.item, request.type, into: pipe, connection, loop, workers
        ) { [weak self] failure in
          self?.running[key] = nil
          if let failure { request.fail(failure) } else { request.succeed() }
        })
    }
  }

  private func read(
    _ key: Key, _ request: ProvideRequest, _ type: ImportedType, _ selection: ClipboardSelection,
    into pipe: consuming OwnedFileDescriptor
  ) {
    let read = display.read(type.target, of: selection, into: pipe) { [weak self] end in
      self?.running[key] = nil
      switch end {
      case .complete(let bytes): request.succeed(bytes: bytes)
      // The owner has the pipe now and closes it at its end.
      case .handedOver: request.succeed()
      case .failed(let reason): request.fail(reason)
      case .cancelled: request.fail("the transfer was cancelled")
      }
    }
    running[key] = .display(read)
  }

  private func decode(
    _ key: Key, _ request: ProvideRequest, _ type: ImportedType, _ selection: ClipboardSelection,
    into pipe: consuming OwnedFileDescriptor
  ) {
    let destination = SharedDescriptor(pipe)
    do throws(SystemError) {
      let read = try TargetRead(
        type.target, of: selection, limit: Self.mostText, reads.placement, display, loop, workers,
        lane: .text(of: key.transfer)
      ) { [weak self] content in
        self?.running[key] = nil
        guard let self, let content else {
          // Longer text in UTF-8 streams as it is.
          if let self, type.decoding == .utf8, let pipe = try? destination.descriptor.duplicate() {
            return self.read(key, request, type, selection, into: pipe)
          }
          return request.fail(
            "the program that copied gave no text, or more than \(Self.mostText) bytes")
        }
        reads.convert(content, type.decoding.decode) { [weak self] decoded in
          guard let self, let decoded, let pipe = try? destination.descriptor.duplicate() else {
            return request.fail("dragclip has no memory to decode the text")
          }
          write(key, request, decoded, decoded.size, into: pipe)
        }
      }
      running[key] = .target(read)
    } catch {
      request.fail("\(error)")
    }
  }

  /// The limit of text that is decoded in memory.
  private static let mostText: UInt64 = 64 << 20

  private func write(
    _ key: Key, _ request: ProvideRequest, _ content: Content, _ size: UInt64,
    into pipe: consuming OwnedFileDescriptor
  ) {
    let file = FileToPipe(
      from: content.descriptor, size: size, to: pipe, lane: .transfer(key.transfer),
      pool: workers, loop: loop
    ) { [weak self] report in
      switch report {
      case .transferred, .waiting, .roomWanted: return
      case .ended: request.succeed(bytes: size)
      case .destinationClosed, .limitExceeded, .short, .changed, .failed:
        request.fail("dragclip could not write the content: \(report)")
      }
      self?.running[key] = nil
    }
    running[key] = .file(file)
  }
}
