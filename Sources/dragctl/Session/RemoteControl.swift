internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol

/// Asks another dragctl for what dragd lets only that one do.
struct RemoteControl {
  let connection: BrokerConnection

  /// Milliseconds that another dragctl has to answer.
  private static let patience = 5000

  /// Asks the dragctl behind a unique name to withdraw its offer; false when it is no dragctl, or does
  /// not have that offer.
  func withdraw(_ offer: Identifier, of name: String) -> Bool {
    ask(name, ControlObject.withdraw) { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
    }
  }

  /// Asks every dragctl that says it is there; false when none is a party of the transfer.
  ///
  /// - Parameter transfer: an id, or its beginning.
  func cancel(_ transfer: String, reason: String) throws(Failure) -> Bool {
    let folder = ObjectPath.folder(.transfer).description
    for name in try dragctls() {
      let isDone = ask(name, ControlObject.cancel) { writer throws(BusError) in
        try writer.appendPath("\(folder)/\(transfer)")
        try writer.append(reason)
      }
      if isDone { return true }
    }
    return false
  }

  private func dragctls() throws(Failure) -> [String] {
    do throws(BusError) {
      let call = try Message.call(
        to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
        member: "ListNames")
      var reader = try connection.bus.callAndWait(call, timeout: Session.patience).read()
      let names = (try? reader.strings()) ?? []
      return names.filter { $0.hasPrefix(ControlObject.namePrefix) }
    } catch {
      throw Failure(DragError(error))
    }
  }

  private func ask(
    _ name: String, _ member: String,
    _ write: (inout MessageWriter) throws(BusError) -> Void
  ) -> Bool {
    do throws(BusError) {
      let call = try Message.call(
        to: name, path: ControlObject.path, interface: ControlObject.interface, member: member)
      try call.write(write)
      call.startNothing()
      _ = try connection.bus.callAndWait(call, timeout: Self.patience)
      return true
    } catch {
      return false
    }
  }
}

extension Invocation {
  /// Does something with each operand; what fails is reported, and the others are done all the same.
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
