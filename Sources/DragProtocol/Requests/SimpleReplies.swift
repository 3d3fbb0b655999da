package import DBus
package import DragModel

// The replies of Offer, Find and RegisterTarget: one path.
extension Answerable {
  /// The reply to this call that names an object of dragd's.
  package func reply(with object: ObjectPath) throws(BusError) -> Message {
    let reply = reply()
    try reply.write { writer throws(BusError) in try writer.appendPath(object.description) }
    return reply
  }
}

extension Message {
  /// The offer that a reply names.
  package func readOffer() throws(Rejection) -> Identifier {
    var reader = read()
    return try reader.offer()
  }

  /// The drop target that a reply names.
  package func readTarget() throws(Rejection) -> Identifier {
    var reader = read()
    return try reader.target()
  }
}

// The replies of Introspect and GetMachineId: one text.
extension Answerable {
  package func reply(with text: String) throws(BusError) -> Message {
    let reply = reply()
    try reply.write { writer throws(BusError) in try writer.append(text) }
    return reply
  }
}
