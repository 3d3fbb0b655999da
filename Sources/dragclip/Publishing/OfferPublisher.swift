internal import ClipboardModel
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Publishes dragclip's offers. They are private, so that `List` and `Find` do not return them.
final class OfferPublisher {
  /// The source object of these offers.
  static let source = "/org/dragd/Clipboard1/source"

  private let connection: BrokerConnection
  private let reads: ReadStore
  private let loop: EventLoop
  var onEvent: ((ClipboardInput) -> Void)?

  /// How long dragd may take to answer, in microseconds.
  private static let timeout: UInt64 = 10_000_000

  init(_ connection: BrokerConnection, _ reads: ReadStore, _ loop: EventLoop) {
    self.connection = connection
    self.reads = reads
    self.loop = loop
  }

  func publish(_ serial: Serial, lazy types: [ImportedType], isSensitive: Bool) {
    var options = Self.options
    options.isSensitive = isSensitive
    options.linger = 0
    let item = SourceItem(
      attributes: ItemAttributes(),
      representations: types.map { Representation(type: $0.type, content: .lazy(size: nil)) })
    publish([item], options, serial, .lazy)
  }

  func publish(_ held: KeptContent, replacing former: Identifier?) {
    var representations: [Representation<SourceContent>] = []
    for type in held.types {
      guard let content = reads.content(type.read),
        let descriptor = try? content.reopenReadOnly()
      else { continue }
      representations.append(
        Representation(
          type: type.imported.type, content: .file(SharedDescriptor(descriptor))))
    }
    guard !representations.isEmpty else {
      return fail(
        held.serial, .held, Rejection(.quotaExceeded, "dragclip can open no further descriptors"))
    }
    let item = SourceItem(
      attributes: ItemAttributes(file: held.file), representations: representations)
    var options = Self.options
    options.replaces = former
    publish([item], options, held.serial, .held)
  }

  func publish(_ serial: Serial, relay items: [CopiedItem]) {
    var options = Self.options
    options.linger = 0
    let items = items.map { item in
      SourceItem(
        attributes: ItemAttributes(name: item.name, file: item.file),
        representations: item.representations.map {
          Representation(type: $0.type, content: .lazy(size: $0.size))
        })
    }
    publish(items, options, serial, .relay)
  }

  func withdraw(_ offer: Identifier) {
    // The offer may have ended already, which its reply would say.
    if let call = try? BrokerCall<Void>.withdraw(offer).startingNothing() { connection.post(call) }
  }

  private static var options: OfferOptions {
    var options = OfferOptions()
    options.isPrivate = true
    options.source = source
    return options
  }

  private func publish(
    _ items: [SourceItem], _ options: OfferOptions, _ serial: Serial, _ kind: PublicationKind
  ) {
    do throws(RequestError) {
      let call = try BrokerCall<Identifier>.offer(items, options)
      let timer = loop.after(microseconds: Self.timeout) { [weak self] in
        self?.fail(
          serial, kind,
          Rejection(.stateUnavailable, "dragd has not answered for \(Self.timeout / 1_000_000) s"))
      }
      connection.perform(call) { [weak self] result in
        let isLate = !timer.isPending
        timer.cancel()
        switch result {
        // A late one is there too: it is used, or withdrawn.
        case .success(let offer): self?.onEvent?(.published(serial, kind, offer))
        case .failure(let error):
          guard !isLate else { return }
          guard options.replaces != nil, case .broker(.noSuchOffer) = error.code else {
            self?.fail(serial, kind, error.rejection)
            return
          }
          var options = options
          options.replaces = nil
          self?.publish(items, options, serial, kind)
        }
      }
    } catch {
      fail(serial, kind, error.rejection)
    }
  }

  private func fail(_ serial: Serial, _ kind: PublicationKind, _ why: Rejection) {
    onEvent?(.publishFailed(serial, kind, why))
  }
}

extension RequestError {
  /// The error for dragclip's callers: dragd's own, or that dragd cannot be reached.
  var rejection: Rejection {
    switch code {
    case .broker(let code): Rejection(code, message)
    case .noSessionBus, .noBroker, .disconnected, .noReply, .deniedByBus, .unsupported,
      .malformedReply, .other:
      Rejection(.stateUnavailable, "dragd cannot be reached: \(message)")
    }
  }
}
