/// A connection to the bus by its unique name, which the bus never assigns twice.
package struct Peer: Hashable, Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}

/// A connection and its program, as the system (never the program itself) identifies it.
package struct Party: Hashable, Sendable {
  package var peer: Peer
  /// The application id; empty if unknown. Two unknown applications are never the same.
  package var application: String
  /// Whether the program runs in a sandbox; an unknown program counts as sandboxed.
  package var isSandboxed: Bool
  /// The systemd unit of the program; empty if unknown. Peers are not shown it.
  package var unit: String
  /// The name of the program's file; empty if unknown.
  package var program: String

  package init(
    _ peer: Peer, application: String = "", isSandboxed: Bool = true, unit: String = "",
    program: String = ""
  ) {
    self.peer = peer
    self.application = application
    self.isSandboxed = isSandboxed
    self.unit = unit
    self.program = program
  }

  /// The account that its program is charged to.
  package var account: Account { Account(self) }
}
