internal import CDBus
internal import DragSystem

/// The flags of a request for a name (specification, “org.freedesktop.DBus.RequestName”).
package struct NameFlags: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Let another connection take the name.
  package static let allowReplacement = NameFlags(rawValue: 1)
  /// Take the name from an owner that allows it.
  package static let replaceExisting = NameFlags(rawValue: 2)
  /// Do not queue for a name that has an owner.
  package static let doNotQueue = NameFlags(rawValue: 4)
}

/// The result of a request for a name.
package enum NameOutcome: UInt32, Sendable {
  case owner = 1
  case queued = 2
  case taken = 3
  case alreadyOwner = 4

  /// Whether this connection owns the name.
  package var isOwner: Bool {
    switch self {
    case .owner, .alreadyOwner: true
    case .queued, .taken: false
    }
  }
}

extension Connection {
  package static let busName = "org.freedesktop.DBus"
  package static let busPath = "/org/freedesktop/DBus"
  /// Milliseconds that a call may take if its callee answers at once, as the bus does: the same as in libdbus.
  package static let usualTimeout = 25_000

  /// Asks the bus for a name and blocks for its answer.
  package func requestName(
    _ name: String, _ flags: NameFlags = []
  ) throws(BusError) -> NameOutcome {
    try Self.readOutcome(
      try callAndWait(try Self.nameRequest(name, flags), timeout: Self.usualTimeout))
  }

  /// Asks the bus for a name; `then` gets its answer on the loop.
  package func requestName(
    _ name: String, _ flags: NameFlags = [],
    then: @escaping (Result<NameOutcome, BusError>) -> Void
  ) throws(BusError) {
    call(try Self.nameRequest(name, flags), timeout: Self.usualTimeout) { result in
      then(
        result.flatMap { reply in Result { () throws(BusError) in try Self.readOutcome(reply) } })
    }
  }

  /// The connection that has the name; nil for none. Blocks for the bus's answer.
  package func owner(of name: String) throws(BusError) -> String? {
    do throws(BusError) {
      let call = try Self.busCall("GetNameOwner", name)
      let reply = try callAndWait(call, timeout: Self.usualTimeout)
      var reader = reply.read()
      return try? reader.string()
    } catch {
      guard error.name == BusError.Name.nameHasNoOwner else { throw error }
      return nil
    }
  }

  /// Whether the message is the bus's signal that another connection has taken the name from this one
  /// (specification, “org.freedesktop.DBus.NameLost”).
  package static func isLoss(of name: String, _ message: Message) -> Bool {
    guard message.kind == .signal, message.hasMember("NameLost"), message.isOfBus else {
      return false
    }
    var reader = message.read()
    return (try? reader.string()) == name
  }

  /// Releases a name without waiting for the answer.
  package func releaseName(_ name: String) throws(BusError) {
    try sendToBus("ReleaseName", name)
  }

  /// Releases a name; calls `then` on the loop when the bus has answered, which is after every message that was sent to
  /// the name.
  package func releaseName(
    _ name: String, then: @escaping () -> Void
  ) throws(BusError) {
    call(try Self.busCall("ReleaseName", name), timeout: Self.usualTimeout) { _ in then() }
  }

  /// Asks the bus for the messages that the rule describes (specification, “Match Rules”), without waiting for the
  /// answer. The rule is in place for everything that answers a later call.
  package func addMatch(_ rule: String) throws(BusError) {
    try sendToBus("AddMatch", rule)
  }

  /// Like `addMatch`, but blocks until the bus has added the rule, and throws if it does not.
  package func addMatchAndWait(_ rule: String) throws(BusError) {
    _ = try callAndWait(try Self.busCall("AddMatch", rule), timeout: Self.usualTimeout)
  }

  /// Undoes one `addMatch` of the same rule, without waiting for the answer.
  package func removeMatch(_ rule: String) throws(BusError) {
    try sendToBus("RemoveMatch", rule)
  }

  private func sendToBus(_ member: String, _ argument: String) throws(BusError) {
    let message = try Self.busCall(member, argument)
    message.expectNoReply()
    send(message)
  }

  /// A call of a method of the bus itself.
  package static func busCall(
    _ member: String, _ argument: String? = nil, interface: String = busName
  ) throws(BusError) -> Message {
    let message = try Message.call(
      to: busName, path: busPath, interface: interface, member: member)
    if let argument {
      try message.write { writer throws(BusError) in try writer.append(argument) }
    }
    return message
  }

  package static func nameRequest(
    _ name: String, _ flags: NameFlags = []
  ) throws(BusError) -> Message {
    try busCall("RequestName", name, flags: flags.rawValue)
  }

  /// A call of the bus about a name, with flags, which have a meaning of their own for each member.
  package static func busCall(
    _ member: String, _ name: String, flags: UInt32
  ) throws(BusError) -> Message {
    let message = try busCall(member, name)
    try message.write { writer throws(BusError) in try writer.append(flags) }
    return message
  }

  private static func readOutcome(_ reply: Message) throws(BusError) -> NameOutcome {
    var reader = reply.read()
    return try mapError { () throws(DecodingFailure) in
      let code = try reader.uint32()
      if let outcome = NameOutcome(rawValue: code) { return outcome }
      throw DecodingFailure(expected: "1 to 4", found: "\(code)", at: "argument 1")
    } to: {
      BusError($0)
    }
  }
}
