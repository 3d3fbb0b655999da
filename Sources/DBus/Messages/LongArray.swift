internal import CDBus

/// The body of a reply that is one long array. It is written a few elements at a time, and once for several callers.
package final class LongArray {
  private let template = Message(
    adopting: allocated(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN)))
  private var outer: MessageWriter
  private var array: MessageWriter
  private var isOpen = true

  /// Fails with InvalidArgs when the signature is not one complete type.
  package init(of elementSignature: String) throws(BusError) {
    var outer = MessageWriter(appendingTo: template)
    let array = try outer.openArray(of: elementSignature)
    self.outer = outer
    self.array = array
  }

  deinit {
    if isOpen { outer.abandon(&array) }
  }

  /// Appends elements. If `body` throws, an element is half written: drop the whole array.
  package func append(_ body: (inout MessageWriter) throws(BusError) -> Void) throws(BusError) {
    precondition(isOpen, "the array is finished")
    try body(&array)
  }

  /// Ends the array.
  package func finish() {
    guard isOpen else { return }
    isOpen = false
    outer.close(&array)
    template.bodyLength = outer.position
  }

  /// The reply to one of the callers.
  package func reply(to call: ReplyAddress) -> Message {
    precondition(!isOpen, "the array is not finished")
    return Message(copying: template, for: call)
  }
}
