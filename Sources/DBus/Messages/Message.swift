internal import CDBus
internal import DragSystem

/// A message, one reference of libdbus's.
///
/// A message that was sent is locked: only its header fields may still be read.
package final class Message {
  /// Descriptors that dbus-daemon takes in one message; it cuts the sender of another one off the bus.
  package static let portableDescriptors = 16

  /// The message, whether it is addressed yet or not.
  let body: OpaquePointer
  /// What goes into the header once the arguments are written: libdbus writes the whole header again for every
  /// argument, which is ten times quicker while there is nothing in it but their signature.
  private var address: Address?
  /// Whom a message that was made here goes to, as far as that is known without a look at its header, which libdbus
  /// goes through for that.
  private(set) var receiver: Receiver = .unknown

  enum Receiver {
    case unknown, everybody
    case peer(String)
  }

  /// Bytes of the path of a message that was made here; a reply has none.
  private(set) var pathLength = 0
  /// Bytes of the body that was written here.
  package internal(set) var bodyLength = 0
  /// Descriptors appended here.
  package internal(set) var descriptorCount = 0
  /// Descriptors that `MessageWriter` appends before it refuses.
  package var descriptorLimit = portableDescriptors

  /// Who drops the message when it carries descriptors. Nil until a connection that is on a loop has to do with it.
  var disposer: Disposer?
  /// How one with descriptors that a peer has sent was let in.
  private let admission: Disposer.Admission?
  /// Whether its sender has more messages with descriptors here than its share: it is to be refused.
  package var isBeyondShare: Bool { admission == .beyondShare }
  /// Files that others keep open for as long as the message is there: closing its duplicates of them is no last close.
  var lent: [PeerDescriptor] = []

  /// Takes over a reference.
  init(
    adopting pointer: OpaquePointer, disposer: Disposer? = nil,
    admission: Disposer.Admission? = nil
  ) {
    body = pointer
    self.disposer = disposer
    self.admission = admission
  }

  /// Takes over a reference to a message that a peer has sent.
  convenience init(received pointer: OpaquePointer, disposer: Disposer?) {
    let hasDescriptors = dbus_message_contains_unix_fds(pointer) != 0
    self.init(
      adopting: pointer, disposer: disposer,
      admission: hasDescriptors ? disposer?.admit(pointer) : nil)
  }

  private init(_ type: Int32, _ address: consuming Address) {
    body = allocated(dbus_message_new(type))
    admission = nil
    pathLength = address.path.utf8.count
    receiver = address.destination.map { .peer($0) } ?? .everybody
    self.address = address
  }

  /// The message with all its header.
  var pointer: OpaquePointer {
    if let address = address.take() { address.write(to: body) }
    return body
  }

  deinit {
    if let disposer, carriesDescriptors, lent.isEmpty || lent.count < descriptorCount {
      disposer.dispose(body, admission)
    } else {
      dbus_message_unref(body)
    }
  }

  package enum Kind: Sendable {
    case call, reply, error, signal
  }

  /// A method call. Fails with InvalidArgs when a name or the path is not valid.
  package static func call(
    to destination: String, path: String, interface: String?, member: String
  ) throws(BusError) -> Message {
    try check(destination, Syntax.isBusName, "bus name")
    try check(path, Syntax.isObjectPath, "object path")
    if let interface { try check(interface, Syntax.isInterface, "interface name") }
    try check(member, Syntax.isMember, "member name")
    return Message(
      DBUS_MESSAGE_TYPE_METHOD_CALL,
      Address(destination: destination, path: path, interface: interface, member: member))
  }

  /// A signal, to all who asked for it or to one. Fails with InvalidArgs when a name or the path is not valid.
  package static func signal(
    path: String, interface: String, member: String, to destination: String? = nil
  ) throws(BusError) -> Message {
    try check(path, Syntax.isObjectPath, "object path")
    try check(interface, Syntax.isInterface, "interface name")
    try check(member, Syntax.isMember, "member name")
    if let destination { try check(destination, Syntax.isBusName, "bus name") }
    let message = Message(
      DBUS_MESSAGE_TYPE_SIGNAL,
      Address(destination: destination, path: path, interface: interface, member: member))
    message.expectNoReply()
    return message
  }

  /// The same message for one receiver: what several are told is written once. Fails with InvalidArgs when the name is
  /// not valid.
  package func copy(for destination: String) throws(BusError) -> Message {
    let copy = Message(adopting: allocated(dbus_message_copy(pointer)))
    copy.bodyLength = bodyLength
    try copy.address(to: destination)
    return copy
  }

  /// Has the message go to one receiver. Fails with InvalidArgs when the name is not valid.
  package func address(to destination: String) throws(BusError) {
    try Self.check(destination, Syntax.isBusName, "bus name")
    destination.withCString { allocated(dbus_message_set_destination(pointer, $0)) }
    receiver = .peer(destination)
  }

  package func reply() -> Message {
    Message(adopting: allocated(dbus_message_new_method_return(pointer)), disposer: disposer)
  }

  /// The reply to a call of which that is left.
  convenience init(replyingTo call: ReplyAddress) {
    self.init(adopting: allocated(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN)))
    answer(call)
  }

  /// The error that answers such a call.
  convenience init(failing call: ReplyAddress, _ name: String, _ text: String) {
    self.init(adopting: allocated(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR)))
    let name = Syntax.isErrorName(name) ? name : BusError.Name.failed
    allocated(dbus_message_set_error_name(body, name))
    answer(call)
    // It is valid UTF-8 without NUL, and short.
    let text = sayable(text)
    bodyLength = text.utf8.count
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(body, &iterator)
    text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      allocated(dbus_message_iter_append_basic(&iterator, TypeCode.string.code, &text))
    }
  }

  /// The reply to a call with the arguments of another message, which goes to nobody itself.
  convenience init(copying template: Message, for call: ReplyAddress) {
    self.init(adopting: allocated(dbus_message_copy(template.body)))
    bodyLength = template.bodyLength
    answer(call)
  }

  private func answer(_ call: ReplyAddress) {
    dbus_message_set_no_reply(body, 1)
    allocated(dbus_message_set_reply_serial(body, call.serial))
    call.caller.withCString { allocated(dbus_message_set_destination(body, $0)) }
    receiver = .peer(call.caller)
  }

  package func errorReply(_ name: String, _ text: String) -> Message {
    let name = Syntax.isErrorName(name) ? name : BusError.Name.failed
    let text = sayable(text)
    let error = Message(adopting: allocated(dbus_message_new_error(pointer, name, text)))
    error.bodyLength = text.utf8.count
    return error
  }

  /// Appends arguments. When `body` throws, the message is half written: drop it.
  package func write<E: Error>(
    _ body: (inout MessageWriter) throws(E) -> Void
  ) throws(E) {
    var writer = MessageWriter(appendingTo: self)
    try body(&writer)
    bodyLength = writer.position
  }

  /// A reader at the first argument.
  package func read() -> MessageReader {
    MessageReader(self)
  }

  private static func check(
    _ text: String, _ isValid: (String) -> Bool, _ what: String
  ) throws(BusError) {
    guard isValid(text) else { throw .invalid("“\(sayable(text))” is not a valid \(what)") }
  }
}

/// libdbus's way to say that memory ran out is nil.
func allocated<T>(_ result: T?) -> T {
  guard let result else { fatalError("out of memory") }
  return result
}

/// libdbus's other way is FALSE.
func allocated(_ done: dbus_bool_t) {
  guard done != 0 else { fatalError("out of memory") }
}

/// A text that can be a message's string: without NUL, of at most 64 KiB.
private func sayable(_ text: String) -> String {
  let limit = 65_536
  guard text.utf8.count > limit || text.utf8.contains(0) else { return text }
  return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
    .split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\u{FFFD}")
}
