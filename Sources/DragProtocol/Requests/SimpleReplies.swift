package import DBus
package import DragModel

// The replies of Offer, Find and RegisterTarget are one path.
extension Answerable {
  /// A reply that names an object of dragd.
  package func reply(with object: ObjectPath) throws(BusError) -> Message {
    let reply = reply()
    try reply.write { writer throws(BusError) in try writer.appendPath(object.description) }
    return reply
  }
}

extension Message {
  /// Reads the offer that a reply names.
  package func readOffer() throws(Rejection) -> Identifier {
    var reader = read()
    return try reader.offer()
  }

  /// Reads the drop target that a reply names.
  package func readTarget() throws(Rejection) -> Identifier {
    var reader = read()
    return try reader.target()
  }
}

// The replies of Introspect and GetMachineId are one text.
extension Answerable {
  package func reply(with text: String) throws(BusError) -> Message {
    let reply = reply()
    try reply.write { writer throws(BusError) in try writer.append(text) }
    return reply
  }
}
