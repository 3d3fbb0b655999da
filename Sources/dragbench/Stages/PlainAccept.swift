internal import CPeers
internal import DragConnection
internal import Harness

/// A lazy Accept with everybody in C and nothing behind it: what its words, its pipes and the hops between four
/// processes take at least.
struct PlainAccept {
  private let connection: OpaquePointer

  init(on stage: Stage) throws {
    guard let connection = peer_connect(stage.bus.address) else {
      throw BenchFailure("no connection for the peer in C")
    }
    self.connection = connection
    for (role, name) in [
      (Role.plainSource, PlainParties.source), (.plainBroker, PlainParties.broker),
    ] {
      _ = try stage.start(role)
      try Echoes.wait(for: name, stage.client.bus)
    }
  }

  /// Seconds until the first byte.
  func firstByte() throws -> Double {
    let time = peer_first_byte(connection, PlainParties.broker)
    guard time >= 0 else { throw BenchFailure("no byte came through the broker in C") }
    return time
  }
}
