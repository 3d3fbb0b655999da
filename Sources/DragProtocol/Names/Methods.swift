/// The methods of `org.dragd.Broker1`.
package enum BrokerMethod: String, CaseIterable, Hashable, Sendable {
  case offer = "Offer"
  case find = "Find"
  case registerTarget = "RegisterTarget"
  case findTargets = "FindTargets"
  case outcome = "Outcome"
  case unacknowledgedMoves = "UnacknowledgedMoves"
  case acknowledgeMove = "AcknowledgeMove"
  case acknowledgeOutcome = "AcknowledgeOutcome"
  case openMoves = "OpenMoves"
  case settleMove = "SettleMove"
}

/// The methods of `org.dragd.Offer1`.
package enum OfferMethod: String, CaseIterable, Hashable, Sendable {
  case accept = "Accept"
  case getItems = "GetItems"
  case addItems = "AddItems"
  case withdraw = "Withdraw"
}

/// The methods of `org.dragd.Transfer1`.
package enum TransferMethod: String, CaseIterable, Hashable, Sendable {
  case receive = "Receive"
  case finish = "Finish"
  case cancel = "Cancel"
}

/// The methods of `org.dragd.DropTarget1`.
package enum DropTargetMethod: String, CaseIterable, Hashable, Sendable {
  case propose = "Propose"
  case leave = "Leave"
  case drop = "Drop"
  case update = "Update"
  case unregister = "Unregister"
}

/// The methods of `org.dragd.Source1`, which dragd calls.
package enum SourceMethod: String, CaseIterable, Hashable, Sendable {
  case provide = "Provide"
  case prepare = "Prepare"
  case ended = "Ended"
  case released = "Released"
}

/// The methods of `org.dragd.Target1`, which dragd calls.
package enum TargetMethod: String, CaseIterable, Hashable, Sendable {
  case propose = "Propose"
  case leave = "Leave"
  case perform = "Perform"
}

/// The methods of `org.freedesktop.DBus.Properties`.
package enum PropertiesMethod: String, CaseIterable, Hashable, Sendable {
  case get = "Get"
  case getAll = "GetAll"
  case set = "Set"
}

/// The methods of `org.freedesktop.DBus.Introspectable`.
package enum IntrospectableMethod: String, CaseIterable, Hashable, Sendable {
  case introspect = "Introspect"
}

/// The methods of `org.freedesktop.DBus.Peer`.
package enum PeerMethod: String, CaseIterable, Hashable, Sendable {
  case ping = "Ping"
  case getMachineId = "GetMachineId"
}

/// The methods of `org.freedesktop.DBus.ObjectManager`.
package enum ObjectManagerMethod: String, CaseIterable, Hashable, Sendable {
  case getManagedObjects = "GetManagedObjects"
}

/// The signals that dragd sends, all of them of standard interfaces.
package enum SignalName {
  package static let propertiesChanged = "PropertiesChanged"
  package static let interfacesAdded = "InterfacesAdded"
  package static let interfacesRemoved = "InterfacesRemoved"
}
