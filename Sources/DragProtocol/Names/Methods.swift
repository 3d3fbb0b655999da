/// A method that dragd answers.
package protocol AnsweringMethod: RawRepresentable<String>, CaseIterable {
  /// Whether an answer may have many bytes.
  var mayAnswerAtLength: Bool { get }
}

extension AnsweringMethod {
  fileprivate static var longAnswers: [String] {
    allCases.filter(\.mayAnswerAtLength).map(\.rawValue)
  }
}

extension Contract {
  /// The members of all methods whose answers may have many bytes.
  package static let membersWithLongAnswers = Set(
    BrokerMethod.longAnswers + OfferMethod.longAnswers + TransferMethod.longAnswers
      + DropTargetMethod.longAnswers + PropertiesMethod.longAnswers
      + IntrospectableMethod.longAnswers + PeerMethod.longAnswers
      + ObjectManagerMethod.longAnswers)
}

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
  case identify = "Identify"
}

extension BrokerMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .findTargets, .unacknowledgedMoves, .openMoves: true
    case .offer, .find, .registerTarget, .outcome, .acknowledgeMove, .acknowledgeOutcome,
      .settleMove, .identify:
      false
    }
  }

  /// Whether a call is performed after its caller has left. A program that has ended still means what it acknowledged.
  package var outlivesCaller: Bool {
    switch self {
    case .acknowledgeMove, .acknowledgeOutcome: true
    case .offer, .find, .registerTarget, .findTargets, .outcome, .unacknowledgedMoves, .openMoves,
      .settleMove, .identify:
      false
    }
  }
}

/// The methods of `org.dragd.Offer1`.
package enum OfferMethod: String, CaseIterable, Hashable, Sendable {
  case accept = "Accept"
  case getItems = "GetItems"
  case addItems = "AddItems"
  case withdraw = "Withdraw"
}

extension OfferMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .getItems: true
    // For a caller that does not read, dragd answers Accept with descriptors instead of bytes.
    case .accept, .addItems, .withdraw: false
    }
  }
}

/// The methods of `org.dragd.Transfer1`.
package enum TransferMethod: String, CaseIterable, Hashable, Sendable {
  case receive = "Receive"
  case finish = "Finish"
  case cancel = "Cancel"
}

extension TransferMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .receive, .finish, .cancel: false
    }
  }
}

/// The methods of `org.dragd.DropTarget1`.
package enum DropTargetMethod: String, CaseIterable, Hashable, Sendable {
  case propose = "Propose"
  case leave = "Leave"
  case drop = "Drop"
  case update = "Update"
  case unregister = "Unregister"
}

extension DropTargetMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .propose, .leave, .drop, .update, .unregister: false
    }
  }
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

extension PropertiesMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .get, .getAll: true
    case .set: false
    }
  }
}

/// The methods of `org.freedesktop.DBus.Introspectable`.
package enum IntrospectableMethod: String, CaseIterable, Hashable, Sendable {
  case introspect = "Introspect"
}

extension IntrospectableMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .introspect: true
    }
  }
}

/// The methods of `org.freedesktop.DBus.Peer`.
package enum PeerMethod: String, CaseIterable, Hashable, Sendable {
  case ping = "Ping"
  case getMachineId = "GetMachineId"
}

extension PeerMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .ping, .getMachineId: false
    }
  }
}

/// The methods of `org.freedesktop.DBus.ObjectManager`.
package enum ObjectManagerMethod: String, CaseIterable, Hashable, Sendable {
  case getManagedObjects = "GetManagedObjects"
}

extension ObjectManagerMethod: AnsweringMethod {
  package var mayAnswerAtLength: Bool {
    switch self {
    case .getManagedObjects: true
    }
  }
}

/// The signals that dragd sends, all of them of standard interfaces.
package enum SignalName {
  package static let propertiesChanged = "PropertiesChanged"
  package static let interfacesAdded = "InterfacesAdded"
  package static let interfacesRemoved = "InterfacesRemoved"
}
