import DBus

@testable import DragLine

extension FuzzTarget {
  /// What comes over a line to either end, from the first byte on.
  static let frames = FuzzTarget(
    "frames",
    seeds: [[0] + FrameReader.mark + stream([.open(connection: 1)] + some), [1] + FrameReader.mark]
      + [[0] + Array("Welcome".utf8) + FrameReader.mark + stream(some)],
    maxLength: 4_096,
    dictionary: ["org.dragd.Link1", "Hello", "Open", "Message", "Data", "Grant", "End", "Cancel"]
  ) { bytes in
    var input = FuzzInput(bytes)
    let isNear = input.flag()
    var tables = LineTables(isNear ? .near : .far)
    var reader = FrameReader()
    if isNear { _ = (tables.open(), tables.announce([(.reader, 0), (.writer, 0)])) }
    do throws(LineViolation) {
      while !input.isEmpty {
        reader.append(input.bytes(97))
        while let frame = try reader.next() {
          let again = try LineFrame(try read(frame.bytes))
          guard again == frame else { throw LineViolation("\(frame) is written as \(again)") }
          follow(try tables.receive(frame), &tables)
        }
      }
    } catch {
      try promise(!error.reason.contains("is written as"), error.reason)
      try promise(!error.reason.isEmpty, "a violation says nothing")
    }
    try promise(reader.noise.count <= LineLimits.noise + 97, "noise is kept without end")
  }

  private static let some: [LineFrame] = [
    .message(
      connection: 1, hasMore: false, piece: [1, 2],
      streams: [
        LineStream(number: 2, kind: .content, size: 3),
        LineStream(number: 4, kind: .writer, size: 0),
      ]),
    .data(stream: 2, [1, 2, 3]), .end(stream: 2, count: 3), .grant(stream: 4, 9),
    .cancel(stream: 4, error: "org.dragd.Error.Changed", reason: "changed"), .ping, .pong,
    .close(connection: 1), .failed("no bus"),
  ]

  private static func stream(_ frames: [LineFrame]) -> [UInt8] {
    let hello = LineHello(machine: "0", name: "there", clock: 1, silence: 45_000)
    return ([.hello(hello)] + frames).flatMap(\.bytes)
  }

  private static func read(_ bytes: [UInt8]) throws(LineViolation) -> Message {
    do throws(BusError) {
      return try Message.read(wireForm: bytes[...])
    } catch {
      throw LineViolation("a frame is written as what is none: \(error)")
    }
  }

  /// What an end does then.
  private static func follow(_ event: LineTables.Event, _ tables: inout LineTables) {
    switch event {
    case .late(let streams): for stream in streams { _ = tables.cancel(stream.number) }
    case .data(let stream, let bytes): _ = tables.use(bytes.count, of: stream)
    case .ended(let stream): tables.finish(ofEnded: stream)
    case .granted(let stream): tables.send(tables.allowance(of: stream), of: stream)
    case .refused(let stream, _, _): _ = tables.cancel(stream)
    case .nothing, .greeted, .opened, .closed, .message, .abandoned, .pinged, .failed: break
    }
  }
}
