internal import DBus
package import DragModel
package import DragProtocol

/// The bytes of one representation are wanted, and the source is to answer when it has written them.
package final class ProvideRequest {
  package let offer: Identifier
  package let item: UInt32
  package let type: MIMEType
  package let transfer: Identifier
  /// Where to write: an ordinary blocking pipe. Its close means the end.
  package private(set) var pipe: SharedDescriptor?
  private let answer: Answer

  init(_ message: Message, _ answer: Answer) throws(Rejection) {
    let call = try ProvideCall(message)
    offer = call.offer
    item = call.item
    type = call.type
    transfer = call.transfer
    pipe = SharedDescriptor(call.takeDescriptor())
    self.answer = answer
  }

  /// Gives up this object's hold on the pipe.
  package func closePipe() {
    pipe = nil
  }

  /// Everything has been written.
  package func succeed(bytes: UInt64? = nil) {
    closePipe()
    answer.reply { call throws(BusError) in try ProvidedResult(bytes: bytes).reply(to: call) }
  }

  /// The transfer fails, with this as the source's own words.
  package func fail(_ message: String) {
    closePipe()
    answer.fail(BusError(name: ErrorCode.sourceFailed.errorName, message: message))
  }
}
