package import DBus
package import DragModel

/// A call of `Broker1.UnacknowledgedMoves`.
package struct UnacknowledgedMovesCall: Hashable, Sendable {
  package var cookie: String

  package init(cookie: String) {
    self.cookie = cookie
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    cookie = try reader.cookie()
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.unacknowledgedMoves, at: .root)
    try message.write { writer throws(BusError) in try writer.append(cookie) }
    return message
  }
}

extension UnacknowledgedMove: ReplyElement {
  package static var signature: String { "(ss)" }

  package init(fields: inout MessageReader) throws(Rejection) {
    self.init(transfer: try fields.transferID(), key: try fields.text())
  }

  package func write(fields: inout MessageWriter) throws(BusError) {
    try fields.append(transfer.description)
    try fields.append(key)
  }
}
