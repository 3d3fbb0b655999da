internal import CDBus
internal import DragSystem

/// A message of libdbus, and one reference to it.
///
/// A sent message is locked: only its header fields may still be read.
package final class Message {
  /// The most descriptors in a message that dbus-daemon accepts; it disconnects a sender of more.
  package static let portableDescriptors = 16

  /// The message, whose header may not have its address yet.
  let body: OpaquePointer
  /// The header fields to set once the arguments are written. libdbus rewrites the whole header for every argument,
  /// which is ten times quicker while the header has nothing but their signature.
  private var address: Address?
  /// The receiver of a message that was made here, if known without libdbus's search through the header.
  private(set) var receiver: Receiver = .unknown

  enum Receiver {
    case unknown, everybody
    case peer(String)
  }

  /// The path's length in a message that was made here; 0 in a reply.
  private(set) var pathLength = 0
  /// The length of a body that was written here.
  package internal(set) var bodyLength = 0
  /// How many descriptors were appended here.
  package internal(set) var descriptorCount = 0
  /// How many descriptors `MessageWriter` appends at most.
  package var descriptorLimit = portableDescriptors

  /// Drops the message if it carries descriptors. Nil until a connection on a loop receives or sends the message.
  var disposer: Disposer?
  /// Whether a received message with descriptors is within its sender's share; nil for any other message.
  private let admission: Disposer.Admission?
  /// Whether the message is to be refused, because its sender has too many undisposed messages with descriptors.
  package var isBeyondShare: Bool { admission == .beyondShare }
  /// Keeps the originals of lent descriptors open, so that closing the message's duplicates is never a last close.
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

  /// The message with its complete header.
  var pointer: OpaquePointer {
    if let address = address.take() { address.write(to: body) }
    return body
  }

  /// Writes the header now; otherwise the first use of `pointer` writes it.
  package func complete() { _ = pointer }

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

  /// A signal, broadcast or to one receiver. Fails with InvalidArgs when a name or the path is not valid.
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

  /// A copy for one receiver, so that a message to several is written once. Fails with InvalidArgs when the name is not
  /// valid.
  package func copy(for destination: String) throws(BusError) -> Message {
    let copy = Message(adopting: allocated(dbus_message_copy(pointer)))
    copy.bodyLength = bodyLength
    try copy.address(to: destination)
    return copy
  }

  /// Sets the receiver. Fails with InvalidArgs when the name is not valid.
  package func address(to destination: String) throws(BusError) {
    try Self.check(destination, Syntax.isBusName, "bus name")
    destination.withCString { allocated(dbus_message_set_destination(pointer, $0)) }
    receiver = .peer(destination)
  }

  package func reply() -> Message {
    Message(adopting: allocated(dbus_message_new_method_return(pointer)), disposer: disposer)
  }

  /// The reply to a call of which only the address was kept.
  convenience init(replyingTo call: ReplyAddress) {
    self.init(adopting: allocated(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN)))
    answer(call)
  }

  /// The error reply to a call of which only the address was kept.
  convenience init(failing call: ReplyAddress, _ name: String, _ text: String) {
    self.init(adopting: allocated(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR)))
    let name = Syntax.isErrorName(name) ? name : BusError.Name.failed
    allocated(dbus_message_set_error_name(body, name))
    answer(call)
    // The sanitized text is valid UTF-8 without NUL, as libdbus requires.
    let text = sanitized(text)
    bodyLength = text.utf8.count
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(body, &iterator)
    text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      allocated(dbus_message_iter_append_basic(&iterator, TypeCode.string.code, &text))
    }
  }

  /// The reply to a call with the arguments of a template, which is never sent itself.
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
    let text = sanitized(text)
    let error = Message(adopting: allocated(dbus_message_new_error(pointer, name, text)))
    error.bodyLength = text.utf8.count
    return error
  }

  /// Appends arguments. If `body` throws, the message is half written: drop it.
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
    guard isValid(text) else { throw .invalid("“\(sanitized(text))” is not a valid \(what)") }
  }
}

/// Unwraps a result of libdbus that is nil only when memory has run out.
func allocated<T>(_ result: T?) -> T {
  guard let result else { fatalError("out of memory") }
  return result
}

/// Checks a result of libdbus that is FALSE only when memory has run out.
func allocated(_ done: dbus_bool_t) {
  guard done != 0 else { fatalError("out of memory") }
}

/// The text as a valid string of a message: cut at 64 KiB, with U+FFFD in place of each NUL.
private func sanitized(_ text: String) -> String {
  let limit = 65_536
  guard text.utf8.count > limit || text.utf8.contains(0) else { return text }
  return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
    .split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\u{FFFD}")
}
