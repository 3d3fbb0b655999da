internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The descriptors of one part of a transfer, and the job that transfers its bytes. It is made before the model
/// accepts: an Accept that finds no free descriptor is refused and changes nothing.
final class PartTransfer {
  let id: PartID
  let type: MIMEType
  let route: Route
  /// The held content; nil for a lazy part.
  let payload: Payload?
  private let isSensitive: Bool
  /// The lane of its workers. Lazy parts between the same two parties share one: pipes that hang there stop no other
  /// transfer, and occupy few workers. A held part's lane is that of its file and its destination: neither a file nor
  /// a destination that hangs stops another one.
  private let lane: Lane
  private let context: BrokerContext

  /// For the reply to Accept: the content, or the end of a stream.
  private var answer: AcceptedPart.Content
  private var streamEnd: PeerDescriptor?
  /// The write end for the source, until Provide has it.
  private var sourceEnd: PeerDescriptor?
  /// The ends of the peers, which stay open until the messages with their duplicates are sent.
  private var lent: [PeerDescriptor] = []
  /// dragd's own ends, until the job has them.
  private var fromSource: OwnedFileDescriptor?
  private var toDestination: OwnedFileDescriptor?
  /// The file from which a stream of held content is read.
  private var sourceFile: PeerDescriptor?
  private var job: Job?
  /// Bytes that a copy may take.
  private var room = CopyRoom(0)
  private let destination: Party
  /// The pending call of Provide.
  private var provideCall: PendingCall?

  private enum Job {
    case relay(Relay)
    case fileToPipe(FileToPipe)
    case collector(Collector)
    case snapshot(Snapshot)
  }

  /// Opens the descriptors that the route needs.
  /// - Parameters:
  ///   - payload: the held content; nil for a lazy part.
  ///   - bytes: those of a file that a worker has read.
  /// - Throws: QuotaExceeded, if no descriptor is left.
  init(
    _ id: PartID, _ part: PlannedPart, _ payload: Payload?, bytes: [UInt8]?, from source: Peer,
    for destination: Party, isSensitive: Bool, context: BrokerContext
  ) throws(Rejection) {
    self.id = id
    type = part.type
    route = part.route
    self.payload = payload
    self.isSensitive = isSensitive
    self.destination = destination
    self.context = context
    switch part.route {
    case .collect, .relay: lane = .lazy(from: source.name, to: destination.peer.name)
    case .inline, .immediate, .snapshot, .pipe:
      lane = .held(in: payload?.file?.lane ?? .memory, to: destination.peer.name)
    }
    answer = .later
    do throws(SystemError) {
      switch part.route {
      case .inline:
        answer = .data(bytes ?? payload?.bytes ?? [])
      case .immediate:
        guard let payload else { return }
        let file = try payload.reopen()
        try ProcessLimits.keepReserve(file, from: "open")
        answer = .descriptor(SharedDescriptor(file))
      case .snapshot:
        break
      case .pipe:
        sourceFile = try payload?.fileToStream(pool: context.workers)
        try makeDestinationPipe(for: part.size)
      case .collect:
        try makeSourcePipe(for: part.size)
      case .relay:
        try makeSourcePipe(for: part.size)
        try makeDestinationPipe(for: part.size)
      }
    } catch {
      throw Rejection(.quotaExceeded, "no descriptor is left for this transfer: \(error)")
    }
  }

  private func makeSourcePipe(for size: UInt64?) throws(SystemError) {
    let pipe = try Pipe(nonBlocking: .reader, capacity: Pipe.capacity(for: size))
    try ProcessLimits.keepReserve(pipe.writer, from: "pipe2")
    pipe.split(reader: { fromSource = consume $0 }, writer: { sourceEnd = lend($0) })
  }

  private func makeDestinationPipe(for size: UInt64?) throws(SystemError) {
    let pipe = try Pipe(nonBlocking: .writer, capacity: Pipe.capacity(for: size))
    try ProcessLimits.keepReserve(pipe.writer, from: "pipe2")
    pipe.split(reader: { streamEnd = lend($0) }, writer: { toDestination = consume $0 })
  }

  private func lend(_ end: consuming OwnedFileDescriptor) -> PeerDescriptor {
    let end = PeerDescriptor(end, lane: lane, pool: context.workers)
    lent.append(end)
    return end
  }

  /// Makes the part's entry in the reply to Accept, and gives it its descriptor.
  func makeAcceptedPart(for part: PlannedPart, of item: PlannedItem) -> AcceptedPart {
    defer {
      answer = .later
      streamEnd = nil
    }
    return AcceptedPart(
      part, of: item, transfer: id.transfer, content: answer, lending: streamEnd)
  }

  func removeSourceEnd() -> PeerDescriptor? { sourceEnd.take() }

  /// Keeps the pending call of Provide, to cancel it at the end.
  func keep(_ call: PendingCall) { provideCall = call }

  // MARK: Transferring

  /// - Parameter room: how many bytes a copy may take until `giveRoom` raises it.
  func start(room bytes: UInt64) {
    room = CopyRoom(bytes)
    let report = { [weak self] (report: JobReport) in
      guard let self else { return }
      handle(report)
    }
    let (pool, loop) = (context.workers, context.loop)
    switch route {
    case .inline, .immediate:
      break
    case .relay(let size):
      guard let source = fromSource.take(), let destination = toDestination.take() else { return }
      job = .relay(
        Relay(
          from: source, to: destination, limit: size, peerEnds: removeLent(), lane: lane,
          pool: pool, loop: loop, report: report))
    case .collect(let size):
      guard let source = fromSource.take() else { return }
      job = .collector(
        Collector(
          from: source, limit: size, room: room, peerEnds: removeLent(), placement: placement,
          lane: lane, pool: pool, loop: loop, report: report))
    case .pipe(let content):
      guard let file = sourceFile.take(), let destination = toDestination.take() else { return }
      job = .fileToPipe(
        FileToPipe(
          from: file, size: content.size, to: destination, peerEnds: removeLent(), lane: lane,
          pool: pool, loop: loop, report: report))
    case .snapshot(let content):
      guard let payload, let file = payload.file else { return }
      job = .snapshot(
        Snapshot(
          of: file, size: content.size, identity: payload.identity, room: room,
          placement: placement, pool: pool, loop: loop, report: report))
    }
  }

  private var placement: ContentPlacement {
    context.placement(for: destination, isSensitive: isSensitive)
  }

  func giveRoom(_ bytes: UInt64) {
    room.grow(to: bytes)
    switch job {
    case .collector(let collector): collector.resume()
    case .snapshot(let snapshot): snapshot.resume()
    case .relay, .fileToPipe, nil: break
    }
  }

  /// Reports the bytes that have been transferred until now.
  func reportTotal() {
    switch job {
    case .relay(let relay): relay.reportTotal()
    case .fileToPipe(let transfer): transfer.reportTotal()
    case .collector(let collector): collector.reportTotal()
    case .snapshot(let snapshot): snapshot.reportTotal()
    case nil: break
    }
  }

  /// Bytes that a complete copy takes; nil for a part that is not copied.
  private func copied(of total: UInt64) -> UInt64? {
    switch job {
    case .collector: total
    case .snapshot(let snapshot): snapshot.written
    case .relay, .fileToPipe, nil: nil
    }
  }

  private func removeLent() -> [PeerDescriptor] {
    defer { lent = [] }
    return lent
  }

  private func handle(_ report: JobReport) {
    context.handle(.part(id, event(for: report)))
  }

  private func event(for report: JobReport) -> PartEvent {
    switch report {
    case .transferred(let total): .transferred(total: total)
    case .waiting(for: .source): .waiting(for: .source)
    case .waiting(for: .destination): .waiting(for: .destination)
    case .roomWanted: .roomWanted
    case .ended(let total): .ended(total: total, copied: copied(of: total))
    case .destinationClosed: .destinationClosed
    case .limitExceeded:
      failed(.truncated, "the source sent more than the \(route.promised) bytes that it promised")
    case .short(let total):
      switch payload?.place {
      case .reference: .failed(SourceFileCheck.changed(type))
      case .bytes, .content, nil:
        failed(.truncated, "only \(total) of \(route.promised) bytes were there")
      }
    case .changed: .failed(SourceFileCheck.changed(type))
    case .failed(let error) where error.isNoSpace || error.isShortOfDescriptors:
      failed(.storageFull, "no room to keep it: \(error)")
    case .failed(let error): failed(.sourceFailed, "transferring it failed: \(error)")
    }
  }

  private func failed(_ code: ErrorCode, _ text: String) -> PartEvent {
    .failed(Rejection(code, "\(type): \(text)"))
  }

  /// Stops the job and closes all descriptors; nothing is reported afterwards.
  func stop() {
    provideCall?.cancel()
    provideCall = nil
    sourceEnd = nil
    lent = []
    fromSource = nil
    toDestination = nil
    sourceFile = nil
    answer = .later
    streamEnd = nil
    job = nil
  }

  // MARK: The end

  /// Whether the destination's pipe still holds bytes.
  var hasUnreadBytes: Bool {
    switch job {
    case .relay(let relay): relay.hasUnreadBytes
    case .fileToPipe(let transfer): transfer.hasUnreadBytes
    case .collector, .snapshot, nil: false
    }
  }

  /// The complete copy, for the reply to Receive, once: dragd keeps none.
  func removeReceived() -> Content? {
    defer { job = nil }
    return switch job {
    case .collector(let collector): collector.content
    case .snapshot(let snapshot): snapshot.content
    case .relay, .fileToPipe, nil: nil
    }
  }
}

extension Route {
  /// The size, for a message.
  fileprivate var promised: String {
    switch self {
    case .inline(let content), .immediate(let content), .snapshot(let content), .pipe(let content):
      "\(content.size)"
    case .collect(let size), .relay(let size): size.map { "\($0)" } ?? "unknown"
    }
  }
}
