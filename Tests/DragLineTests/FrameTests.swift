import Testing

@testable import DBus
@testable import DragLine

@Suite struct FrameTests {
  static let hello = LineHello(machine: "0123", name: "there", clock: 7, silence: 45_000)
  static let frames: [LineFrame] = [
    .hello(hello), .open(connection: 1), .close(connection: 1),
    .message(
      connection: 1, hasMore: false, piece: [1, 2, 3],
      streams: [LineStream(number: 2, kind: .writer, size: 0)]),
    .message(connection: 1, hasMore: true, piece: [], streams: []),
    .data(stream: 2, Array(repeating: 7, count: LineLimits.data)),
    .grant(stream: 2, 65_536), .end(stream: 2, count: .max),
    .cancel(stream: 2, error: "org.dragd.Error.Changed", reason: "the file was changed"),
    .ping, .pong, .failed("no bus"),
  ]

  private func read(_ bytes: [UInt8], at most: Int) throws -> (frames: [LineFrame], noise: [UInt8])
  {
    var reader = FrameReader()
    var found: [LineFrame] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + most, bytes.count)
      reader.append(Array(bytes[start..<end]))
      while let frame = try reader.next() { found.append(frame) }
      start = end
    }
    return (found, reader.noise)
  }

  @Test(arguments: [1, 15, 100_000, .max])
  func `frames come as they were sent, however they are cut`(_ most: Int) throws {
    let noise = Array("Welcome!\r\ndragd-link 1\n".utf8)
    let bytes = noise + FrameReader.mark + Self.frames.flatMap(\.bytes)
    let read = try read(bytes, at: most == .max ? bytes.count : most)
    #expect(read.frames == Self.frames)
    #expect(read.noise == noise)
  }

  @Test func `too much noise ends the line`() throws {
    let most = Array(repeating: UInt8(ascii: "."), count: LineLimits.noise)
    #expect(try read(most + FrameReader.mark + LineFrame.ping.bytes, at: 4_096).frames == [.ping])
    #expect(throws: LineViolation.self) { try read(most + [0] + FrameReader.mark, at: 4_096) }
  }

  /// Before any of it is kept.
  @Test func `a frame that says that it is too long ends the line at once`() throws {
    var start = LineFrame.data(stream: 2, [1]).bytes
    start.replaceSubrange(4..<8, with: [0, 0, 8, 0])
    let failure = #expect(throws: LineViolation.self) {
      try read(FrameReader.mark + start.prefix(Message.wireLengthSize), at: 16)
    }
    #expect(failure?.reason.contains("bytes") == true)
  }

  @Test func `what is no frame ends the line`() throws {
    let foreign = try Message.signal(path: "/a", interface: "a.b", member: "Ping")
    for bytes in [foreign.wireForm(serial: 1), Array(repeating: 0xFF, count: 64)] {
      #expect(throws: LineViolation.self) { try read(FrameReader.mark + bytes, at: 64) }
    }
  }

  @Test func `texts of the other end are cut`() throws {
    let long = String(repeating: "ü", count: LineLimits.text)
    let message = try Message.read(wireForm: LineFrame.failed(long).bytes[...])
    guard case .failed(let text) = try LineFrame(message) else {
      throw LineViolation("it is another frame")
    }
    #expect(text.utf8.count <= LineLimits.text)
  }
}
