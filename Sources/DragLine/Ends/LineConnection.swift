internal import DBus
internal import DragSystem

/// A connection here whose other end is on the other side of a line. Messages pass in their order; one with descriptors
/// waits until it is known what they are, and one with the content of files until all of it is here. Those behind it
/// wait too.
///
/// A reply passes behind the streams of its call. A source has written all bytes into its pipe when it says so, and the
/// end of the pipe alone decides nothing: so nothing may say so before the last byte is where it belongs.
final class LineConnection {
  private let number: UInt32
  private let local: RelayedConnection
  private let isNear: Bool
  private unowned let end: LineEnd
  private var isAdmitted = false
  /// Far: the unique name that the bus has given the program.
  private var name: String?
  /// To the other end.
  private var outgoing = Queue<Outgoing>()
  /// From there.
  private var incoming = Queue<Incoming>()
  private var incomingBytes = 0
  /// The pipes that the program at the near end writes to, by the calls that have brought them.
  private var streamsOfCalls: [Call: [UInt32]] = [:]
  /// Near: the numbers of the program's calls that have no answer yet.
  private var openCalls: Set<UInt32> = []
  /// The program or the bus here is gone.
  private var isGone = false
  /// The connection is closed there; called when all that has come is delivered.
  private var onDelivery: (() -> Void)?

  private struct Call: Hashable {
    let caller: String?
    let serial: UInt32
  }

  private final class Outgoing {
    let message: Message
    let descriptors: [PeerDescriptor]
    var facts: [DescriptorFacts]?
    /// Streams whose last byte passes first.
    let predecessors: [UInt32]

    init(
      _ message: Message, _ descriptors: [PeerDescriptor] = [], _ facts: [DescriptorFacts]? = [],
      behind predecessors: [UInt32] = []
    ) {
      self.message = message
      self.descriptors = descriptors
      self.facts = facts
      self.predecessors = predecessors
    }
  }

  private final class Incoming {
    let message: Message
    let size: Int
    let streams: [LineStream]
    /// Streams whose last byte is written first.
    let predecessors: [UInt32]
    /// The files that have come.
    var files: [UInt32: PeerDescriptor] = [:]
    var missing: Int
    var failure: BusError?

    init(
      _ message: Message, _ size: Int, _ streams: [LineStream], behind predecessors: [UInt32]
    ) {
      self.message = message
      self.size = size
      self.streams = streams
      self.predecessors = predecessors
      missing = streams.count(where: \.kind.isFile)
    }
  }

  init(_ number: UInt32, _ local: RelayedConnection, isNear: Bool, on end: LineEnd) {
    self.number = number
    self.local = local
    self.isNear = isNear
    self.end = end
    local.onMessage = { [unowned self] message in take(message) }
    local.onDisconnect = { [unowned self] in
      isGone = true
      sendReady()
    }
  }

  var isPaused: Bool {
    get { local.isPaused }
    set { local.isPaused = newValue }
  }

  /// Writes what waits, and closes.
  func finish(then: (() -> Void)? = nil) { local.finish(then: then) }

  /// The connection is closed there. Calls `then` once everything that came before is delivered.
  func close(then: @escaping () -> Void) {
    local.isPaused = true
    onDelivery = then
    deliverReady()
  }

  /// Whether it was closed there, and not everything is delivered yet.
  var isClosing: Bool { onDelivery != nil }

  // MARK: From here

  private func take(_ message: Message) {
    if isNear, !isAdmitted {
      guard end.admits?(local) != false else {
        // It may not even learn what the bus would answer.
        end.close(number)
        return
      }
      isAdmitted = true
    }
    if isNear, message.asksForProcess { return refuse(message, Self.foreignProcess) }
    if isNear, message.kind == .call, message.expectsReply { openCalls.insert(message.serial) }
    if !isNear, name == nil { name = message.destination }
    guard message.carriesDescriptors else {
      let predecessors = predecessors(of: message).filter { end.isSending($0) }
      // A program's answers need no order among them, and nobody may wait for one to a Ping.
      guard predecessors.isEmpty, outgoing.isEmpty || (isNear && message.isAnswer) else {
        return outgoing.append(Outgoing(message, behind: predecessors))
      }
      return send(message, [])
    }
    let waiting: Outgoing
    do throws(BusError) {
      waiting = try withoutDescriptors(message)
    } catch {
      return refuse(message, error)
    }
    outgoing.append(waiting)
    guard waiting.facts == nil else { return sendReady() }
    let (workers, descriptors) = (end.workers, waiting.descriptors)
    workers.run(lane: descriptors[0].lane) { () -> [DescriptorFacts] in
      descriptors.map { peer in peer.withDescriptor { DescriptorFacts(of: $0) } }
    } then: { [weak self] facts in
      waiting.facts = facts
      self?.sendReady()
    }
  }

  private func withoutDescriptors(_ message: Message) throws(BusError) -> Outgoing {
    let lane = end.nextLane()
    let workers = end.workers
    var descriptors: [PeerDescriptor] = []
    let copy = try message.removingDescriptors { descriptor in
      descriptors.append(PeerDescriptor(descriptor, lane: lane, pool: workers))
    }
    // What a program only watches must not be taken from the one that it is for.
    guard isNear || message.destination == name else {
      return Outgoing(copy, [], descriptors.map { _ in .nothing })
    }
    return Outgoing(copy, descriptors, nil)
  }

  /// The streams of the call that a message answers with success.
  private func predecessors(of message: Message) -> [UInt32] {
    guard message.isAnswer else { return [] }
    guard !streamsOfCalls.isEmpty else { return [] }
    let call = Call(caller: message.destination, serial: message.replySerial)
    let streams = streamsOfCalls.removeValue(forKey: call) ?? []
    return message.kind == .reply ? streams : []
  }

  /// A stream is over, or it is known what a message has.
  func sendReady() {
    while let first = outgoing.first, let facts = first.facts,
      !first.predecessors.contains(where: end.isSending)
    {
      outgoing.popFirst()
      send(first, facts)
    }
    if isGone, outgoing.isEmpty { end.close(number) }
  }

  private func send(_ waiting: Outgoing, _ facts: [DescriptorFacts]) {
    guard !facts.isEmpty else {
      return send(waiting.message, [], isBehindData: !waiting.predecessors.isEmpty)
    }
    if let reason = facts.lazy.compactMap(\.refusal).first {
      return refuse(
        waiting.message, BusError(name: BusError.Name.notSupported, message: reason))
    }
    guard let streams = end.tables.announce(facts.map { ($0.kind, $0.size) }) else {
      return refuse(
        waiting.message,
        BusError(
          name: BusError.Name.limitsExceeded,
          message: "\(LineLimits.streams) streams pass over the line already"))
    }
    note(streams, of: waiting.message)
    send(waiting.message, streams)
    for (index, descriptor) in waiting.descriptors.enumerated() {
      let stream = streams[index].number
      switch streams[index].kind {
      case .content, .memory, .reader:
        let sender = StreamSender(stream, descriptor, file: facts[index].file, on: end)
        end.start(sender, stream)
      case .writer: end.start(PipeReceiver(stream, descriptor, on: end), stream)
      case .nothing: break
      }
    }
  }

  private func note(_ streams: [LineStream], of message: Message) {
    let writers = streams.filter { $0.kind == .writer }.map(\.number)
    guard message.kind == .call, !writers.isEmpty else { return }
    streamsOfCalls[Call(caller: message.sender, serial: message.serial)] = writers
  }

  private func send(
    _ message: Message, _ streams: [LineStream], isBehindData: Bool = false
  ) {
    let bytes = message.wireForm
    guard bytes.count <= LineLimits.message else {
      end.giveUp(streams)
      return refuse(
        message,
        BusError(
          name: BusError.Name.limitsExceeded,
          message: "a message to another machine has at most \(LineLimits.message >> 20) MiB"))
    }
    var start = 0
    repeat {
      let stop = min(start + LineLimits.piece, bytes.count)
      let isLast = stop == bytes.count
      end.send(
        .message(
          connection: number, hasMore: !isLast, piece: Array(bytes[start..<stop]),
          streams: isLast ? streams : []), isBehindData: isBehindData)
      start = stop
    } while start < bytes.count
    end.applyPressure()
  }

  private static let foreignProcess = BusError(
    name: BusError.Name.notSupported,
    message: "a process of another machine has no number here; ask Broker1.Identify")

  /// Answers a call in the place of the one that it is for, or replaces a reply.
  private func refuse(_ message: Message, _ error: BusError) {
    if let replacement = message.replaced(byError: error.name, error.message) {
      // A message has a number before it passes, and the bus or libdbus has seen no other with this one.
      _ = replacement.wireForm(serial: max(message.serial, 1))
      return send(replacement, [])
    }
    if message.kind == .call, message.expectsReply { local.send(message.errorReply(error)) }
  }

  // MARK: From the other end

  func receive(_ bytes: [UInt8], _ streams: [LineStream]) throws(LineViolation) {
    let message = try mapError { () throws(BusError) in
      try Message.read(wireForm: bytes[...])
    } to: {
      LineViolation("a message is broken: \($0.message)")
    }
    guard !message.carriesDescriptors else { throw LineViolation("a stray descriptor") }
    // The bus there passes files to a program only where it has asked for them.
    let isAnswer = message.isAnswer && openCalls.remove(message.replySerial) != nil
    guard !isNear || isAnswer || !streams.contains(where: \.kind.isFile) else {
      throw LineViolation("a file came that nobody has asked for")
    }
    note(streams, of: message)
    let waiting = Incoming(
      message, bytes.count, streams,
      behind: predecessors(of: message).filter { end.isReceiving($0) })
    incoming.append(waiting)
    incomingBytes += bytes.count
    guard incomingBytes + local.unwrittenBytes <= LineLimits.message else {
      // It does not read.
      return end.close(number)
    }
    for stream in streams where stream.kind.isFile {
      let receiver = FileReceiver(
        stream.number,
        isInMemory: stream.kind == .memory && stream.size <= LineLimits.memory, on: end
      ) { [weak self] result in
        switch result {
        case .success(let file): waiting.files[stream.number] = file
        case .failure(let error): waiting.failure = waiting.failure ?? error
        }
        waiting.missing -= 1
        self?.deliverReady()
      }
      end.start(receiver, stream.number)
    }
    deliverReady()
  }

  /// A stream is over, or content is here.
  func deliverReady() {
    while let first = incoming.first, first.missing == 0,
      !first.predecessors.contains(where: end.isReceiving)
    {
      incoming.popFirst()
      incomingBytes -= first.size
      deliver(first)
    }
    if incoming.isEmpty, let then = onDelivery.take() { then() }
  }

  private func deliver(_ waiting: Incoming) {
    if let failure = waiting.failure { return fail(waiting, failure) }
    guard !waiting.streams.isEmpty else {
      local.send(waiting.message)
      return
    }
    do throws(BusError) {
      let ends = try waiting.streams.map { stream throws(BusError) in
        try makeEnd(of: stream, waiting)
      }
      let message = try waiting.message.insertingDescriptors { place, append in
        guard Int(place) < ends.count else { return false }
        ends[Int(place)].withDescriptor(append)
        return true
      }
      guard local.send(message) else {
        throw BusError(
          name: BusError.Name.notSupported, message: "this bus passes no file descriptors")
      }
    } catch {
      fail(waiting, error)
    }
  }

  /// What the program or the bus here gets for a stream.
  private func makeEnd(
    of stream: LineStream, _ waiting: Incoming
  ) throws(BusError) -> PeerDescriptor {
    let (lane, workers) = (end.nextLane(), end.workers)
    return try mapError { () throws(SystemError) in
      switch stream.kind {
      case .content, .memory:
        guard let file = waiting.files[stream.number] else {
          preconditionFailure("a message was delivered without its content")
        }
        return file
      case .reader:
        let pipe = try Pipe(nonBlocking: .writer)
        let writer = PeerDescriptor(pipe.writer, lane: lane, pool: workers)
        end.start(PipeReceiver(stream.number, writer, on: end), stream.number)
        return PeerDescriptor(pipe.reader, lane: lane, pool: workers)
      case .writer:
        let pipe = try Pipe(nonBlocking: .reader)
        let reader = PeerDescriptor(pipe.reader, lane: lane, pool: workers)
        end.start(StreamSender(stream.number, reader, file: nil, on: end), stream.number)
        return PeerDescriptor(pipe.writer, lane: lane, pool: workers)
      case .nothing:
        return PeerDescriptor(
          try Pipe(capacity: Pipe.usualCapacity).releaseReader(), lane: lane, pool: workers)
      }
    } to: {
      BusError(name: BusError.Name.noMemory, message: $0.reason)
    }
  }

  /// The one here does not get the message. One that asked is told, whichever side it is on.
  private func fail(_ waiting: Incoming, _ error: BusError) {
    end.giveUp(waiting.streams)
    let message = waiting.message
    if let replacement = message.replaced(byError: error.name, error.message) {
      local.send(replacement)
    } else if message.kind == .call, message.expectsReply {
      let reply = message.errorReply(error)
      _ = reply.wireForm(serial: message.serial)
      send(reply, [])
    }
  }
}

extension Message {
  fileprivate var isAnswer: Bool {
    switch kind {
    case .reply, .error: true
    case .call, .signal: false
    }
  }

  /// Whether it asks the bus for the process of a program, which is one of another machine.
  fileprivate var asksForProcess: Bool {
    guard kind == .call, destination == Connection.busName else { return false }
    return hasMember("GetConnectionCredentials") || hasMember("GetConnectionUnixProcessID")
  }
}
