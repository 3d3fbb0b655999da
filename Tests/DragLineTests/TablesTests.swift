import Harness
import Testing

@testable import DragLine

@Suite struct TablesTests {
  private static let hello = LineFrame.hello(FrameTests.hello)
  private static func stream(_ number: UInt32, _ kind: LineStream.Kind = .reader) -> LineFrame {
    .message(
      connection: 1, hasMore: false, piece: [],
      streams: [LineStream(number: number, kind: kind, size: 0)])
  }

  /// What a far end may hear, each after Hello and Open.
  static let violations: [(String, [LineFrame])] = [
    ("a second Hello", [hello]),
    ("a connection twice", [.open(connection: 1)]),
    ("a connection that never was", [.close(connection: 2)]),
    ("a message of none", [.message(connection: 2, hasMore: false, piece: [], streams: [])]),
    ("an own stream's number", [stream(3)]),
    ("a stream twice", [stream(2), stream(2)]),
    ("data of none", [.data(stream: 2, [1])]),
    ("data of a stream that this end sends", [stream(2, .writer), .data(stream: 2, [1])]),
    ("a count that differs", [stream(2), .data(stream: 2, [1]), .end(stream: 2, count: 2)]),
    ("data after the end", [stream(2), .end(stream: 2, count: 0), .data(stream: 2, [1])]),
    ("an end twice", [stream(2), .end(stream: 2, count: 0), .end(stream: 2, count: 0)]),
    (
      "an overrun",
      [stream(2)]
        + Array(
          repeating: .data(stream: 2, Array(repeating: 0, count: LineLimits.data)),
          count: ReceiveWindow.first / LineLimits.data + 1)
    ),
    ("a grant without end", [stream(2, .writer), .grant(stream: 2, .max)]),
    (
      "streams without end",
      (1...(4 * LineLimits.streams + 1)).map { stream(UInt32(2 * $0)) }
    ),
    (
      "connections without end",
      (2...(LineLimits.connections + 1)).map { .open(connection: UInt32($0)) }
    ),
    (
      "a message without end",
      Array(
        repeating: .message(
          connection: 1, hasMore: true, piece: Array(repeating: 0, count: LineLimits.piece),
          streams: []), count: LineLimits.message / LineLimits.piece + 1)
    ),
  ]

  @Test(arguments: violations.indices)
  func `a frame that may not come ends the line`(_ index: Int) throws {
    let (_, frames) = Self.violations[index]
    var tables = LineTables(.far)
    _ = try tables.receive(Self.hello)
    _ = try tables.receive(.open(connection: 1))
    for frame in frames.dropLast() { _ = try tables.receive(frame) }
    #expect(throws: LineViolation.self, "\(Self.violations[index].0)") {
      try tables.receive(frames[frames.count - 1])
    }
  }

  @Test func `nothing comes before Hello`() {
    var tables = LineTables(.far)
    #expect(throws: LineViolation.self) { try tables.receive(.open(connection: 1)) }
  }

  @Test func `the near end opens connections, and no other`() throws {
    var tables = LineTables(.near)
    _ = try tables.receive(Self.hello)
    #expect(throws: LineViolation.self) { try tables.receive(.open(connection: 1)) }
  }

  @Test func `the room of a stream grows while it is used up`() throws {
    var window = ReceiveWindow()
    var sender = SendWindow()
    var most = 0
    for _ in 0..<1_000 {
      let count = min(sender.allowance, LineLimits.data)
      sender.send(count)
      try window.receive(count)
      let grant = window.use(count, growth: .max)
      if grant > 0 { try sender.grant(UInt32(grant)) }
      most = max(most, sender.allowance)
    }
    #expect(window.size == ReceiveWindow.largest)
    #expect(most > ReceiveWindow.largest / 2)
  }

  @Test(arguments: [LineStream.Kind.content, .memory])
  func `a file has as many bytes as were announced`(_ kind: LineStream.Kind) throws {
    func tables() throws -> LineTables {
      var tables = LineTables(.near)
      _ = tables.open()
      _ = try tables.receive(Self.hello)
      _ = try tables.receive(
        .message(
          connection: 1, hasMore: false, piece: [1],
          streams: [LineStream(number: 3, kind: kind, size: 10)]))
      _ = try tables.receive(.data(stream: 3, [UInt8](repeating: 0, count: 9)))
      return tables
    }
    var whole = try tables()
    _ = try whole.receive(.data(stream: 3, [0]))
    #expect(try whole.receive(.end(stream: 3, count: 10)) == .ended(3))
    var larger = try tables()
    #expect(throws: LineViolation.self) { try larger.receive(.data(stream: 3, [0, 0])) }
    var smaller = try tables()
    #expect(throws: LineViolation.self) { try smaller.receive(.end(stream: 3, count: 9)) }
  }

  /// Two ends that open, send, end, cancel and close as they like, with frames under way. Neither ever sees a frame
  /// that it does not expect, and at the end nothing is left.
  @Test(arguments: 1...8)
  func `frames that cross are no violation`(_ seed: UInt64) throws {
    var pair = Pair(seed)
    for _ in 0..<5_000 { try pair.step() }
    try pair.finish()
  }
}

/// Two ends of a line, and what is on its way between them.
private struct Pair {
  private var ends = [LineTables(.near), LineTables(.far)]
  private var way: [[LineFrame]] = [[], []]
  private var generator: SeededGenerator
  private var connections: Set<UInt32> = []
  /// The streams that each end sends, and those that it receives.
  private var sending: [Set<UInt32>] = [[], []]
  private var receiving: [[UInt32: Int]] = [[:], [:]]
  private var ended: [Set<UInt32>] = [[], []]

  init(_ seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for side in 0...1 { way[side].append(.hello(FrameTests.hello)) }
  }

  private func random(_ count: Int, _ generator: inout SeededGenerator) -> Int {
    Int.random(in: 0..<count, using: &generator)
  }

  mutating func step() throws {
    let side = random(2, &generator)
    switch random(10, &generator) {
    case 0:
      if connections.count < 8, let number = ends[0].open() {
        connections.insert(number)
        way[0].append(.open(connection: number))
      }
    case 1:
      if let number = connections.randomElement(using: &generator), random(20, &generator) == 0 {
        connections.remove(number)
        if ends[side].close(number) { way[side].append(.close(connection: number)) }
      }
    case 2: announce(side)
    case 3, 4: send(side)
    case 5: use(side)
    case 6: if random(4, &generator) == 0 { giveUp(side) }
    default: try deliver(side)
    }
  }

  private mutating func announce(_ side: Int) {
    guard let connection = connections.randomElement(using: &generator),
      ends[side].isOpen(connection)
    else { return }
    // Those of files have a size.
    let kinds: [LineStream.Kind] = [.reader, .writer, .nothing]
    let chosen = (0..<random(4, &generator)).map { _ in
      (kind: kinds[random(kinds.count, &generator)], size: UInt64(0))
    }
    guard let streams = ends[side].announce(chosen) else { return }
    for stream in streams { note(stream, from: side, at: side) }
    way[side].append(
      .message(connection: connection, hasMore: false, piece: [1], streams: streams))
  }

  /// Notes what a stream is at one end.
  private mutating func note(_ stream: LineStream, from sender: Int, at side: Int) {
    switch stream.kind {
    case .content, .memory, .reader:
      noteSending(stream.number, side == sender, at: side)
    case .writer: noteSending(stream.number, side != sender, at: side)
    case .nothing: break
    }
  }

  private mutating func noteSending(_ stream: UInt32, _ isSender: Bool, at side: Int) {
    if isSender { sending[side].insert(stream) } else { receiving[side][stream] = 0 }
  }

  private mutating func send(_ side: Int) {
    guard let stream = sending[side].randomElement(using: &generator) else { return }
    let count = min(ends[side].allowance(of: stream), random(LineLimits.data, &generator) + 1)
    if random(10, &generator) == 0 {
      guard let sent = ends[side].end(stream) else { return }
      way[side].append(.end(stream: stream, count: sent))
      sending[side].remove(stream)
    } else if count > 0 {
      ends[side].send(count, of: stream)
      way[side].append(.data(stream: stream, Array(repeating: 0, count: count)))
    }
  }

  private mutating func use(_ side: Int) {
    guard let (stream, waiting) = receiving[side].randomElement(using: &generator) else { return }
    let count = random(waiting + 1, &generator)
    receiving[side][stream] = waiting - count
    let grant = ends[side].use(count, of: stream)
    if grant > 0 { way[side].append(.grant(stream: stream, UInt32(grant))) }
    if ended[side].contains(stream), waiting == count { finish(stream, side) }
  }

  private mutating func finish(_ stream: UInt32, _ side: Int) {
    ends[side].finish(ofEnded: stream)
    receiving[side][stream] = nil
    ended[side].remove(stream)
  }

  private mutating func giveUp(_ side: Int) {
    let all = sending[side].union(receiving[side].keys)
    guard let stream = all.randomElement(using: &generator) else { return }
    cancel(stream, side)
  }

  private mutating func cancel(_ stream: UInt32, _ side: Int) {
    if ends[side].cancel(stream) {
      way[side].append(.cancel(stream: stream, error: "a.b", reason: ""))
    }
    sending[side].remove(stream)
    receiving[side][stream] = nil
    ended[side].remove(stream)
  }

  private mutating func deliver(_ side: Int) throws {
    guard !way[side].isEmpty else { return }
    let other = 1 - side
    switch try ends[other].receive(way[side].removeFirst()) {
    case .message(_, _, let streams):
      for stream in streams { note(stream, from: side, at: other) }
    case .late(let streams):
      for stream in streams { cancel(stream.number, other) }
    case .data(let stream, let bytes): receiving[other][stream, default: 0] += bytes.count
    case .ended(let stream):
      ended[other].insert(stream)
      if receiving[other][stream] == 0 { finish(stream, other) }
    case .abandoned(let stream, _, _):
      receiving[other][stream] = nil
      ended[other].remove(stream)
    case .refused(let stream, _, _): cancel(stream, other)
    case .nothing, .greeted, .opened, .closed, .granted, .pinged, .failed: break
    }
  }

  /// Everything is given up, and nothing of it is left.
  mutating func finish() throws {
    while !way[0].isEmpty || !way[1].isEmpty || !sending[0].isEmpty || !sending[1].isEmpty
      || !receiving[0].isEmpty || !receiving[1].isEmpty
    {
      for side in 0...1 {
        for stream in sending[side].union(receiving[side].keys) { cancel(stream, side) }
        try deliver(side)
      }
    }
    for end in ends { #expect(end.isWithoutStreams) }
  }
}
