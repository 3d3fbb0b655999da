internal import DBus
package import DragModel
package import DragProtocol

/// dragd's request for the bytes of one representation. The source replies when it has written them.
package final class ProvideRequest {
  package let offer: Identifier
  package let item: UInt32
  package let type: MIMEType
  package let transfer: Identifier
  /// The pipe to write to, an ordinary blocking one. Closing it marks the end.
  package private(set) var pipe: SharedDescriptor?
  private let reply: PendingReply<ProvidedResult>

  init(_ message: Message, on bus: Connection) throws(Rejection) {
    let call = try ProvideCall(message)
    offer = call.offer
    item = call.item
    type = call.type
    transfer = call.transfer
    pipe = SharedDescriptor(call.releaseDescriptor())
    reply = PendingReply(to: message, on: bus) { result, call throws(BusError) in
      try result.reply(to: call)
    }
  }

  /// Drops this object's reference to the pipe.
  package func closePipe() {
    pipe = nil
  }

  /// Replies that all bytes are written.
  package func succeed(bytes: UInt64? = nil) {
    closePipe()
    reply.succeed(ProvidedResult(bytes: bytes))
  }

  /// Fails the transfer with the source's message.
  package func fail(_ message: String) {
    closePipe()
    reply.fail(.sourceFailed, message)
  }
}
