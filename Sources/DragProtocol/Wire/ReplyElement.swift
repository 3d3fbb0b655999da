package import DBus
package import DragModel

/// An element of a reply that is one array of structures.
package protocol ReplyElement {
  /// The signature of the structure.
  static var signature: String { get }

  /// Reads the structure's fields.
  init(fields: inout MessageReader) throws(Rejection)

  /// Writes the structure's fields.
  func write(fields: inout MessageWriter) throws(BusError)
}

extension ReplyElement {
  /// Reads the reply.
  package static func read(_ reply: Message) throws(Rejection) -> [Self] {
    var reader = reply.read()
    var elements: [Self] = []
    try reader.array { element throws(Rejection) in
      var fields = try element.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      elements.append(try Self(fields: &fields))
    }
    return elements
  }

  /// The reply to a call.
  package static func reply(
    to call: some Answerable, _ elements: [Self]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: signature) { array throws(BusError) in
        for element in elements {
          try array.appendStructure { fields throws(BusError) in
            try element.write(fields: &fields)
          }
        }
      }
    }
    return reply
  }
}
