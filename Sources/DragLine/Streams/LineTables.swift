/// The connections and streams of one end of a line. It decides what a frame means and whether it may come, and
/// performs nothing.
///
/// Numbers are never used twice. So a frame about a connection or stream that is over, which crossed with its end, is
/// told from one about a connection or stream that never was: that one ends the line.
package struct LineTables {
  package enum Side: Hashable, Sendable {
    /// Where programs connect.
    case near
    /// Where the bus is.
    case far
  }

  /// What a frame means for this end.
  package enum Event: Hashable, Sendable {
    case nothing
    case greeted(LineHello)
    case opened(UInt32)
    case closed(UInt32)
    case message(UInt32, [UInt8], [LineStream])
    /// A message of a connection that is closed already: its streams are to be given up.
    case late([LineStream])
    /// Bytes of a stream.
    case data(UInt32, [UInt8])
    /// A stream may send again.
    case granted(UInt32)
    /// All of a stream has come.
    case ended(UInt32)
    /// The sender of a stream has given it up.
    case abandoned(UInt32, error: String, reason: String)
    /// The receiver of a stream has given it up.
    case refused(UInt32, error: String, reason: String)
    case pinged
    case failed(String)
  }

  private let side: Side
  private var isGreeted = false
  private var connections: Set<UInt32> = []
  private var lastConnection: UInt32 = 0
  /// The messages of which not all pieces have come.
  private var pieces: [UInt32: [UInt8]] = [:]
  private var lastStream: UInt32
  private var lastStreamOfPeer: UInt32
  private var sending: [UInt32: SendWindow] = [:]
  private var receiving: [UInt32: ReceiveWindow] = [:]
  /// The room of all streams that come.
  private var room = 0

  /// The room that the windows of all streams together may grow to.
  private static let mostRoom = 64 << 20

  package init(_ side: Side) {
    self.side = side
    // The near end's numbers are even, the far end's odd.
    lastStream = side == .near ? 0 : 1
    lastStreamOfPeer = side == .near ? 1 : 0
  }

  package var hasConnections: Bool { !connections.isEmpty }

  /// Whether a connection is open at both ends, as far as this one knows.
  package func isOpen(_ connection: UInt32) -> Bool { connections.contains(connection) }

  /// Whether no stream is left.
  var isWithoutStreams: Bool { sending.isEmpty && receiving.isEmpty && room == 0 }

  // MARK: This end

  /// Makes a connection; nil when there are too many.
  package mutating func open() -> UInt32? {
    guard connections.count < LineLimits.connections else { return nil }
    lastConnection += 1
    connections.insert(lastConnection)
    return lastConnection
  }

  /// - Returns: whether the other end has to be told.
  package mutating func close(_ connection: UInt32) -> Bool {
    pieces[connection] = nil
    return connections.remove(connection) != nil
  }

  /// Numbers the streams of a message that this end sends; nil when there are too many.
  package mutating func announce(_ kinds: [(kind: LineStream.Kind, size: UInt64)]) -> [LineStream]?
  {
    guard sending.count + receiving.count + kinds.count <= LineLimits.streams,
      kinds.count <= LineLimits.streamsPerMessage
    else { return nil }
    return kinds.map { kind, size in
      lastStream += 2
      switch kind {
      case .content, .memory, .reader: sending[lastStream] = SendWindow()
      case .writer: addReceiving(lastStream)
      case .nothing: break
      }
      return LineStream(number: lastStream, kind: kind, size: size)
    }
  }

  /// Bytes of a stream that may be sent now.
  package func allowance(of stream: UInt32) -> Int { sending[stream]?.allowance ?? 0 }

  package mutating func send(_ count: Int, of stream: UInt32) { sending[stream]?.send(count) }

  /// All of a stream was sent.
  ///
  /// - Returns: how many bytes; nil if the stream is over already.
  package mutating func end(_ stream: UInt32) -> UInt64? {
    sending.removeValue(forKey: stream)?.sent
  }

  /// Bytes of a stream were used up.
  ///
  /// - Returns: how many to grant its sender; 0 for none.
  package mutating func use(_ count: Int, of stream: UInt32) -> Int {
    guard var window = receiving[stream], !window.isCancelled else { return 0 }
    let grant = window.use(count, growth: Self.mostRoom - room)
    room += window.size - (receiving[stream]?.size ?? 0)
    receiving[stream] = window
    return grant
  }

  /// Everything of a stream was used up; one that was given up is over when its sender has said so.
  package mutating func finish(ofEnded stream: UInt32) {
    if let window = receiving[stream], window.hasEnded { removeReceiving(stream) }
  }

  /// Gives up a stream.
  ///
  /// - Returns: whether the other end has to be told.
  package mutating func cancel(_ stream: UInt32) -> Bool {
    if sending.removeValue(forKey: stream) != nil { return true }
    guard let window = receiving[stream], !window.isCancelled else { return false }
    guard !window.hasEnded else {
      removeReceiving(stream)
      return false
    }
    receiving[stream]?.isCancelled = true
    return true
  }

  /// - Parameter size: of a file; nil for a pipe.
  private mutating func addReceiving(_ stream: UInt32, of size: UInt64? = nil) {
    receiving[stream] = ReceiveWindow(of: size)
    room += ReceiveWindow.first
  }

  private mutating func removeReceiving(_ stream: UInt32) {
    if let window = receiving.removeValue(forKey: stream) { room -= window.size }
  }

  // MARK: The other end

  package mutating func receive(_ frame: LineFrame) throws(LineViolation) -> Event {
    if case .failed(let reason) = frame { return .failed(reason) }
    guard isGreeted else {
      guard case .hello(let hello) = frame else {
        throw LineViolation("the first frame is no Hello")
      }
      isGreeted = true
      return .greeted(hello)
    }
    switch frame {
    case .hello: throw LineViolation("a second Hello")
    case .open(let connection): return try opened(connection)
    case .close(let connection):
      try checkSeen(connection)
      guard connections.contains(connection) else { return .nothing }
      _ = close(connection)
      return .closed(connection)
    case .message(let connection, let hasMore, let piece, let streams):
      return try received(connection, hasMore, piece, streams)
    case .data(let stream, let bytes): return try received(bytes, of: stream)
    case .grant(let stream, let count):
      try checkSeen(stream: stream)
      guard sending[stream] != nil else { return .nothing }
      try sending[stream]?.grant(count)
      return .granted(stream)
    case .end(let stream, let count):
      try checkSeen(stream: stream)
      guard var window = receiving[stream] else { throw LineViolation("a stream ended twice") }
      try window.end(count)
      guard !window.isCancelled else {
        removeReceiving(stream)
        return .nothing
      }
      receiving[stream] = window
      return .ended(stream)
    case .cancel(let stream, let error, let reason):
      try checkSeen(stream: stream)
      if let window = receiving[stream] {
        removeReceiving(stream)
        return window.isCancelled || window.hasEnded
          ? .nothing : .abandoned(stream, error: error, reason: reason)
      }
      guard sending[stream] != nil else { return .nothing }
      return .refused(stream, error: error, reason: reason)
    case .ping: return .pinged
    case .pong, .failed: return .nothing
    }
  }

  private mutating func opened(_ connection: UInt32) throws(LineViolation) -> Event {
    guard side == .far, connection > lastConnection else {
      throw LineViolation("connection \(connection) was opened, which is not the next")
    }
    guard connections.count < LineLimits.connections else {
      throw LineViolation("more than \(LineLimits.connections) connections")
    }
    lastConnection = connection
    connections.insert(connection)
    return .opened(connection)
  }

  private func checkSeen(_ connection: UInt32) throws(LineViolation) {
    guard connection > 0, connection <= lastConnection else {
      throw LineViolation("connection \(connection), which never was")
    }
  }

  private func checkSeen(stream: UInt32) throws(LineViolation) {
    let isOwn = stream % 2 == lastStream % 2
    guard stream > 1, stream <= (isOwn ? lastStream : lastStreamOfPeer) else {
      throw LineViolation("stream \(stream), which never was")
    }
  }

  private mutating func received(
    _ connection: UInt32, _ hasMore: Bool, _ piece: [UInt8], _ streams: [LineStream]
  ) throws(LineViolation) -> Event {
    try checkSeen(connection)
    guard piece.count <= LineLimits.piece else { throw LineViolation("a piece is too long") }
    guard !hasMore || streams.isEmpty, streams.count <= LineLimits.streamsPerMessage else {
      throw LineViolation("a message has too many streams")
    }
    for stream in streams {
      guard stream.number > lastStreamOfPeer, stream.number % 2 == lastStreamOfPeer % 2 else {
        throw LineViolation("stream \(stream.number) was opened, which is not the next")
      }
      lastStreamOfPeer = stream.number
      switch stream.kind {
      case .content, .memory: addReceiving(stream.number, of: stream.size)
      case .reader: addReceiving(stream.number)
      case .writer: sending[stream.number] = SendWindow()
      case .nothing: break
      }
    }
    // One end may know of an end of which the other does not know yet.
    guard sending.count + receiving.count <= 4 * LineLimits.streams else {
      throw LineViolation("more than \(LineLimits.streams) streams")
    }
    guard connections.contains(connection) else {
      return streams.isEmpty ? .nothing : .late(streams)
    }
    var bytes = pieces.removeValue(forKey: connection) ?? []
    bytes += piece
    guard bytes.count <= LineLimits.message else { throw LineViolation("a message is too long") }
    guard !hasMore else {
      pieces[connection] = bytes
      return .nothing
    }
    return .message(connection, bytes, streams)
  }

  private mutating func received(
    _ bytes: [UInt8], of stream: UInt32
  ) throws(LineViolation) -> Event {
    try checkSeen(stream: stream)
    guard bytes.count <= LineLimits.data else { throw LineViolation("a piece of data is too long") }
    guard var window = receiving[stream] else {
      throw LineViolation("data of stream \(stream), which is over")
    }
    try window.receive(bytes.count)
    receiving[stream] = window
    return window.isCancelled || bytes.isEmpty ? .nothing : .data(stream, bytes)
  }
}
