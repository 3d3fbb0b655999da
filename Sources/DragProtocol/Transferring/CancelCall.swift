package import DBus
package import DragModel

/// A call of `Transfer1.Cancel`.
package struct CancelCall: Hashable, Sendable {
  /// For people.
  package var reason: String

  package init(reason: String = "") {
    self.reason = reason
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    reason = try reader.text().prefix(bytes: Lengths.reason)
  }

  package func message(to transfer: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.transfer, TransferMethod.cancel, at: .transfer(transfer))
    try message.write { writer throws(BusError) in try writer.append(reason) }
    return message
  }
}
