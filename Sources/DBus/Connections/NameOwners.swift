internal import CDBus

/// Who may answer the calls to well-known names.
///
/// The policy of a session's dbus-daemon passes replies that nobody has asked for, and serials can be guessed: they
/// rise by one with every message, for xdg-dbus-proxy before 0.1.6 ends a connection whose serials do not rise. So the
/// sender tells whether a reply is one, and for that the connection asks the bus, once for each name that it calls.
struct NameOwners {
  /// The last owners of each name, the newest at the end: a program that has released its name still answers what it
  /// was asked before.
  private var owners: [String: [String]] = [:]
  /// The names that the bus was asked about, by the serials of the questions.
  private var questions: [UInt32: String] = [:]
  private static let most = 8

  /// Whether there is nothing to learn.
  var isEmpty: Bool { owners.isEmpty }

  /// Whether nobody has asked for the owner of this name yet; no for the bus and for unique names.
  func isUnknown(_ name: String) -> Bool {
    !name.hasPrefix(":") && name != Connection.busName && owners[name] == nil
  }

  func includes(_ sender: String, of name: String) -> Bool {
    owners[name]?.contains(sender) == true
  }

  mutating func ask(_ name: String, in serial: UInt32) {
    owners[name] = owners[name] ?? []
    questions[serial] = name
  }

  /// Takes the answer to a question; false if this is none.
  mutating func take(answer: Message) -> Bool {
    guard let name = questions.removeValue(forKey: answer.replySerial) else { return false }
    add(answer, of: name)
    return true
  }

  /// Adds the owner that the bus has answered. Without an owner the answer is an error, and the bus tells when there
  /// is one.
  mutating func add(_ answer: Message, of name: String) {
    var reader = answer.read()
    if answer.kind == .reply, answer.isOfBus, let owner = try? reader.string() {
      add(owner, of: name)
    }
  }

  mutating func add(_ owner: String, of name: String) {
    guard let former = owners[name], !former.contains(owner) else { return }
    owners[name] = former.suffix(Self.most - 1) + [owner]
  }
}

extension Connection {
  /// Asks for the owner of a call's destination if that is a well-known name that this connection has not called yet.
  /// The bus answers, and tells of every later owner, before it passes on a reply of that owner.
  func askForOwner(of callee: String?) {
    guard let callee, owners.isUnknown(callee), let question = Self.ownerQuestion(callee) else {
      return
    }
    try? addMatch(NameOwnerChange.rule(for: callee))
    owners.ask(callee, in: send(question))
  }

  static func ownerQuestion(_ name: String) -> Message? { try? busCall("GetNameOwner", name) }

  /// Learns who owns a name from a message that has just been read.
  /// - Returns: whether that is all that the message is for.
  func learnOwner(from message: Message) -> Bool {
    guard !owners.isEmpty, message.isOfBus else { return false }
    if let change = NameOwnerChange(message), let owner = change.new {
      owners.add(owner, of: change.name)
    }
    return message.replySerial != 0 && owners.take(answer: message)
  }

  /// Whether the program that was called has sent this reply, or the bus for it.
  func isReply(_ message: Message, of callee: String?) -> Bool {
    if message.isOfBus { return true }
    guard let callee, let sender = message.sender else { return false }
    return callee == sender || owners.includes(sender, of: callee)
  }
}

extension Message {
  /// Whether the bus itself has sent it. The bus names the sender of what it passes on; what has none comes from the
  /// other end of the socket, as do the refusals of xdg-dbus-proxy.
  var isOfBus: Bool {
    dbus_message_get_sender(pointer) == nil || hasSender(Connection.busName)
  }
}
