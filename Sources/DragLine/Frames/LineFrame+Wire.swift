package import DBus
internal import DragSystem

// Frames as bytes.

extension LineFrame {
  static let interface = "org.dragd.Link1"
  private static let path = "/org/dragd/link"

  private enum Member: String {
    case hello = "Hello"
    case open = "Open"
    case close = "Close"
    case message = "Message"
    case data = "Data"
    case grant = "Grant"
    case end = "End"
    case cancel = "Cancel"
    case ping = "Ping"
    case pong = "Pong"
    case failed = "Failed"
  }

  private var member: Member {
    switch self {
    case .hello: .hello
    case .open: .open
    case .close: .close
    case .message: .message
    case .data: .data
    case .grant: .grant
    case .end: .end
    case .cancel: .cancel
    case .ping: .ping
    case .pong: .pong
    case .failed: .failed
    }
  }

  /// The frame as it travels.
  package var bytes: [UInt8] {
    do throws(BusError) {
      let signal = try Message.signal(
        path: Self.path, interface: Self.interface, member: member.rawValue)
      try signal.write { writer throws(BusError) in try write(to: &writer) }
      return signal.wireForm(serial: 1)
    } catch {
      // Every text was made valid and every array short before.
      preconditionFailure("\(error)")
    }
  }

  private func write(to writer: inout MessageWriter) throws(BusError) {
    switch self {
    case .hello(let hello):
      try writer.append(hello.version)
      try writer.append(hello.machine.forMessage)
      try writer.append(hello.name.forMessage)
      try writer.append(hello.clock)
      try writer.appendDictionary { limits throws(BusError) in
        try limits.entry("silence", hello.silence)
      }
    case .open(let connection), .close(let connection): try writer.append(connection)
    case .message(let connection, let hasMore, let piece, let streams):
      try writer.append(connection)
      try writer.append(hasMore)
      try writer.appendBytes(piece)
      try writer.appendArray(of: "(uyt)") { array throws(BusError) in
        for stream in streams {
          try array.appendStructure { fields throws(BusError) in
            try fields.append(stream.number)
            try fields.append(stream.kind.rawValue)
            try fields.append(stream.size)
          }
        }
      }
    case .data(let stream, let bytes):
      try writer.append(stream)
      try writer.appendBytes(bytes)
    case .grant(let stream, let count):
      try writer.append(stream)
      try writer.append(count)
    case .end(let stream, let count):
      try writer.append(stream)
      try writer.append(count)
    case .cancel(let stream, let error, let reason):
      try writer.append(stream)
      try writer.append(error.forMessage)
      try writer.append(reason.forMessage)
    case .ping, .pong: break
    case .failed(let reason): try writer.append(reason.forMessage)
    }
  }

  /// Reads a frame. Members of a later version that this one does not know are no frames of this one.
  package init(_ message: Message) throws(LineViolation) {
    guard message.kind == .signal, message.interface == Self.interface,
      let member = message.member.flatMap(Member.init(rawValue:))
    else {
      throw LineViolation("“\(message.member ?? "")” is no frame of \(Self.interface)")
    }
    var reader = message.read()
    self = try mapError { () throws(DecodingFailure) in
      let frame = try Self.read(member, &reader)
      // A later version may add arguments to Hello.
      if member != .hello { try reader.end() }
      return frame
    } to: {
      LineViolation("\(member.rawValue): \($0)")
    }
  }

  private static func read(
    _ member: Member, _ reader: inout MessageReader
  ) throws(DecodingFailure) -> LineFrame {
    switch member {
    case .hello:
      var hello = LineHello(machine: "", name: "", clock: 0, silence: .max)
      hello.version = try reader.uint32()
      hello.machine = try reader.string().limited
      hello.name = try reader.string().limited
      hello.clock = try reader.uint64()
      try reader.dictionary { key, value throws(DecodingFailure) in
        if key == "silence" { hello.silence = try value.uint32() }
      }
      return .hello(hello)
    case .open: return .open(connection: try reader.uint32())
    case .close: return .close(connection: try reader.uint32())
    case .message:
      let connection = try reader.uint32()
      let hasMore = try reader.bool()
      let piece = try reader.bytes()
      var streams: [LineStream] = []
      try reader.array { element throws(DecodingFailure) in
        var fields = try element.structure()
        let number = try fields.uint32()
        let kind = try fields.byte()
        let size = try fields.uint64()
        guard let kind = LineStream.Kind(rawValue: kind) else {
          throw DecodingFailure(expected: "a kind of stream", found: "\(kind)", at: "argument 4")
        }
        streams.append(LineStream(number: number, kind: kind, size: size))
      }
      return .message(connection: connection, hasMore: hasMore, piece: piece, streams: streams)
    case .data: return .data(stream: try reader.uint32(), try reader.bytes())
    case .grant: return .grant(stream: try reader.uint32(), try reader.uint32())
    case .end: return .end(stream: try reader.uint32(), count: try reader.uint64())
    case .cancel:
      return .cancel(
        stream: try reader.uint32(), error: try reader.string().limited,
        reason: try reader.string().limited)
    case .ping: return .ping
    case .pong: return .pong
    case .failed: return .failed(try reader.string().limited)
    }
  }
}

extension String {
  /// At most as long as a line lets a text be, and without NUL, which no message takes.
  fileprivate var forMessage: String {
    let short = limited
    guard short.utf8.contains(0) else { return short }
    return short.split(separator: "\0", omittingEmptySubsequences: false)
      .joined(separator: "\u{FFFD}")
  }

  fileprivate var limited: String {
    utf8.count <= LineLimits.text
      ? self : String(decoding: utf8.prefix(LineLimits.text - 3), as: UTF8.self)
  }
}
