internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

/// Tells whether a program on the bus may run in a sandbox. On this machine the system knows; the processes of another
/// machine have no numbers here, and its dragd is asked.
final class SandboxLookUp {
  private unowned let connection: BrokerConnection
  private let peers: PeerDirectory?

  /// Milliseconds.
  private static let timeout = 5_000

  init(_ connection: BrokerConnection, _ loop: EventLoop) {
    self.connection = connection
    peers =
      Remote.host == nil
      ? PeerDirectory(
        bus: connection.bus, workers: WorkerPool(remote: loop.remote, threads: 4, perLane: 1)) : nil
  }

  /// Calls `then` once, with true for a program that is not known to be in no sandbox.
  func ask(about name: String, then: @escaping (Bool) -> Void) {
    guard let peers else {
      guard let call = try? BrokerCall<Identity>.identify(name) else { return then(true) }
      connection.perform(call, timeout: Self.timeout) { answer in
        then((try? answer.get())?.isSandboxed ?? true)
      }
      return
    }
    let peer = Peer(name)
    peers.identify(peer) { party in
      // Questions are rare, and a kept entry would have to be removed when the program leaves.
      peers.forget(peer)
      then(party.isSandboxed)
    }
  }
}
