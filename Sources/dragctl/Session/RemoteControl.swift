internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Calls other dragctls for what dragd allows only them.
///
/// A program with a dragctl's name is called, and believed, only if it is known to be in no sandbox. All are called at
/// once with one deadline, so that a silent one cannot delay the others.
final class RemoteControl {
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let lookUp: SandboxLookUp

  /// Milliseconds for the other dragctls to answer.
  private static let timeout = 5000

  init(_ connection: BrokerConnection) throws(Failure) {
    self.connection = connection
    loop = try VerbSession.makeLoop()
    connection.attach(to: loop)
    lookUp = SandboxLookUp(connection, loop)
  }

  /// Asks the dragctl with a unique name to withdraw its offer; false when it is no dragctl, or does not have that
  /// offer.
  func withdraw(_ offer: Identifier, of name: String) -> Bool {
    ask([name], ControlObject.withdraw) { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
    } isEnough: { _ in
      true
    }
  }

  /// Asks every dragctl on the bus to withdraw all that it offers; returns those offers.
  func withdrawAll() throws(Failure) -> Set<Identifier> {
    var found: Set<Identifier> = []
    _ = ask(try dragctls(), ControlObject.withdrawAll) { _ throws(BusError) in
    } isEnough: { reply in
      var reader = reply.read()
      found.formUnion(((try? reader.paths()) ?? []).compactMap(Identifier.init(offerPath:)))
      return false
    }
    return found
  }

  /// Tells a dragctl that an offer comes from a command of its own.
  static func ignore(_ offer: Identifier, by name: String, on connection: BrokerConnection) {
    let call = try? Self.call(name, ControlObject.ignore) { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
    }
    if let call { _ = try? connection.bus.callAndWait(call, timeout: timeout) }
  }

  /// Asks every dragctl on the bus; false when none is a party of the transfer.
  func cancel(_ transfer: Identifier, reason: String) throws(Failure) -> Bool {
    ask(try dragctls(), ControlObject.cancel) { writer throws(BusError) in
      try writer.appendPath(transfer.transferPath)
      try writer.append(reason)
    } isEnough: { _ in
      true
    }
  }

  /// The transfers of every dragctl on the bus.
  func transfers() throws(Failure) -> [Identifier] {
    var found: Set<Identifier> = []
    _ = ask(try dragctls(), ControlObject.transfers) { _ throws(BusError) in
    } isEnough: { reply in
      var reader = reply.read()
      found.formUnion(((try? reader.paths()) ?? []).compactMap(Identifier.init(transferPath:)))
      return false
    }
    return found.sorted()
  }

  /// The connections with the name of a dragctl. One that has another connection's name does not count.
  private func dragctls() throws(Failure) -> [String] {
    return try mapError { () throws(BusError) in
      var all = try askBus("ListNames").read()
      let names = Set((try? all.strings()) ?? [])
      var found: [String] = []
      for unique in names where unique.hasPrefix(":") {
        let name = ControlObject.name(for: unique)
        // It may have left meanwhile.
        guard names.contains(name), var owner = try? askBus("GetNameOwner", name).read() else {
          continue
        }
        if (try? owner.string()) == unique { found.append(unique) }
      }
      return found
    } to: {
      Failure(RequestError($0))
    }
  }

  private func askBus(_ member: String, _ argument: String? = nil) throws(BusError) -> Message {
    try connection.bus.callAndWait(
      try Connection.busCall(member, argument), timeout: VerbSession.timeout)
  }

  /// Makes the same call to each of these connections, and stops when a reply is enough.
  private func ask(
    _ names: [String], _ member: String,
    _ write: @escaping (inout MessageWriter) throws(BusError) -> Void,
    isEnough: @escaping (Message) -> Bool
  ) -> Bool {
    let round = Round(open: names.count)
    for name in names {
      lookUp.ask(about: name) { [connection] isSandboxed in
        guard !isSandboxed, let call = try? Self.call(name, member, write) else {
          round.open -= 1
          return
        }
        connection.bus.call(call, timeout: Self.timeout) { result in
          round.open -= 1
          if case .success(let reply) = result, !round.isOver, isEnough(reply) {
            round.isEnough = true
          }
        }
      }
    }
    let deadline = Clock.monotonic + UInt64(Self.timeout) * 1_000
    while round.open > 0, !round.isEnough {
      let now = Clock.monotonic
      guard now < deadline else { break }
      loop.turn(timeout: Int((deadline - now) / 1_000) + 1)
    }
    round.isOver = true
    return round.isEnough
  }

  private final class Round {
    var open: Int
    var isEnough = false
    var isOver = false

    init(open: Int) {
      self.open = open
    }
  }

  private static func call(
    _ name: String, _ member: String, _ write: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) -> Message {
    let call = try Message.call(
      to: name, path: ControlObject.path, interface: ControlObject.interface, member: member)
    try call.write(write)
    call.startNothing()
    return call
  }
}

extension Invocation {
  /// Calls `work` with each operand; reports failures, and continues with the others.
  func each(_ work: (Argument) throws(Failure) -> Void) throws(Failure) {
    var first: Failure?
    for operand in operands {
      do throws(Failure) {
        try work(operand)
      } catch {
        if operands.count == 1 { throw error }
        Console.report(error)
        first = first ?? error
      }
    }
    if let first { throw Failure(first.status, "") }
  }
}
