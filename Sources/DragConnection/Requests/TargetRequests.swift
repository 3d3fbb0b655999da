internal import DBus
package import DragModel
package import DragProtocol

extension BrokerCall where Reply == Identifier {
  /// Registers a drop target; serve its object before, see `serveTarget(at:_:)`.
  ///
  /// - Parameter types: patterns, best first; empty for any.
  package static func registerTarget(
    _ name: String, types: [String], _ options: TargetOptions
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try RegisterTargetCall(name: name, types: types, options: options).message()
    } decode: { reply throws(Rejection) in
      try reply.readTarget()
    }
  }
}

extension BrokerCall where Reply == [TargetSummary] {
  /// The targets of that name, oldest first; an empty name means all.
  package static func findTargets(_ name: String) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try FindTargetsCall(name: name).message()
    } decode: { reply throws(Rejection) in
      try TargetSummary.read(reply)
    }
  }
}

extension BrokerCall where Reply == [ListedTarget] {
  /// Every drop target with its properties, oldest first.
  package static func targets() throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try ManagedObjects.get()
    } decode: { reply throws(Rejection) in
      try ManagedObjects(reply).targets.map { ListedTarget(id: $0.id, properties: $0.properties) }
    }
  }
}

extension BrokerCall where Reply == TargetProperties {
  package static func properties(
    ofTarget target: Identifier
  ) throws(RequestError) -> BrokerCall<TargetProperties> {
    try BrokerCall { () throws(BusError) in
      try TargetProperties.getAll(at: .target(target))
    } decode: { reply throws(Rejection) in
      try TargetProperties(reply)
    }
  }
}

extension BrokerCall where Reply == ProposalReply {
  /// Asks a target for its proposal, for a drag that hovers.
  package static func propose(
    _ offer: Identifier, on target: Identifier, _ context: DropContext
  ) throws(RequestError) -> BrokerCall<ProposalReply> {
    try BrokerCall { () throws(BusError) in
      try DropCall(offer: offer, context: context).propose(to: target)
    } decode: { reply throws(Rejection) in
      try ProposalReply(reply)
    }
  }
}

extension BrokerCall where Reply == DropResult {
  /// Drops an offer on a target. Perform it without a time-out.
  package static func drop(
    _ offer: Identifier, on target: Identifier, _ context: DropContext
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try DropCall(offer: offer, context: context).drop(on: target)
    } decode: { reply throws(Rejection) in
      try DropResult(reply)
    }
  }
}

extension BrokerCall where Reply == Void {
  /// Tells a target that the drag has left it.
  package static func leave(
    _ target: Identifier, offer: Identifier
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try LeaveCall(offer: offer).message(to: target)
    }
  }

  package static func update(
    _ target: Identifier, _ changes: TargetChanges
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try changes.message(to: target)
    }
  }

  package static func unregister(_ target: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try .unregister(target)
    }
  }
}
