internal import CPeers
internal import DragConnection
internal import Harness

/// A bare lazy Accept with all parties in C: the lower bound for its messages, its pipes and the switches between four
/// processes.
struct PlainAccept {
  private let connection: OpaquePointer

  init(on bus: BenchBus) throws {
    guard let connection = peer_connect(bus.server.address) else {
      throw BenchFailure("no connection for the peer in C")
    }
    self.connection = connection
    for (role, name) in [
      (Role.plainSource, PlainParties.source), (.plainBroker, PlainParties.broker),
    ] {
      _ = try bus.start(role)
      try Echoes.wait(for: name, bus.client.bus)
    }
  }

  /// Seconds until the first byte.
  func firstByte() throws -> Double {
    let time = peer_first_byte(connection, PlainParties.broker)
    guard time >= 0 else { throw BenchFailure("no byte came through the broker in C") }
    return time
  }
}
