package import DBus
package import DragSystem

/// One end of a line: it reads and writes frames, and has a connection here for each connection there.
package final class LineEnd {
  package enum Cut: Hashable, Sendable {
    /// The other end has closed the line; nothing was heard of it if it never said Hello.
    case ended
    /// Nothing came for so many milliseconds.
    case silent(Int)
    case broken(String)
    /// The other end has said why.
    case failed(String)
  }

  let loop: EventLoop
  let workers: WorkerPool
  var tables: LineTables
  private let side: LineTables.Side
  private let hello: LineHello
  private var reader = FrameReader()
  private let input: OwnedFileDescriptor
  private let output: LineOutput
  private var inputWatch: Watch?
  private var connections: [UInt32: LineConnection] = [:]
  private var senders: [UInt32: StreamSender] = [:]
  private var pipes: [UInt32: PipeReceiver] = [:]
  private var files: [UInt32: FileReceiver] = [:]
  private var streamsMade: UInt64 = 0
  /// Microseconds without a frame after which the line counts as cut.
  private var silence: UInt64
  private var heard = Clock.monotonic
  private var timer: LoopTimer?
  private var isOver = false
  /// Whether a Pong is not written yet.
  private var hasPong = false
  /// Connections that are over and still write what they have.
  private var finishing: [UInt32: LineConnection] = [:]

  /// Called once, when the other end has said Hello.
  package var onHello: ((LineHello) -> Void)?
  /// Far: opens a connection to the bus.
  package var onOpen: (() throws(BusError) -> RelayedConnection)?
  /// Called once, when the line has ended.
  package var onCut: ((Cut) -> Void)?
  /// Called when nothing is left that this end would have to bring to an end.
  package var onIdle: (() -> Void)?
  /// Near: the processes that may connect; nil for all.
  package var admits: ((RelayedConnection) -> Bool)?

  private static let bytesPerRead = 256 << 10
  /// Microseconds in which what the other end has written comes.
  private static let graceOfInput: UInt64 = 1_000_000
  /// Bytes of the bus's messages that the line has not taken, above which nothing more is read.
  private static let mostMessages = 4 << 20

  /// - Parameters:
  ///   - input: what comes from the other end.
  ///   - output: what goes there. Both are pipes or sockets that nobody else uses.
  package init(
    _ side: LineTables.Side, _ hello: LineHello, input: consuming OwnedFileDescriptor,
    output: consuming OwnedFileDescriptor, on loop: EventLoop
  ) throws(SystemError) {
    self.side = side
    self.hello = hello
    self.loop = loop
    silence = UInt64(hello.silence) * 1_000
    tables = LineTables(side)
    workers = WorkerPool(remote: loop.remote, threads: 32, perLane: 1)
    try input.setNonBlocking()
    try output.setNonBlocking()
    self.input = input
    self.output = LineOutput(output, on: loop)
    inputWatch = try loop.watch(self.input, for: .readable) { [unowned self] _ in read() }
    try self.output.start()
    self.output.onRoom = { [unowned self] in haveRoom() }
    self.output.onLoss = { [weak self] in
      // The other end may have said why it reads no more.
      self?.loop.after(microseconds: Self.graceOfInput) { self?.cut(.ended) }
    }
    self.output.begin()
    send(.hello(hello))
    if side == .far { startTimer() }
  }

  /// What came before the other end's first frame.
  package var noise: [UInt8] { reader.noise }
  package var hasBegun: Bool { reader.hasBegun }
  /// Whether a message has come from the other end.
  package private(set) var hasMessages = false

  // MARK: Frames

  private func read() {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try input.read(upTo: Self.bytesPerRead)
    } catch {
      if !error.wouldBlock { cut(.ended) }
      return
    }
    guard !bytes.isEmpty else { return cut(.ended) }
    heard = Clock.monotonic
    reader.append(bytes)
    do throws(LineViolation) {
      while !isOver, let frame = try reader.next() { try perform(try tables.receive(frame)) }
    } catch {
      fail(error.reason)
    }
  }

  /// Ends the line, and tells the other end why.
  package func fail(_ reason: String) {
    guard !isOver else { return }
    send(.failed(reason))
    output.flush()
    cut(.broken(reason))
  }

  /// - Parameter isBehindData: whether it passes behind the bytes of streams that were sent before.
  func send(_ frame: LineFrame, isBehindData: Bool = false) {
    guard !isOver else { return }
    if isBehindData { output.send(data: frame.bytes) } else { output.send(frame.bytes) }
  }

  private func perform(_ event: LineTables.Event) throws(LineViolation) {
    switch event {
    case .nothing: break
    case .greeted(let other):
      silence = UInt64(min(hello.silence, other.silence)) * 1_000
      startTimer()
      onHello?(other)
    case .opened(let number): open(number)
    case .closed(let number):
      connections[number]?.close { [unowned self] in finish(number) }
    case .message(let number, let bytes, let streams):
      hasMessages = true
      // It may have been closed here just now.
      guard let connection = connections[number] else { return giveUp(streams) }
      try connection.receive(bytes, streams)
    case .late(let streams): giveUp(streams)
    case .data(let stream, let bytes):
      pipes[stream]?.receive(bytes)
      files[stream]?.receive(bytes)
    case .granted(let stream): senders[stream]?.send()
    case .ended(let stream):
      pipes[stream]?.receiveEnd()
      files[stream]?.receiveEnd()
    case .abandoned(let stream, let error, let reason):
      // A pipe that ends early looks as if that were all. Its sender gives it up only with its connection.
      if let pipe = pipes.removeValue(forKey: stream) {
        pipe.close()
        streamIsOver()
      }
      files[stream]?.abandon(
        BusError(name: Syntax.isErrorName(error) ? error : BusError.Name.failed, message: reason))
      reportIdle()
    case .refused(let stream, let error, let reason):
      senders.removeValue(forKey: stream)?.close()
      sendCancel(of: stream, error, reason)
      streamIsOver()
    case .pinged:
      // One that waits to be written answers them all.
      guard !hasPong else { break }
      hasPong = true
      send(.pong)
    case .failed(let reason): cut(.failed(reason))
    }
  }

  // MARK: Time

  /// Waits for a first word no longer than for any other. The near end calls it where the program that dials has
  /// nobody to ask for a password, which may take long.
  package func startTimer() {
    timer?.cancel()
    timer = loop.after(microseconds: silence / 3) { [unowned self] in
      let quiet = Clock.monotonic - heard
      guard quiet < silence else { return cut(.silent(Int(silence / 1_000))) }
      send(.ping)
      startTimer()
    }
  }

  // MARK: Connections

  /// Near: a program has connected.
  package func add(_ connection: RelayedConnection) {
    guard !isOver, let number = tables.open() else { return connection.close() }
    send(.open(connection: number))
    connect(number, connection)
  }

  private func open(_ number: UInt32) {
    guard let onOpen else { return close(number) }
    do throws(BusError) {
      connect(number, try onOpen())
    } catch {
      guard connections.isEmpty else { return close(number) }
      // As good as none at all.
      fail("there is no session bus: \(error.message)")
    }
  }

  private func connect(_ number: UInt32, _ connection: RelayedConnection) {
    connections[number] = LineConnection(number, connection, isNear: side == .near, on: self)
  }

  /// The program or the bus here has closed the connection.
  func close(_ number: UInt32) {
    finish(number)
    if tables.close(number) { send(.close(connection: number), isBehindData: true) }
    reportIdle()
  }

  private func finish(_ number: UInt32) {
    guard let connection = connections.removeValue(forKey: number) else { return }
    finishing[number] = connection
    connection.finish { [weak self] in
      self?.finishing[number] = nil
      self?.reportIdle()
    }
    reportIdle()
  }

  /// A line that does not keep up stops what comes: then a sender here notices as it would on one machine.
  func applyPressure() {
    let isBehind = output.controlBytes > Self.mostMessages
    for connection in connections.values { connection.isPaused = isBehind }
  }

  private func haveRoom() {
    if output.controlBytes == 0 { hasPong = false }
    applyPressure()
    // Each gets a turn: which comes first differs from time to time.
    for sender in senders.values { sender.send() }
    reportIdle()
  }

  // MARK: Streams

  /// A number that no lane of this end had.
  func nextLane() -> Lane {
    streamsMade += 1
    return .pipe(streamsMade)
  }

  var roomForData: Int { output.roomForData }

  func start(_ sender: StreamSender, _ number: UInt32) {
    senders[number] = sender
    sender.start()
  }

  func start(_ receiver: PipeReceiver, _ number: UInt32) {
    pipes[number] = receiver
    receiver.start()
  }

  func start(_ receiver: FileReceiver, _ number: UInt32) {
    files[number] = receiver
    receiver.start()
  }

  func isSending(_ stream: UInt32) -> Bool { senders[stream] != nil }
  func isReceiving(_ stream: UInt32) -> Bool { pipes[stream] != nil }

  func remove(sender number: UInt32) {
    senders[number] = nil
    streamIsOver()
  }

  /// A message may have waited for that.
  private func streamIsOver() {
    for connection in Array(connections.values) {
      connection.sendReady()
      connection.deliverReady()
    }
    reportIdle()
  }

  /// It has used up all, or has given up.
  func remove(receiver number: UInt32) {
    pipes[number] = nil
    files[number] = nil
    tables.finish(ofEnded: number)
    streamIsOver()
  }

  func send(_ bytes: [UInt8], of stream: UInt32) {
    guard !isOver else { return }
    tables.send(bytes.count, of: stream)
    var start = 0
    while start < bytes.count {
      let end = min(start + LineLimits.data, bytes.count)
      let piece = start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end])
      output.send(data: LineFrame.data(stream: stream, piece).bytes)
      start = end
    }
  }

  /// Behind the stream's bytes.
  func sendEnd(of stream: UInt32) {
    guard !isOver, let count = tables.end(stream) else { return reportIdle() }
    output.send(data: LineFrame.end(stream: stream, count: count).bytes)
  }

  func sendCancel(of stream: UInt32, _ error: String, _ reason: String) {
    guard !isOver, tables.cancel(stream) else { return }
    output.send(
      data: LineFrame.cancel(stream: stream, error: error, reason: reason).bytes)
  }

  func giveUp(_ streams: [LineStream]) {
    for stream in streams {
      sendCancel(of: stream.number, BusError.Name.disconnected, "the connection is closed")
    }
  }

  /// The receiver here has used up bytes.
  func use(_ count: Int, of stream: UInt32) {
    let grant = tables.use(count, of: stream)
    if grant > 0 { send(.grant(stream: stream, UInt32(grant))) }
  }

  // MARK: The end

  /// Whether nothing is left to bring to an end: no connection, no stream that sends, nothing unwritten.
  package var isIdle: Bool {
    connections.isEmpty && senders.isEmpty && output.isEmpty
  }

  private func reportIdle() {
    let isDone = isOver ? pipes.isEmpty && finishing.isEmpty && connections.isEmpty : isIdle
    if isDone { onIdle?() }
  }

  /// Tells the other end that nothing more comes.
  package func closeOutput() { output.close() }

  /// The line has ended. What has come whole still gets to its pipe, and with a connection that was closed in order all
  /// that came before; all else is given up, and the other connections here end as if their programs had left.
  func cut(_ reason: Cut) {
    guard !isOver else { return }
    isOver = true
    timer?.cancel()
    inputWatch?.cancel()
    output.close()
    // Before a program learns of it.
    onCut?(reason)
    for (number, pipe) in pipes where !pipe.hasEnded {
      pipe.close()
      pipes[number] = nil
    }
    for sender in senders.values { sender.close() }
    senders = [:]
    for (number, connection) in connections where !connection.isClosing { finish(number) }
    // What waits for one in a connection that was closed in order waits no longer.
    for file in files.values {
      file.abandon(BusError(name: BusError.Name.disconnected, message: "the line was cut"))
    }
    streamIsOver()
  }
}
