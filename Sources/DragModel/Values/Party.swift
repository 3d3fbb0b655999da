/// A connection to the bus by its unique name, which the bus never gives out twice.
package struct Peer: Hashable, Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}

/// Who is calling: the connection, and what the system (never the caller) says of the program.
package struct Party: Hashable, Sendable {
  package var peer: Peer
  /// The application id; empty while unknown, and unknown never equals unknown.
  package var application: String
  /// Whether the program runs in a sandbox, or may: unknown counts as sandboxed.
  package var isSandboxed: Bool
  /// The systemd unit that the program runs in; empty while unknown. Nobody is shown it.
  package var unit: String

  package init(
    _ peer: Peer, application: String = "", isSandboxed: Bool = true, unit: String = ""
  ) {
    self.peer = peer
    self.application = application
    self.isSandboxed = isSandboxed
    self.unit = unit
  }

  /// What its program is charged to.
  package var account: Account { Account(self) }
}
