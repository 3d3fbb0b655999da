/// The options of `Broker1.RegisterTarget`; the contract's table gives each key and default.
package struct TargetOptions: Hashable, Sendable {
  /// The object path that implements Target1 on the registering connection.
  package var target: String
  package var label: String?
  package var operations: [Operation] = [.copy]

  package init(target: String) {
    self.target = target
  }
}

/// Changes of a drop target by its owner; nil keeps a value.
package struct TargetChanges: Hashable, Sendable {
  package var label: String?
  /// Patterns of the types that the target takes.
  package var types: [String]?
  package var operations: [Operation]?

  package init(label: String? = nil, types: [String]? = nil, operations: [Operation]? = nil) {
    self.label = label
    self.types = types
    self.operations = operations
  }
}

/// The object that implements Target1.
package struct TargetObject: Hashable, Sendable {
  package let peer: Peer
  package let path: String

  package init(peer: Peer, path: String) {
    self.peer = peer
    self.path = path
  }
}
