import DBus
import DragModel
import DragProtocol

extension FuzzTarget {
  /// Whole messages as they travel, header and all.
  static let messages = FuzzTarget(
    "messages", seeds: (Calls.all + Replies.all).compactMap(\.messages.first),
    dictionary: MessageSamples.words
  ) { bytes in
    guard let message = Message.unmarshalled(bytes) else { return }
    var reader = message.read()
    var budget = 1 << 16
    try walk(&reader, depth: 0, budget: &budget)
    switch message.kind {
    case .call:
      _ = try Codec.refusable { try SourceMethod(message) }
      _ = try Codec.refusable { try TargetMethod(message) }
      guard let request = try Codec.refusable({ try Request(message) }) else { return }
      try check(message, request)
    case .reply, .signal: break
    case .error: _ = message.busError.rejection
    }
    for codec in Calls.all + Replies.all
    where codec.signature == message.signature ?? "" && codec.member == message.member {
      try codec.check(message)
    }
  }

  /// What is served at a path is what the contract has there.
  private static func check(_ message: Message, _ request: Request) throws {
    switch request {
    case .properties(let method, let object):
      _ = try Codec.refusable { try PropertiesRequest(method, message, at: object) }
    case .introspect(let object):
      try promise(ObjectPath(object.description) != nil, "\(object) is no path")
    case .offer(_, let id):
      try promise(Identifier(offerPath: id.offerPath) == id, "\(id) has another path")
    case .transfer(_, let id):
      try promise(Identifier(transferPath: id.transferPath) == id, "\(id) has another path")
    case .dropTarget(_, let id):
      try promise(Identifier(targetPath: id.targetPath) == id, "\(id) has another path")
    case .broker, .peer, .getManagedObjects: break
    }
  }

  /// Reads every value, and every value as what it is not.
  private static func walk(_ reader: inout MessageReader, depth: Int, budget: inout Int) throws {
    while let type = reader.type, budget > 0 {
      budget -= 1
      try promise(depth <= 64, "values are nested deeper than D-Bus allows")
      _ = reader.nextSignature
      var other = reader
      _ = try? other.integer(in: 0...10)
      _ = try? other.strings()
      other = reader
      _ = try? other.dictionary { _, value throws(DecodingFailure) in value.skip() }
      switch type {
      case .byte: _ = try reader.byte()
      case .boolean: _ = try reader.bool()
      case .int16: _ = try reader.int16()
      case .uint16: _ = try reader.uint16()
      case .int32: _ = try reader.int32()
      case .uint32: _ = try reader.uint32()
      case .int64: _ = try reader.int64()
      case .uint64: _ = try reader.uint64()
      case .double: _ = try reader.double()
      case .string: _ = try reader.string()
      case .objectPath: _ = try reader.path()
      case .signature: _ = try reader.signature()
      case .unixFD:
        try promise((try? reader.descriptor()) == nil, "a descriptor came from nowhere")
        reader.skip()
      case .array:
        var inner = try reader.array()
        try walk(&inner, depth: depth + 1, budget: &budget)
      case .structure:
        var inner = try reader.structure()
        try walk(&inner, depth: depth + 1, budget: &budget)
      case .dictionaryEntry:
        var inner = try reader.dictionaryEntry()
        try walk(&inner, depth: depth + 1, budget: &budget)
      case .variant:
        var inner = try reader.variant()
        try walk(&inner, depth: depth + 1, budget: &budget)
      }
    }
  }
}
