internal import CDBus

/// How a name is asked for (specification, “org.freedesktop.DBus.RequestName”).
package struct NameFlags: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Somebody else may take the name over.
  package static let allowReplacement = NameFlags(rawValue: 1)
  /// Take the name over from an owner that allows it.
  package static let replaceExisting = NameFlags(rawValue: 2)
  /// Do not wait in the row for a name that has an owner.
  package static let doNotQueue = NameFlags(rawValue: 4)
}

/// What became of the request.
package enum NameOutcome: UInt32, Sendable {
  case owner = 1
  case queued = 2
  case taken = 3
  case alreadyOwner = 4

  /// This connection has the name.
  package var isOwner: Bool {
    switch self {
    case .owner, .alreadyOwner: true
    case .queued, .taken: false
    }
  }
}

extension Connection {
  package static let busName = "org.freedesktop.DBus"
  /// For the bus's own answers, in ms; what libdbus takes too.
  private static let busPatience = 25_000

  /// Asks the bus for a name and blocks for its answer.
  package func requestName(
    _ name: String, _ flags: NameFlags = []
  ) throws(BusError) -> NameOutcome {
    try Self.outcome(try callAndWait(try Self.nameRequest(name, flags), timeout: Self.busPatience))
  }

  /// Asks the bus for a name; `then` gets its answer on the loop.
  package func requestName(
    _ name: String, _ flags: NameFlags = [],
    then: @escaping (Result<NameOutcome, BusError>) -> Void
  ) throws(BusError) {
    call(try Self.nameRequest(name, flags), timeout: Self.busPatience) { result in
      then(result.flatMap { reply in Result { () throws(BusError) in try Self.outcome(reply) } })
    }
  }

  /// Gives a name back, without waiting for the answer.
  package func releaseName(_ name: String) throws(BusError) {
    try tellBus("ReleaseName", name)
  }

  /// Gives a name back; `then` is called on the loop when the bus has answered, and so after every message that was
  /// sent to the name before.
  package func releaseName(
    _ name: String, then: @escaping () -> Void
  ) throws(BusError) {
    call(try Self.busCall("ReleaseName", name), timeout: Self.busPatience) { _ in then() }
  }

  /// Has the bus send what the rule describes (specification, “Match Rules”), without waiting for the answer: what is
  /// sent from here later finds the rule in place.
  package func addMatch(_ rule: String) throws(BusError) {
    try tellBus("AddMatch", rule)
  }

  /// As `addMatch`, but blocks until the bus has taken the rule, and throws when it does not.
  package func addMatchAndWait(_ rule: String) throws(BusError) {
    _ = try callAndWait(try Self.busCall("AddMatch", rule), timeout: Self.busPatience)
  }

  /// Takes back one `addMatch` of the same rule, without waiting for the answer.
  package func removeMatch(_ rule: String) throws(BusError) {
    try tellBus("RemoveMatch", rule)
  }

  private func tellBus(_ member: String, _ argument: String) throws(BusError) {
    let message = try Self.busCall(member, argument)
    message.expectNoReply()
    send(message)
  }

  private static func busCall(_ member: String, _ argument: String) throws(BusError) -> Message {
    let message = try Message.call(
      to: busName, path: "/org/freedesktop/DBus", interface: busName, member: member)
    try message.write { writer throws(BusError) in try writer.append(argument) }
    return message
  }

  private static func nameRequest(_ name: String, _ flags: NameFlags) throws(BusError) -> Message {
    let message = try busCall("RequestName", name)
    try message.write { writer throws(BusError) in try writer.append(flags.rawValue) }
    return message
  }

  private static func outcome(_ reply: Message) throws(BusError) -> NameOutcome {
    var reader = reply.read()
    do throws(DecodingFailure) {
      let code = try reader.uint32()
      if let outcome = NameOutcome(rawValue: code) { return outcome }
      throw DecodingFailure(expected: "1 to 4", found: "\(code)", at: "argument 1")
    } catch {
      throw BusError(error)
    }
  }
}
