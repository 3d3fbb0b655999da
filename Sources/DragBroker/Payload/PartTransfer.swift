internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// One part of a transfer on its way: its pipes, and what moves the bytes. It is made ready before the
/// model hears of the Accept, so that running out of descriptors is an answer and changes nothing.
final class PartTransfer {
  let id: PartID
  let type: MIMEType
  let route: Route
  /// What is held, if the part is.
  let payload: Payload?
  private let isSensitive: Bool
  /// Whose workers it uses. A lazy one shares a lane with all that go between the same two parties: what they do to
  /// their pipes hangs nobody else, and takes few of the workers, however many pipes hang. What is held has one of its
  /// file's and its destination's: a file that hangs keeps no other file's readers waiting, and a destination that does
  /// no other destination.
  private let lane: String
  private unowned let service: BrokerService

  /// For the reply to Accept: the content, or else a stream's end.
  private var answer: AcceptedPart.Content
  private var streamEnd: PeerDescriptor?
  /// The write end for the source, until Provide has taken it.
  private var sourceEnd: PeerDescriptor?
  /// The peers' ends, which stay open until the messages with their duplicates are gone.
  private var lent: [PeerDescriptor] = []
  /// Our ends, until the mover has taken them.
  private var fromSource: OwnedFileDescriptor?
  private var toDestination: OwnedFileDescriptor?
  /// The file that a stream of held content is read from.
  private var feed: PeerDescriptor?
  private var mover: JobRunner?
  /// What a copy may take.
  private var room = CopyRoom(0)
  private let destination: Party
  /// Provide's reply.
  private var reply: PendingCall?

  private enum JobRunner {
    case relay(Relay)
    case feeder(FileToPipe)
    case collector(Collector)
    case snapshot(Snapshot)
  }

  /// Makes everything ready that the route needs; `payload` is there for what is held. `bytes` are those of a file that
  /// was read already.
  /// - Throws: QuotaExceeded when descriptors have run out.
  init(
    _ id: PartID, _ part: PlannedPart, _ payload: Payload?, bytes: [UInt8]?, from source: Peer,
    for destination: Party, isSensitive: Bool, service: BrokerService
  ) throws(Rejection) {
    self.id = id
    type = part.type
    route = part.route
    self.payload = payload
    self.isSensitive = isSensitive
    self.destination = destination
    self.service = service
    switch part.route {
    case .collect, .relay: lane = "\(source.name) to \(destination.peer.name), lazily"
    case .inline, .immediate, .snapshot, .feed:
      lane = "\(payload?.file?.lane ?? "memory") to \(destination.peer.name)"
    }
    answer = .later
    do throws(SystemError) {
      switch part.route {
      case .inline:
        answer = .data(bytes ?? payload?.bytes ?? [])
      case .immediate:
        guard let payload else { return }
        let file = try payload.reopen()
        try DragSystem.Limits.keepReserve(file, from: "open")
        answer = .descriptor(SharedDescriptor(file))
      case .snapshot:
        break
      case .feed:
        feed = try payload?.feed(pool: service.workers)
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
    try DragSystem.Limits.keepReserve(pipe.writer, from: "pipe2")
    pipe.split(reader: { fromSource = consume $0 }, writer: { sourceEnd = lend($0) })
  }

  private func makeDestinationPipe(for size: UInt64?) throws(SystemError) {
    let pipe = try Pipe(nonBlocking: .writer, capacity: Pipe.capacity(for: size))
    try DragSystem.Limits.keepReserve(pipe.writer, from: "pipe2")
    pipe.split(reader: { streamEnd = lend($0) }, writer: { toDestination = consume $0 })
  }

  private func lend(_ end: consuming OwnedFileDescriptor) -> PeerDescriptor {
    let end = PeerDescriptor(end, lane: lane, pool: service.workers)
    lent.append(end)
    return end
  }

  /// The part's place in the reply to Accept; a descriptor in it is not kept here.
  func handOut(_ part: PlannedPart, of item: PlannedItem) -> AcceptedPart {
    defer {
      answer = .later
      streamEnd = nil
    }
    return AcceptedPart(
      part, of: item, transfer: id.transfer, content: answer, lending: streamEnd)
  }

  func takeSourceEnd() -> PeerDescriptor? { sourceEnd.take() }

  func awaits(_ reply: PendingCall) { self.reply = reply }

  // MARK: Moving

  /// `room`: how many bytes a copy may take until `giveRoom` says more.
  func start(room bytes: UInt64) {
    room = CopyRoom(bytes)
    let report = { [weak self] (movement: JobReport) in
      guard let self else { return }
      reported(movement)
    }
    let (pool, loop) = (service.workers, service.loop)
    switch route {
    case .inline, .immediate:
      break
    case .relay(let size):
      guard let source = fromSource.take(), let destination = toDestination.take() else { return }
      mover = .relay(
        Relay(
          from: source, to: destination, limit: size, peerEnds: takeLent(), lane: lane, pool: pool,
          loop: loop, report: report))
    case .collect(let size):
      guard let source = fromSource.take() else { return }
      mover = .collector(
        Collector(
          from: source, limit: size, room: room, peerEnds: takeLent(), placement: placement,
          lane: lane, pool: pool, loop: loop, report: report))
    case .feed(let content):
      guard let file = feed.take(), let destination = toDestination.take() else { return }
      mover = .feeder(
        FileToPipe(
          from: file, size: content.size, to: destination, peerEnds: takeLent(), lane: lane,
          pool: pool, loop: loop, report: report))
    case .snapshot(let content):
      guard let payload, let file = payload.file else { return }
      mover = .snapshot(
        Snapshot(
          of: file, size: content.size, identity: payload.identity, room: room,
          placement: placement, pool: pool, loop: loop, report: report))
    }
  }

  private var placement: ContentPlacement {
    service.placement(for: destination, isSensitive: isSensitive)
  }

  func giveRoom(_ bytes: UInt64) {
    room.grow(to: bytes)
    switch mover {
    case .collector(let collector): collector.resume()
    case .snapshot(let snapshot): snapshot.resume()
    case .relay, .feeder, nil: break
    }
  }

  /// Bytes that a complete copy takes; nil where none is made.
  private func copied(of total: UInt64) -> UInt64? {
    switch mover {
    case .collector: total
    case .snapshot(let snapshot): snapshot.written
    case .relay, .feeder, nil: nil
    }
  }

  private func takeLent() -> [PeerDescriptor] {
    defer { lent = [] }
    return lent
  }

  private func reported(_ movement: JobReport) {
    switch movement {
    case .transferred(let total): service.happened(.moved(id, total: total))
    case .waiting(for: .source): service.happened(.waits(id, for: .source))
    case .waiting(for: .destination): service.happened(.waits(id, for: .destination))
    case .roomWanted: service.happened(.roomWanted(id))
    case .ended(let total):
      if let bytes = copied(of: total) { service.happened(.copied(id, bytes: bytes)) }
      service.happened(.sourceEnded(id, total: total))
    case .destinationGone: service.happened(.destinationClosed(id))
    case .limitExceeded:
      fail(.truncated, "the source sent more than the \(route.promised) bytes that it promised")
    case .short(let total):
      switch payload?.place {
      case .reference: service.happened(.partFailed(id, SourceFileCheck.changed(type)))
      case .bytes, .content, nil:
        fail(.truncated, "only \(total) of \(route.promised) bytes were there")
      }
    case .changed: service.happened(.partFailed(id, SourceFileCheck.changed(type)))
    case .failed(let error) where error.isNoSpace || error.isShortOfDescriptors:
      fail(.storageFull, "no room to keep it: \(error)")
    case .failed(let error): fail(.sourceFailed, "moving it failed: \(error)")
    }
  }

  private func fail(_ code: ErrorCode, _ text: String) {
    service.happened(.partFailed(id, Rejection(code, "\(type): \(text)")))
  }

  /// Stops whatever runs and closes what is open; nothing is reported any more.
  func stop() {
    reply?.cancel()
    reply = nil
    sourceEnd = nil
    lent = []
    fromSource = nil
    toDestination = nil
    feed = nil
    answer = .later
    streamEnd = nil
    mover = nil
  }

  // MARK: The end

  /// Whether bytes are left in the destination's pipe.
  var hasUnreadBytes: Bool {
    switch mover {
    case .relay(let relay): relay.hasUnreadBytes
    case .feeder(let feeder): feeder.hasUnreadBytes
    case .collector, .snapshot, nil: false
    }
  }

  /// The recipient's own descriptor of what was gathered, once: nothing of it is kept here.
  func handOver() throws(SystemError) -> OwnedFileDescriptor? {
    defer { mover = nil }
    return switch mover {
    case .collector(let collector): try collector.content?.reopenReadOnly()
    case .snapshot(let snapshot): try snapshot.content?.reopenReadOnly()
    case .relay, .feeder, nil: nil
    }
  }
}

extension Route {
  /// The size, for a message about a part that has one.
  fileprivate var promised: String {
    switch self {
    case .inline(let content), .immediate(let content), .snapshot(let content), .feed(let content):
      "\(content.size)"
    case .collect(let size), .relay(let size): size.map { "\($0)" } ?? "unknown"
    }
  }
}
