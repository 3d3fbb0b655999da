internal import DBus
internal import DragModel
internal import DragProtocol

// Programs that the bus starts for their targets. Each requests its name below `org.dragd.Targets1` when its targets
// are registered: so the bus answers a start when they are there.

extension BrokerCall where Reply == [String] {
  /// The names of the programs that the bus can start for their targets.
  package static func targetServices() throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try Connection.busCall("ListActivatableNames")
    } decode: { reply throws(Rejection) in
      var reader = reply.read()
      return ((try? reader.strings()) ?? []).filter { $0.hasPrefix(BusName.targetServices) }
    }
  }
}

extension BrokerCall where Reply == Void {
  /// Starts such a program, unless it runs, and waits until it has its name.
  package static func start(_ service: String) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try Connection.busCall("StartServiceByName", service, flags: 0)
    }
  }

  /// Requests the name of such a program: `org.dragd.Targets1.PROGRAM`.
  package static func ownTargetService(_ program: String) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try Connection.nameRequest(BusName.targetServices + program)
    }
  }
}
